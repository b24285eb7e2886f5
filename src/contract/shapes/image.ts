import { z } from "zod";
import { limits } from "../limits";
import { dateTime, filterable, integerId } from "../meta";

/** The statuses of section 3.3. */
export const imageStatuses = ["creating", "pending_upload", "available"] as const;
export const imageTypes = ["manual", "automatic"] as const;

/** An image as the service returns it: section 2.3. */
export const image = z
  .object({
    id: z.string().describe("Public ids start with the brand and a slash, private ones with `private/`."),
    label: filterable(z.string().describe("A short title.")),
    description: z.string().nullable().describe("A longer text, 1 to 65,000 characters."),
    created: dateTime.describe("When it was created."),
    updated: dateTime.describe("When it was last changed."),
    created_by: z.string().describe("Name of the user who created it, or the operator's marker."),
    deprecated: filterable(z.boolean().describe("True only for deprecated public images.")),
    eol: dateTime.nullable().describe("Planned end of life of a public image; null if none is planned."),
    expiry: dateTime.nullable().describe("When it expires; null for images that are not automatic."),
    is_public: filterable(z.boolean().describe("Whether every account can use it.")),
    size: filterable(z.int().describe("The smallest disk it can be deployed to, in MB.")),
    status: z.enum(imageStatuses).describe("Only `available` images can be deployed (section 3.3)."),
    type: filterable(z.enum(imageTypes).describe("Automatic images are created from a deleted instance.")),
    vendor: filterable(
      z.string().nullable().describe("The upstream vendor of the distribution; null for private images."),
    ),
  })
  .meta({ id: "Image", description: "A public or private disk image (section 2.3)." });

const label = z.string().describe("A short title.");
const description = z
  .string()
  .min(limits.imageDescription.min)
  .max(limits.imageDescription.max)
  .describe("A longer text, 1 to 65,000 characters.");

/** The body of a capture from a disk: section 4.8, behavior 3. */
export const imageCreate = z.strictObject({
  disk_id: integerId.describe("Id of the disk to capture."),
  label: label.exactOptional().describe("A short title. Default: the disk's label."),
  description: description.exactOptional(),
});

/** The body that starts an upload: section 4.8, behavior 4. */
export const imageUpload = z.strictObject({
  label,
  region: z
    .string()
    .min(1)
    .describe("Id of the region to upload to. The image can then be used in every region."),
  description: description.exactOptional(),
});

/** The response of the operation that starts an upload. */
export const imageUploadResponse = z
  .object({
    image,
    upload_to: z
      .string()
      .meta({ secret: true, format: "uri" })
      .describe("The address to upload the data to within 24 hours. Anyone who knows it can upload."),
  })
  .meta({ id: "ImageUpload", description: "An image that waits for its data (section 4.8)." });

/** The body of an update: section 4.8. */
export const imageUpdate = z.strictObject({
  label: label.exactOptional(),
  description: description
    .nullable()
    .exactOptional()
    .describe("A longer text, 1 to 65,000 characters, or null for none."),
  status: z.enum(imageStatuses).exactOptional().describe("Its status (section 3.3)."),
});
