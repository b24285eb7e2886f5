import { formatDuration } from "../../lifecycle";
import type { AccountScan, ReadRequest } from "../scan/account-scan";
import type { Problem } from "../types.generated";
import { AccountLog } from "./account-log";
import type { Change } from "./changes";
import type { UnsettledObjects } from "./unsettled";

interface FollowedAccount {
  readonly log: AccountLog;
  /** Why the log cannot be followed. Undefined if it can. */
  unusable: string | undefined;
  problem: Problem | undefined;
}

/** The result of polling the event logs of all accounts. */
export interface CombinedPoll {
  /** Why only a full scan can show the changes. */
  readonly gap: string | undefined;
  /** The objects that the events concern, by account. */
  readonly requests: ReadonlyMap<string, ReadRequest>;
  readonly notices: readonly Change[];
}

/** The event logs of the watched accounts. They outlive the scans. */
export class AccountLogs {
  readonly #accounts = new Map<string, FollowedAccount>();
  readonly #unsettled: UnsettledObjects;

  constructor(unsettled: UnsettledObjects) {
    this.#unsettled = unsettled;
  }

  /** The current problems with reading logs. */
  get problems(): readonly Problem[] {
    return [...this.#accounts.values()].flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  }

  /** Whether every log can be followed, so that changes are noticed between two full scans. */
  get areUsable(): boolean {
    return [...this.#accounts.values()].every(({ unusable }) => unusable === undefined);
  }

  /**
   * Forgets the logs of accounts that are no longer watched. While an account cannot be identified, it has another key. The remaining logs
   * are kept, because they are polled before the accounts are read again.
   */
  keepOnly(accounts: readonly string[]): readonly Change[] {
    const wereUsable = this.areUsable;
    for (const key of this.#accounts.keys()) if (!accounts.includes(key)) this.#accounts.delete(key);
    return !wereUsable && this.areUsable ? [usableAgain] : [];
  }

  /**
   * Sends one request for each account.
   * @param which `all`: before a full scan. `usable`: omits the logs that cannot be followed. `new`: only those that were never
   * polled, also before a full scan.
   */
  async poll(
    accounts: readonly AccountScan[],
    which: "all" | "usable" | "new",
    times: { readonly now: number; readonly scanInterval: number },
  ): Promise<CombinedPoll> {
    const requests = new Map<string, ReadRequest>();
    const notices: Change[] = [];
    let gap: string | undefined;
    await Promise.all(
      accounts.map(async ({ reader, key }) => {
        const known = this.#accounts.get(key);
        if (known !== undefined && (which === "new" || (which === "usable" && known.unusable !== undefined)))
          return;
        const account = known ?? { log: new AccountLog(), unusable: undefined, problem: undefined };
        this.#accounts.set(key, account);
        const poll = await account.log.poll(reader);
        account.problem = poll.kind === "failed" ? poll.problem : undefined;
        if (poll.kind === "failed") return;
        const unusable = poll.kind === "unusable" ? poll.reason : undefined;
        notices.push(...describeNotice(account.unusable, unusable, times.scanInterval));
        account.unusable = unusable;
        if (poll.kind === "gap") gap ??= poll.reason;
        if (poll.kind === "first" && which === "usable") {
          gap ??= "The event log could not be read before.";
        }
        if (poll.kind !== "affected") return;
        requests.set(key, { objects: poll.objects, types: poll.types });
        for (const object of poll.busy) this.#unsettled.delay(key, object, times.now);
      }),
    );
    return { gap, requests, notices };
  }
}

function describeNotice(
  before: string | undefined,
  now: string | undefined,
  scanInterval: number,
): readonly Change[] {
  if (before === undefined && now !== undefined) {
    const message = `${now} Until then, a full scan runs every ${formatDuration(scanInterval)}.`;
    return [{ event: "notice", message }];
  }
  return before !== undefined && now === undefined ? [usableAgain] : [];
}

const usableAgain: Change = { event: "notice", message: "The event log can be followed again." };
