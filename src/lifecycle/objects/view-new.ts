import type { Deadline } from "../../client";
import type { Clock } from "../../clock";
import { LifecycleError } from "../failures";
import { pollInterval } from "./poll-interval";

/** A created object that views may not return yet: they may lag behind just as lists do. */
interface NewObject<Live> {
  readonly kind: string;
  readonly id: string;
  readonly clock: Clock;
  readonly deadline: Deadline | undefined;
  /** Undefined if the service returned 404. */
  readonly view: () => Promise<Live | undefined>;
}

/** Repeats the view of an object after a 404 until one returns it. Undefined if none did, and the last one was sent at `until` or later. */
export async function viewNew<Live>(
  { kind, id, clock, deadline, view }: NewObject<Live>,
  until: number,
): Promise<Live | undefined> {
  const startedAt = clock.now();
  while (clock.now() < until) {
    const interval = Math.min(pollInterval(clock.now() - startedAt, clock), until - clock.now());
    if (deadline !== undefined && clock.now() + interval > deadline.at) {
      throw new LifecycleError(`The service still does not return ${kind} ${id}, which was just created.`);
    }
    await clock.sleep(interval);
    const live = await view();
    if (live !== undefined) return live;
  }
  return undefined;
}
