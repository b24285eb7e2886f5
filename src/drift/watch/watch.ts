import type { Clock } from "../../clock";
import { formatDuration } from "../../lifecycle";
import { messageOf } from "../../unknown";
import type { Detection } from "../detection";
import { counted, verdictNames } from "../formats/wording";
import { fullName } from "../recorded-stack";
import type { AccountScan } from "../scan/account-scan";
import type { DriftReport, Finding, Problem, WatchEvent } from "../types.generated";
import { verdictOf } from "../verdict";
import { AccountLogs, type CombinedPoll } from "./account-logs";
import { type Change, ReportedState } from "./changes";
import { RunningUpdates } from "./running-updates";
import { UnsettledObjects } from "./unsettled";
import { type ScanReason, watchVersion } from "./watch-event";
import type { WatchIntervals } from "./watch-options";

/** In milliseconds: the minimum time between full scans that repeat an incomplete one or that stand in for the event log. */
const minScanInterval = 300_000;

export interface WatchSetup extends WatchIntervals {
  /** Reads the stacks and connects to their accounts. */
  readonly open: () => Promise<Detection>;
  readonly clock: Clock;
}

/** The reason for a full scan, as a word and as a sentence. */
interface Cause {
  readonly reason: ScanReason;
  readonly message: string;
}

/** Keeps a report up to date and reports changes in it. */
export class Watch {
  readonly #setup: WatchSetup;
  readonly #reported = new ReportedState();
  readonly #unsettled: UnsettledObjects;
  readonly #logs: AccountLogs;
  readonly #updates: RunningUpdates;
  readonly #scanInterval: number;
  #detection: Detection;
  #report: DriftReport | undefined;
  #warnings: ReadonlySet<string> = new Set();
  #openProblem: Problem | undefined;
  /** The last moment at which this watch did something. */
  #lastSeen = 0;
  #lastScan = 0;
  #nextPoll = 0;
  #retryAt = Number.POSITIVE_INFINITY;

  constructor(setup: WatchSetup, detection: Detection) {
    const { interval, fullScanInterval } = setup;
    this.#setup = setup;
    this.#detection = detection;
    this.#unsettled = new UnsettledObjects(interval);
    this.#logs = new AccountLogs(this.#unsettled);
    this.#updates = new RunningUpdates(fullScanInterval);
    this.#scanInterval = Math.min(Math.max(interval, minScanInterval), fullScanInterval);
  }

  /** In milliseconds: the time until something has to be read. */
  get pause(): number {
    const ms = Math.min(this.#nextPoll, this.#unsettled.nextDue) - this.#now;
    return Math.min(ms, this.#setup.interval);
  }

  /** The first full scan. */
  async start(): Promise<readonly WatchEvent[]> {
    const { notices } = await this.#poll("new");
    await this.#detection.readAll();
    return this.#finishScan({ reason: "start", message: "The first scan." }, notices);
  }

  /** Reads objects that may have changed since the last step. */
  async step(): Promise<readonly WatchEvent[]> {
    const due = this.#wasSetBack() ? setBack : this.#dueScan();
    const isPoll = due !== undefined || this.#now >= this.#nextPoll;
    const news = isPoll ? await this.#poll(due === undefined ? "usable" : "all") : emptyPoll;
    if (isPoll) this.#nextPoll = this.#now + this.#setup.interval;
    const cause = due ?? (news.gap === undefined ? undefined : { reason: "gap", message: news.gap });
    if (cause !== undefined) return this.#scanAnew(cause, news.notices);
    const isNew = await this.#readTouched(news);
    const update = [...this.#detection.scan.updates.values()].find(({ state }) => state === "ended");
    if (update !== undefined && this.#openProblem === undefined) {
      return this.#scanAnew({ reason: "state", message: update.message }, news.notices);
    }
    const changes = isNew ? await this.#compare({ isFirst: false }) : [];
    return this.#events([...news.notices, ...changes, ...this.#problemChanges()]);
  }

  get #now(): number {
    return this.#setup.clock.now();
  }

  /** Detects that the clock was set back. Scheduled reads are then dropped, because they would be delayed by as much. */
  #wasSetBack(): boolean {
    const wasSetBack = this.#now < this.#lastSeen;
    this.#lastSeen = this.#now;
    if (wasSetBack) this.#unsettled.keepOnly([]);
    return wasSetBack;
  }

  #dueScan(): Cause | undefined {
    const { fullScanInterval } = this.#setup;
    const elapsed = this.#now - this.#lastScan;
    if (elapsed >= fullScanInterval) {
      return {
        reason: "interval",
        message: `The last full scan was ${formatDuration(fullScanInterval)} ago.`,
      };
    }
    if (this.#now >= this.#retryAt) return { reason: "retry", message: "The last scan was incomplete." };
    if (!this.#logs.areUsable && elapsed >= this.#scanInterval) {
      return { reason: "noLog", message: "An event log cannot be followed." };
    }
    return undefined;
  }

  #poll(which: "all" | "usable" | "new"): Promise<CombinedPoll> {
    const times = { now: this.#now, scanInterval: this.#scanInterval };
    return this.#logs.poll(this.#accounts, which, times);
  }

  get #accounts(): readonly AccountScan[] {
    return this.#detection.scan.accounts;
  }

