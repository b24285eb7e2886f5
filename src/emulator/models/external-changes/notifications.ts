import { z } from "zod";
import { notificationRecord } from "../../world/billing-records";
import { dateTimeInput, momentOf } from "../date-time-input";
import { defineKind, orNotFound } from "./kind";

const { label, message, body, severity, type } = notificationRecord.shape;

export const notificationChanges = {
  notification: defineKind({
    shape: z
      .strictObject({
        label,
        message: message.default(""),
        body: body.default(null),
        severity: severity.default("minor"),
        type: type.default("notice"),
        instanceId: z.int().nullable().default(null),
        when: dateTimeInput.nullable().default(null),
        until: dateTimeInput.nullable().default(null),
      })
      .describe(
        "Adds a notification about the account or, with `instanceId`, about an instance, for as long as that exists.",
      ),
    isIn: ({ world }, { instanceId }) => instanceId !== null && world.instances.get(instanceId) !== undefined,
    apply: ({ world }, { instanceId, when, until, ...own }) => {
      if (instanceId !== null) orNotFound(world.instances.get(instanceId));
      world.notifications.put({
        ...own,
        id: world.nextNumber("notice"),
        instance_id: instanceId,
        when: when === null ? null : momentOf(when),
        until: until === null ? null : momentOf(until),
      });
    },
  }),
  notification_delete: defineKind({
    shape: z
      .strictObject({ label: z.string() })
      .describe("Removes the notifications that an external change added under this label."),
    apply: ({ world }, change) => {
      const labeled = world.notifications.all().filter((one) => one.label === change.label);
      orNotFound(labeled[0]);
      for (const { id } of labeled) world.notifications.remove(id);
    },
  }),
} as const;
