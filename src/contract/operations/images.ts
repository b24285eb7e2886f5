import { z } from "zod";
import { emptyResponse, operation, paging } from "../operation";
import { image, imageCreate, imageUpdate, imageUpload, imageUploadResponse } from "../shapes/image";

const path = z.strictObject({
  imageId: z
    .string()
    .regex(/^[^/]+\/[^/]+$/, "two parts with a slash between them, such as private/1")
    .describe("Id of the image, with its slash."),
});

/** The operations of section 4.8. */
export const images = {
  list: operation({
    call: "GET /images",
    summary: "Lists the public images and, with a token, the private ones that the caller may see.",
    section: "4.8",
    scopes: ["images:read_only"],
    anonymous: true,
    query: paging,
    response: image,
    resend: "always",
    paged: true,
  }),
  create: operation({
    call: "POST /images",
    summary: "Captures a private image from a disk.",
    section: "4.8",
    scopes: ["images:read_write", "nodes:read_only"],
    body: imageCreate,
    response: image,
    resend: "afterCheck",
  }),
  upload: operation({
    call: "POST /images/upload",
    summary: "Creates a private image without data, and returns the address to which the data is uploaded.",
    section: "4.8",
    scopes: ["images:read_write"],
    body: imageUpload,
    response: imageUploadResponse,
    resend: "afterCheck",
  }),
  view: operation({
    call: "GET /images/{imageId}",
    summary: "Returns an image. Without a token it must be public.",
    section: "4.8",
    scopes: ["images:read_only"],
    anonymous: true,
    path,
    response: image,
    resend: "always",
  }),
  update: operation({
    call: "PUT /images/{imageId}",
    summary: "Changes a private image.",
    section: "4.8",
    scopes: ["images:read_write"],
    path,
    body: imageUpdate,
    response: image,
    resend: "always",
  }),
  delete: operation({
    call: "DELETE /images/{imageId}",
    summary: "Permanently deletes a private image.",
    section: "4.8",
    scopes: ["images:read_write"],
    path,
    response: emptyResponse,
    resend: "always",
  }),
} as const;
