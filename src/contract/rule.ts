import type { z } from "zod";

/** The rule that a value breaks, as a clause without a subject: `must have at least 7 characters`. */
export function ruleOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "too_small":
      return `must ${sizeRule(issue.origin, "at least", issue.minimum)}`;
    case "too_big":
      return `must ${sizeRule(issue.origin, "at most", issue.maximum)}`;
    case "invalid_type":
      return `must be ${typeName(issue.expected)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
    default:
      return issue.message === "Invalid input" ? "is not valid" : `is not valid (${issue.message})`;
  }
}

function sizeRule(origin: string, bound: string, amount: number | bigint): string {
  switch (origin) {
    case "string":
      return `have ${bound} ${amount} ${amount === 1 ? "character" : "characters"}`;
    case "array":
      return `have ${bound} ${amount} ${amount === 1 ? "item" : "items"}`;
    default:
      return `be ${bound} ${amount}`;
  }
}

function typeName(expected: string): string {
  switch (expected) {
    case "string":
      return "a string";
    case "number":
      return "a number";
    case "int":
      return "an integer";
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
