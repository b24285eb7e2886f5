import { z } from "zod";
import { operation, paging } from "../operation";
import { image } from "../shapes/image";

const path = z.strictObject({
  imageId: z
    .string()
    .regex(/^[^/]+\/[^/]+$/)
    .describe("Id of the image, with its slash."),
});

/** Section 4.8. */
export const images = {
  list: operation({
    call: "GET /images",
    summary: "Lists the public images and, with a token, the private ones that the caller may see.",
    section: "4.8",
    scopes: ["images:read_only"],
    anonymous: true,
    query: paging,
    answer: image,
    resend: "always",
    paged: true,
  }),
  view: operation({
    call: "GET /images/{imageId}",
    summary: "Returns an image; without a token, a public one.",
    section: "4.8",
    scopes: ["images:read_only"],
    anonymous: true,
    path,
    answer: image,
    resend: "always",
  }),
} as const;
