import type { CallOptions } from "../../client";
import type { Clock } from "../../clock";
import type { Properties } from "../lifecycle";
import type { CreateSource } from "../objects/retry-while-busy";
import type { CreateRequest } from "../records/intents";
import type { SearchTarget } from "./search-created";

/** A create request that must be carried out exactly once, and how to recognize its result among the objects of its kind. */
export interface CreateOptions<Live> extends SearchTarget<Live> {
  /** The label that only this create uses. Undefined if the program set the label. */
  readonly nonce: string | undefined;
  readonly label: string | undefined;
  /**
   * The other sent values by which the result is recognized, and those that show what the program has changed since. They are recorded before
   * the request, so they never contain a secret.
   */
  readonly sent?: Properties;
  /** The create-only arguments that the service does not return, for the record of the request. Contains no secret. */
  readonly hidden?: Properties;
  /** The create-only arguments that the program has changed since the request, compared with its record. */
  readonly differingFields: (
    live: Live,
    recorded: Pick<CreateRequest, "sent" | "hidden">,
  ) => readonly string[];
  /** How a program adopts the object, for messages. Default: `adopt: <id>`. */
  readonly adoptAdvice?: string;
  /** False if an object that a search finds, without a generated label, is not used. Default: true. */
  readonly usesFoundObject?: boolean;
  /** Called once, before the first request. Returns the ids of existing objects that look alike, besides those with the same unique label. */
  readonly idsBefore: () => Promise<readonly string[]>;
  /** What the create copies from. Only the first request is retried while it is busy: after that, the create may have been carried out. */
  readonly source?: CreateSource | undefined;
  /** Returns the created object. Undefined if the response does not contain it, so it has to be searched for. */
  readonly send: (options: CallOptions) => Promise<Live | undefined>;
}

/** In milliseconds: after a lost response, the request is not sent again for this long. Lists of such services lag by up to a minute. */
export const settlingTime = 75_000;

/**
 * The time from which a list or a view can prove that an earlier request created nothing. If this clock or that of another machine was
 * ahead when the request was sent, the wait is still no longer than the settling time.
 */
export function settledAt(sentAt: number, clock: Pick<Clock, "now">): number {
  return Math.min(sentAt, clock.now()) + settlingTime;
}
