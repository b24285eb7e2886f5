import type { z } from "zod";
import { camelCase, ruleOf } from "../../contract";
import { nearestWords } from "../../similar-words";

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
  return `${rule}; it is ${shorten(issue.input)}.`;
}

/** Suggests the most similar of the known names. Lists them all if none is similar. */
export function suggestion(name: string, known: readonly string[], listIntroduction: string): string {
  const similar = nearestWords(name, known);
  if (similar.length === 0) return `${listIntroduction} ${known.join(", ")}.`;
  return `did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(similar)}?`;
}

const maxShownLength = 80;

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  if (text.length <= maxShownLength) return text;
  // A string's own length, without quotes and escapes, is what the rule in the same sentence limits.
  const length = typeof value === "string" ? value.length : text.length;
  return `${text.slice(0, maxShownLength)}… (${length} characters)`;
}
