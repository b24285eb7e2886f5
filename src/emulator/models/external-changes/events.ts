import { z } from "zod";
import { notFound } from "../../refusal";
import type { Service } from "../../service";
import { eventRecord } from "../../world/records";
import { logEvent } from "../events/events";

/** What is logged although no operation shows it: actions of other parts of the service, and new ones (section 9.4). */
export const logHappenings = [
  z.strictObject({
    kind: z.literal("event"),
    /** In the words of section 6: `node_boot` under any brand. */
    action: z.string(),
    status: eventRecord.shape.status.default("notification"),
    username: z.string().nullable().default(null),
    message: z.string().exactOptional(),
    rate: z.string().exactOptional(),
    timeRemaining: z.string().exactOptional(),
    /** How many seconds it will take, for one that is started. */
    takes: z.number().min(0).default(0),
    /** What it is about. */
    instanceId: z.int().exactOptional(),
  }),
] as const;

type LogHappening = z.output<(typeof logHappenings)[number]>;

export function happenToLog(service: Service, what: LogHappening): void {
  const { instanceId, timeRemaining, status, takes, kind: _, ...entry } = what;
  const instance = instanceId === undefined ? undefined : service.world.instances.get(instanceId);
  if (instanceId !== undefined && !instance) throw notFound();
  const id = logEvent(service, { ...entry, instance, takes });
  const event = id === null ? undefined : service.world.events.get(id);
  if (!event) return;
  const isOver = status === "finished" || status === "failed";
  service.world.events.put({
    ...event,
    status,
    rate: what.rate ?? null,
    time_remaining: timeRemaining ?? null,
    finished: isOver ? service.now() : null,
  });
}
