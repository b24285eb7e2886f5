import type { CallOptions } from "../client";
import type { Clock } from "../clock";
import type { CreateRequest } from "./intents";
import type { Properties } from "./lifecycle";
import type { SearchTarget } from "./search-created";

/** A create request that must be carried out once, and how its result is recognized among the objects of its kind. */
export interface CreateOptions<Live> extends SearchTarget<Live> {
  /** The label that only this create uses. Undefined when the program set the label. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  /** What else was sent, by which the result is recognized. It is recorded before the request, so it never holds a secret. */
  readonly sent?: Properties;
  /** The create-only arguments that the service does not show, for the record of the request. Holds no secret. */
  readonly hidden?: Properties;
  /** The create-only arguments that the program has changed since the request, as the record of the request shows. */
  readonly differingFields: (
    live: Live,
    recorded: Pick<CreateRequest, "sent" | "hidden">,
  ) => readonly string[];
  /** Called once, before the first request: the ids of existing objects that look alike. */
  readonly idsBefore: () => Promise<readonly string[]>;
  /** Returns what was created. Undefined when the answer does not contain it, so that it has to be searched for. */
  readonly send: (options: CallOptions) => Promise<Live | undefined>;
}

/** In milliseconds: after a lost answer, the request is not sent again for this long. Lists of such services lag by up to a minute. */
export const settlingTime = 75_000;

/**
 * From when on a list or a view proves that an earlier request made nothing. The clock may have been ahead when the request was sent,
 * or that of another machine may be: no wait is longer than the settling time.
 */
export function settledAt(sentAt: number, clock: Pick<Clock, "now">): number {
  return Math.min(sentAt, clock.now()) + settlingTime;
}
