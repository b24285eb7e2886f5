import type { z } from "zod";
import { camelCase, ruleOf } from "../../contract";
import { nearestWords } from "../../similar-words";
import { shownValue } from "./shown-value";

/**
 * The problem of a value and the rule, in one sentence. A secret value is never printed.
 * @param members The members that the object at this path may have.
 */
export function explainIssue(
  issue: z.core.$ZodIssue,
  isSecret: boolean,
  members: readonly string[] = [],
): string {
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .map(camelCase)
      .map((name) => `has no member ${name}; ${suggestion(name, members, "its members are")}`)
      .join(" ");
  }
  const rule = ruleOf(issue);
  if (isSecret) return `${rule}. Its value is secret and not shown.`;
  return `${rule}; it is ${shownValue(issue.input)}.`;
}

/** Suggests the most similar of the known names. Lists them all if none is similar. */
export function suggestion(name: string, known: readonly string[], listIntroduction: string): string {
  const similar = nearestWords(name, known);
  if (similar.length === 0) return `${listIntroduction} ${known.join(", ")}.`;
  return `did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(similar)}?`;
}
