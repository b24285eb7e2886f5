import type { Chance } from "../chance";
import { refused } from "../refusal";
import { type Effect, type FaultRule, type FaultRuleInput, faultRule } from "./rule";

/** A rule with what came of it. */
export interface ListedFault {
  readonly id: number;
  readonly rule: FaultRule;
  /** How many calls matched, and how many of those it befell. */
  readonly matched: number;
  readonly applied: number;
}

/** What befalls one call. */
export interface Befallen {
  readonly when: FaultRule["when"];
  readonly delay?: number;
  readonly effect: Effect;
}

/** So many rules at once: each call is held against all of them. */
const maxRules = 1000;

/** The rules in force. */
export class Faults {
  #rules: ListedFault[] = [];
  #last = 0;
  readonly #chance: Chance;
  #late = new AbortController();

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  list(): readonly ListedFault[] {
    return this.#rules;
  }

  /** Adds a rule; answers its id. Throws a `z.ZodError` for one that is not well-formed, a `Refusal` for one too many. */
  add(rule: FaultRuleInput): number {
    return this.addUnknown(rule);
  }

  /** As `add`, for what came from outside. */
  addUnknown(rule: unknown): number {
    const checked = faultRule.parse(rule);
    if (this.#rules.length >= maxRules) {
      throw refused(`There are ${maxRules} fault rules already. Clear some with DELETE /_emulator/faults.`);
    }
    this.#last += 1;
    this.#rules.push({ id: this.#last, rule: checked, matched: 0, applied: 0 });
    return this.#last;
  }

  /** Removes all rules, or the one of this id. */
  clear(id?: number): void {
    this.#rules = id === undefined ? [] : this.#rules.filter((listed) => listed.id !== id);
  }

  /** Aborted when what is still to be carried out later no longer concerns anybody. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  /** Calls that were to be carried out later never are. */
  dropLate(): void {
    this.#late.abort();
    this.#late = new AbortController();
  }

  /** Without rules, and with chance as at the beginning. */
  reset(): void {
    this.#rules = [];
    this.dropLate();
    this.#chance.restart();
  }

  /** What befalls a call of this operation, in the order of the rules; each call is asked about once. */
  befalling(operation: string): Befallen[] {
    const befallen: Befallen[] = [];
    this.#rules = this.#rules.map((listed) => {
      if (!names(listed.rule.operation, operation)) return listed;
      const matched = listed.matched + 1;
      const applies = this.#applies(listed, matched);
      if (applies) befallen.push(listed.rule);
      return { ...listed, matched, applied: listed.applied + (applies ? 1 : 0) };
    });
    return befallen;
  }

  #applies({ rule, applied }: ListedFault, matched: number): boolean {
    if (rule.count !== undefined && applied >= rule.count) return false;
    if (rule.nth !== undefined && matched !== rule.nth) return false;
    if (rule.every !== undefined && matched % rule.every !== 0) return false;
    return rule.probability === undefined || this.#chance.next() < rule.probability;
  }
}

function names(pattern: string, operation: string): boolean {
  if (pattern === "*" || pattern === operation) return true;
  return pattern.endsWith(".*") && operation.startsWith(pattern.slice(0, -1));
}
