import { z } from "zod";
import type { Service } from "../../service";
import { eventRecord } from "../../world/records";
import { logEvent } from "../events/events";
import { defineKind, orNotFound } from "./kind";

const shape = z.strictObject({
  action: z.string().describe("As section 6 writes it: `node_boot` under any brand."),
  status: eventRecord.shape.status.default("notification"),
  username: z.string().nullable().default(null),
  message: z.string().exactOptional(),
  rate: z.string().exactOptional(),
  timeRemaining: z.string().exactOptional(),
  takes: z
    .number()
    .min(0)
    .default(0)
    .describe("Seconds that an event in the status `started` is expected to take."),
  instanceId: z.int().exactOptional().describe("The instance that the event is about."),
});

export const eventChanges = {
  event: defineKind({
    shape: shape.describe(
      "Logs an event that no operation logs: actions of other parts of the service, and new ones (section 9.4).",
    ),
    isIn: ({ world }, { instanceId, username }) =>
      instanceId === undefined
        ? username !== null && world.users.get(username) !== undefined
        : world.instances.get(instanceId) !== undefined,
    apply: logExternalEvent,
  }),
} as const;

function logExternalEvent(service: Service, change: z.output<typeof shape>): void {
  const { instanceId, timeRemaining, rate, status, ...entry } = change;
  const { events, instances } = service.world;
  const instance = instanceId === undefined ? undefined : orNotFound(instances.get(instanceId));
  const id = logEvent(service, { ...entry, instance });
  const event = id === null ? undefined : events.get(id);
  if (!event) return;
  const hasEnded = status === "finished" || status === "failed";
  events.put({
    ...event,
    status,
    rate: rate ?? null,
    time_remaining: timeRemaining ?? null,
    finished: hasEnded ? service.now() : null,
  });
}