  /**
   * Reads the objects that events name and those that are due, then checks stacks for updates. Returns whether anything may have changed.
   */
  async #readTouched({ requests }: CombinedPoll): Promise<boolean> {
    const now = this.#now;
    const isRead = await Promise.all(
      this.#accounts.map(async (account) => {
        const { objects = [], types = [] } = requests.get(account.key) ?? {};
        const wanted = [...objects, ...this.#unsettled.dueOf(account.key, now)];
        if (wanted.length === 0 && types.length === 0) return false;
        await account.readAgain({ objects: wanted, types });
        this.#unsettled.update(account.key, account.unsettled(), wanted, this.#now);
        if (account.hasReadFailures) this.#retryAt = Math.min(this.#retryAt, now + this.#scanInterval);
        return true;
      }),
    );
    const { scan } = this.#detection;
    const before = scan.updates.size;
    // Only after the reads, so that an update during them is noticed.
    const isAny = isRead.includes(true);
    await scan.findUpdates(scan.stacks.filter((stack) => isAny || stack.isInFile || scan.updates.has(stack)));
    this.#updates.update(scan.updates, this.#now);
    return isAny || before > 0 || scan.updates.size > 0;
  }

  /** A full scan with the stacks as they are now. */
  async #scanAnew(cause: Cause, notices: readonly Change[]): Promise<readonly WatchEvent[]> {
    try {
      this.#detection = await this.#setup.open();
      this.#openProblem = undefined;
    } catch (error) {
      const message = `They could not be read again, so the last known state is compared: ${messageOf(error)}`;
      this.#openProblem = { subject: "stacks", stack: null, type: null, message };
    }
    const added = await this.#poll("new");
    await this.#detection.readAll();
    return this.#finishScan(cause, [...notices, ...added.notices]);
  }

  async #finishScan(cause: Cause, notices: readonly Change[]): Promise<readonly WatchEvent[]> {
    const now = this.#now;
    const { interval } = this.#setup;
    const keys = this.#accounts.map(({ key }) => key);
    this.#unsettled.keepOnly(keys);
    const ended = this.#logs.keepOnly(keys);
    for (const account of this.#accounts)
      this.#unsettled.update(account.key, account.unsettled(), "all", now);
    this.#updates.update(this.#detection.scan.updates, now);
    const isIncomplete = this.#openProblem !== undefined || this.#accounts.some((one) => one.hasReadFailures);
    this.#retryAt = isIncomplete ? now + this.#scanInterval : Number.POSITIVE_INFINITY;
    [this.#lastSeen, this.#lastScan, this.#nextPoll] = [now, now, now + interval];
    const changes = await this.#compare({ isFirst: cause.reason === "start" });
    const rest = [...notices, ...ended, ...this.#newWarnings(), ...changes, ...this.#problemChanges()];
    return this.#events([this.#summary(cause), ...rest]);
  }

  #summary({ reason, message }: Cause): Change {
    const { findings, problems } = this.#reported;
    const stacks = this.#detection.scan.stacks;
    const { verdict } = verdictOf(findings, problems);
    const result = `${verdictNames[verdict]}: ${counted(findings.length, "finding")}.`;
    return {
      ...{ event: "scanned", reason, message: `${message} ${result}` },
      stacks: stacks.map(fullName).sort(),
      resources: stacks.reduce((sum, { resources }) => sum + resources.length, 0),
      ...{ findings: findings.length, problems: problems.length },
    };
  }

  async #compare({ isFirst }: { readonly isFirst: boolean }): Promise<readonly Change[]> {
    const now = this.#now;
    const isHeld = (finding: Finding) =>
      !isFirst && (this.#unsettled.isHeld(finding, now) || this.#updates.isHeld(finding, now));
    this.#report = await this.#detection.report();
    return this.#reported.updateFindings(this.#report, isHeld);
  }

  #newWarnings(): readonly Change[] {
    const warnings = this.#report?.warnings ?? [];
    const added = warnings.filter((warning) => !this.#warnings.has(warning));
    this.#warnings = new Set(warnings);
    return added.map((message) => ({ event: "notice", message }));
  }

  #problemChanges(): readonly Change[] {
    const own = this.#openProblem === undefined ? [] : [this.#openProblem];
    return this.#reported.updateProblems([...(this.#report?.problems ?? []), ...own, ...this.#logs.problems]);
  }

  #events(changes: readonly Change[]): readonly WatchEvent[] {
    const { findings, problems } = this.#reported;
    const line = {
      version: watchVersion,
      time: new Date(this.#now).toISOString(),
      ...verdictOf(findings, problems),
    };
    return changes.map((change): WatchEvent => ({ ...line, ...change }));
  }
}

const setBack: Cause = { reason: "interval", message: "The system's clock was set back." };
const emptyPoll: CombinedPoll = { gap: undefined, requests: new Map(), notices: [] };
