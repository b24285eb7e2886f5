import { z } from "zod";
import { dateTime, filterable, integerId } from "../meta";

/** The statuses of section 3.4. */
export const entityTransferStatuses = [
  "accepted",
  "cancelled",
  "completed",
  "failed",
  "pending",
  "stale",
] as const;

/** A transfer of instances to another account, as the service returns it: section 2.11. */
export const entityTransfer = z
  .object({
    token: z.string().meta({ format: "uuid" }).describe("The UUID that identifies the transfer."),
    entities: z
      .object({
        nodes: z.array(integerId).meta({ brandedName: true }).describe("Ids of the instances."),
      })
      .describe("The objects that are transferred."),
    created: dateTime.describe("When it was created."),
    updated: dateTime.describe("When it was last changed."),
    expiry: dateTime.describe("When it expires: 24 hours after it was created."),
    is_sender: filterable(z.boolean().describe("Whether the caller's account is the sender.")),
    status: filterable(z.enum(entityTransferStatuses).describe("Its status (section 3.4).")),
  })
  .meta({ id: "EntityTransfer", description: "A transfer to another account (section 2.11, deprecated)." });

/** The body that offers instances to another account: section 4.5. */
export const entityTransferCreate = z.strictObject({
  entities: z
    .strictObject({
      nodes: z
        .array(integerId)
        .min(1)
        .meta({ brandedName: true })
        .describe("Ids of the instances, at least one."),
    })
    .describe("The objects to transfer."),
});
