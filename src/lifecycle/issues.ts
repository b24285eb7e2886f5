import type { z } from "zod";
import { camelCase } from "../contract";
import { nearestWords } from "../similar-words";

/**
 * What is wrong with a value and what the rule is, in one sentence. A secret's value is never shown. `members` are those that an
 * object may have.
 */
export function explainIssue(
  issue: z.core.$ZodIssue,
  secret: boolean,
  members: readonly string[] = [],
): string {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => notAmong(camelCase(key), "member", members)).join(" ");
  }
  const rule = ruleOf(issue);
  if (secret) return `${rule}. Its value is secret and not shown.`;
  return `${rule}; it is ${shown(issue.input)}.`;
}

/** Names what is not known, and what may have been meant. */
function notAmong(name: string, noun: string, known: readonly string[]): string {
  return `has no ${noun} ${name}; ${suggestion(name, known, `its ${noun}s are`)}`;
}

/** Asks for the nearest of the known names; lists them all where none is near. */
export function suggestion(name: string, known: readonly string[], all: string): string {
  const near = nearestWords(name, known);
  if (near.length === 0) return `${all} ${known.join(", ")}.`;
  return `did you mean ${new Intl.ListFormat("en", { type: "disjunction" }).format(near)}?`;
}

function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `must ${sized(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${sized(issue.origin, "at most", issue.maximum)}`;
    case "invalid_type":
      return `must be ${nounOf(issue.expected)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    default:
      return `is not valid (${issue.message})`;
  }
}

function sized(origin: string, bound: string, amount: number | bigint): string {
  switch (origin) {
    case "string":
      return `have ${bound} ${amount} ${amount === 1 ? "character" : "characters"}`;
    case "array":
      return `have ${bound} ${amount} ${amount === 1 ? "item" : "items"}`;
    default:
      return `be ${bound} ${amount}`;
  }
}

function nounOf(expected: string): string {
  switch (expected) {
    case "string":
      return "a text";
    case "number":
      return "a number";
    case "int":
      return "a whole number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list";
    case "object":
    case "record":
      return "an object";
    default:
      return `of type ${expected}`;
  }
}

const longestShown = 80;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}… (${text.length} characters)`;
}
