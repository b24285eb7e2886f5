import { setMaxListeners } from "node:events";
import { parsed } from "../parsed";
import type { SeededRandom } from "../seeded-random";
import { invalidRequest } from "../service-error";
import type { FaultRule, FaultRuleInput } from "../types.generated";
import { faultRule } from "./rule";

/** A fault rule and how often it applied. */
export interface ListedFault {
  readonly id: number;
  readonly rule: FaultRule;
  /** How many calls matched the operation, and on how many of these the fault was injected. */
  readonly matched: number;
  readonly applied: number;
}

const maxRules = 1000;
/** The JSON of all rules together. The request log keeps the rules that were applied. */
const maxRulesLength = 2 ** 20;

/** Each waiting call keeps a body of up to 1 MB in memory. */
const maxWaitingCalls = 100;

/** The fault rules. */
export class Faults {
  #rules: ListedFault[] = [];
  #last = 0;
  readonly #random: SeededRandom;
  #pending = newPending();
  #waitingCalls = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
  }

  list(): readonly ListedFault[] {
    return this.#rules;
  }

  /** Adds a rule and returns its id. Throws a `ServiceError` for an invalid rule, and when there are too many. */
  add(rule: FaultRuleInput): number {
    return this.addUnknown(rule);
  }

  /** Like `add`, for a rule that has not been checked. */
  addUnknown(rule: unknown): number {
    const checked = parsed(faultRule, rule);
    if (this.#rules.length >= maxRules) {
      throw invalidRequest(
        `There are already ${maxRules} fault rules. Delete some with DELETE /_emulator/faults.`,
      );
    }
    const length = [...this.#rules.map(({ rule }) => rule), checked].reduce(
      (sum, one) => sum + JSON.stringify(one).length,
      0,
    );
    if (length > maxRulesLength) {
      throw invalidRequest(
        `Together, the fault rules would exceed ${maxRulesLength} characters of JSON. Delete some with DELETE /_emulator/faults.`,
      );
    }
    this.#last += 1;
    this.#rules.push({ id: this.#last, rule: checked, matched: 0, applied: 0 });
    return this.#last;
  }

  /** Removes all rules, or the one of this id. */
  clear(id?: number): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((listed) => listed.id !== id);
  }

  /** Aborted to cancel the calls that are waiting to be carried out late. */
  get signal(): AbortSignal {
    return this.#pending.signal;
  }

  /** Whether one more call may wait to be carried out late. `endWait` ends that. */
  mayWait(): boolean {
    if (this.#waitingCalls >= maxWaitingCalls) return false;
    this.#waitingCalls += 1;
    return true;
  }

  endWait(): void {
    this.#waitingCalls -= 1;
  }

  /** Cancels the calls that are waiting to be carried out late. */
  cancelPending(): void {
    this.#pending.abort();
    this.#pending = newPending();
  }

  /** Removes all rules and restarts the random numbers. */
  reset(): void {
    this.#rules = [];
    this.cancelPending();
    this.#random.restart();
  }

  /** The faults to inject into a call of this operation, in the order of the rules. Counts the call, so ask only once for each. */
  faultsFor(operation: string): FaultRule[] {
    const faults: FaultRule[] = [];
    this.#rules = this.#rules.map((listed) => {
      if (!matches(listed.rule.operation, operation)) return listed;
      const matched = listed.matched + 1;
      const applies = this.#applies(listed, matched);
      if (applies) faults.push(listed.rule);
      return { ...listed, matched, applied: listed.applied + (applies ? 1 : 0) };
    });
    return faults;
  }

  #applies({ rule, applied }: ListedFault, matched: number): boolean {
    if (rule.count !== undefined && applied >= rule.count) return false;
    if (rule.nth !== undefined && matched !== rule.nth) return false;
    if (rule.from !== undefined && matched < rule.from) return false;
    if (rule.every !== undefined && matched % rule.every !== 0) return false;
    return rule.probability === undefined || this.#random.next() < rule.probability;
  }
}

/** Node.js warns about a leak when a signal has more than ten listeners. Each waiting call adds one. */
function newPending(): AbortController {
  const pending = new AbortController();
  setMaxListeners(maxWaitingCalls, pending.signal);
  return pending;
}

function matches(pattern: string, operation: string): boolean {
  if (pattern === "*" || pattern === operation) return true;
  return pattern.endsWith(".*") && operation.startsWith(pattern.slice(0, -1));
}
