import type { Event, Page } from "../../client";
import { isAccessDenied, isNotFound } from "../../lifecycle";
import { messageOf } from "../../unknown";
import type { AccountReader } from "../scan/account-reader";
import { rethrowInterrupt } from "../scan/account-reader";
import type { ReadRequest } from "../scan/account-scan";
import type { ObjectName } from "../scan/object-name";
import { scopeAdvice } from "../scan/scope-advice";
import type { Problem } from "../types.generated";
import { affectedBy } from "./affected-objects";
import { EventLog, isInProgress } from "./event-log";

/** The result of one poll of an account's event log. */
export type LogPoll =
  | (ReadRequest & {
      readonly kind: "affected";
      /** Objects that are still being changed, so that it is too early to read them. */
      readonly busy: readonly ObjectName[];
    })
  /** The log has not been read before. */
  | { readonly kind: "first" }
  /** Only a full scan shows what has changed. */
  | { readonly kind: "gap"; readonly reason: string }
  /** The log cannot be followed now. */
  | { readonly kind: "failed"; readonly problem: Problem }
  /** The log cannot be followed until the token or the service changes. */
  | { readonly kind: "unusable"; readonly reason: string };

/** Follows the event log of one account: one request per poll. */
export class AccountLog {
  readonly #log = new EventLog();

  async poll(reader: AccountReader): Promise<LogPoll> {
    try {
      return this.#read(await reader.readEvents(), reader.brand);
    } catch (error) {
      rethrowInterrupt(error);
      const name = nameOf(reader);
      if (isAccessDenied(error) || isNotFound(error)) {
        return {
          kind: "unusable",
          reason: `The ${name} cannot be read: ${messageOf(error)}${scopeAdvice(error, "events:read_only")}`,
        };
      }
      return {
        kind: "failed",
        problem: { subject: name, stack: null, type: null, message: messageOf(error) },
      };
    }
  }

  #read(page: Page<Event>, brand: string): LogPoll {
    const step = this.#log.follow(page);
    if (step.kind !== "continued") return step;
    const affected = step.events.map((event) => ({ event, ...affectedBy(event, brand) }));
    const unknown = affected.find(({ everything }) => everything);
    if (unknown) {
      return {
        kind: "gap",
        reason: `The event log has an unknown action without an object: ${unknown.event.action}.`,
      };
    }
    return {
      kind: "affected",
      objects: affected.flatMap(({ event, objects }) => (isInProgress(event) ? [] : objects)),
      busy: affected.flatMap(({ event, objects }) => (isInProgress(event) ? objects : [])),
      types: [...new Set(affected.flatMap(({ types }) => types))],
    };
  }
}

function nameOf(reader: AccountReader): string {
  const { account, address } = reader;
  return account?.isKnown
    ? `event log of account ${account.euuid}`
    : reader.subject(`event log at ${address}`);
}
