import { resourceClasses } from "../../resources/resource-class";
import { nearestWords } from "../../similar-words";
import { findingKinds } from "../finding-kinds";
import { matchesEverything, rulesMatchEverything } from "./everything";
import { matchesGlob } from "./glob";
import { type ConditionName, conditionNames, type IgnoreRule, isIgnorable } from "./ignore-rule";
import { type ParsedEntry, type ParsedRule, parseRuleFile, ruleError } from "./rule-file";

const keys = [...conditionNames, "reason", "until"] as const;

/**
 * Reads the text of a `.nodecloudignore`, a YAML list of rules. An empty file has none.
 * @param file Its path, for messages.
 * @param project The project, if the file applies only to its stacks.
 * @throws UsageError for anything else, with the line and what to do.
 */
export function parseIgnoreRules(text: string, file: string, project?: string): readonly IgnoreRule[] {
  const written = parseRuleFile(text, file);
  const rules = written.map((rule) => ruleOf(rule, project));
  const conditions = rules.map((rule) => rule.conditions);
  if (rulesMatchEverything(conditions, project)) {
    const last = written.find((_, at) => rulesMatchEverything(conditions.slice(0, at + 1), project));
    if (last) {
      throw ruleError(
        last.place,
        "with the rules before it, it would ignore everything",
        "Add conditions that narrow the rules.",
      );
    }
  }
  return rules;
}

function ruleOf({ entries, place }: ParsedRule, project: string | undefined): IgnoreRule {
  for (const entry of entries) checkKey(entry);
  const conditions: Partial<Record<ConditionName, string | null>> = {};
  for (const name of conditionNames) {
    const entry = entries.find(({ key }) => key === name);
    if (entry !== undefined) conditions[name] = conditionOf(name, entry);
  }
  if (matchesEverything(conditions, project)) {
    throw ruleError(
      place,
      "it would ignore everything",
      `Add a condition that narrows the rule: ${conditionNames.join(", ")}.`,
    );
  }
  const reason = entries.find(({ key }) => key === "reason")?.value ?? undefined;
  if (reason === undefined) {
    throw ruleError(place, "it has no reason", "Add `reason:`, and explain why its findings do not matter.");
  }
  const until = entries.find(({ key }) => key === "until");
  const { file, line, rule } = place;
  return {
    ...{ conditions, reason, until: until && dateOf(until) },
    place: `${file}:${line}, rule ${rule}`,
  };
}

function checkKey({ key, place }: ParsedEntry): void {
  if (keys.some((known) => known === key)) return;
  const [near] = nearestWords(key, keys);
  const advice = near === undefined ? `The keys are ${keys.join(", ")}.` : `Did you mean ${near}?`;
  throw ruleError(place, `there is no key "${key}"`, advice);
}

function conditionOf(name: ConditionName, { value, place }: ParsedEntry): string | null {
  const known = knownValues[name];
  if (known === undefined) return value;
  if (value === "inMotion" && name === "finding") {
    throw ruleError(
      place,
      "inMotion cannot be ignored",
      "Such an object was not compared. Scan again later.",
    );
  }
  if (value !== null && known.some((one) => matchesGlob(value, one))) return value;
  const [near] = nearestWords(value ?? "", known);
  const advice = near === undefined ? "" : `Did you mean ${near}? `;
  throw ruleError(place, `"${value}" is not a valid ${name}`, `${advice}Valid values: ${known.join(", ")}.`);
}

/** The conditions whose values are known beforehand. */
const knownValues: Readonly<Partial<Record<ConditionName, readonly string[]>>> = {
  finding: findingKinds.filter((kind) => isIgnorable({ kind })),
  type: resourceClasses,
};

function dateOf({ value, place }: ParsedEntry): string {
  const time = /^\d{4}-\d\d-\d\d$/.test(value ?? "") ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  if (value !== null && !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)) return value;
  throw ruleError(
    place,
    `until is "${value}", which is not a date`,
    "Write the last day on which it applies, such as 2026-12-31.",
  );
}
