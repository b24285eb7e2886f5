import type { z } from "zod";
import { camelCase } from "../contract";

/** What is wrong with a value and what the rule is, in one sentence. A secret's value is never shown. */
export function explainIssue(issue: z.core.$ZodIssue, secret: boolean): string {
  const rule = ruleOf(issue);
  if (secret) return `${rule}. Its value is secret and not shown.`;
  return `${rule}; it is ${shown(issue.input)}.`;
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
    case "unrecognized_keys":
      return `has no ${issue.keys.length > 1 ? "members" : "member"} ${issue.keys.map((key) => camelCase(key)).join(", ")}`;
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
