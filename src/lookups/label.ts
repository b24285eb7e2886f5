import * as pulumi from "@pulumi/pulumi";
import type { Rule } from "./query";
import type { Filter } from "./search";

/** A query whose members may be outputs. A regular expression must be a plain value: an output would copy its members, but it has none. */
export type QueryInputs<Q> = {
  [K in keyof Q]: pulumi.Input<Exclude<Q[K], RegExp>> | Extract<Q[K], RegExp>;
};

export const aLabel: Rule<string | RegExp> = {
  noun: "a string or a regular expression",
  accepts: (value) => typeof value === "string" || value instanceof RegExp,
};

/** Resolves a query with its label, which is an input or a regular expression. */
export function withLabel<Q extends object>(others: Q, label: pulumi.Input<string | undefined> | RegExp) {
  const known = label instanceof RegExp ? undefined : label;
  return pulumi.all([others, known]).apply(([rest, text]) => {
    const found = label instanceof RegExp ? label : text;
    return { ...rest, ...(found === undefined ? {} : { label: found }) };
  });
}

/** Compares the whole label, ignoring case, or tests it with a regular expression. */
export function labelFilter<T extends { readonly label: string }>(label: string | RegExp): Filter<T> {
  if (typeof label === "string") {
    return {
      text: `label ${JSON.stringify(label)}`,
      matches: (item) => item.label.toLowerCase() === label.toLowerCase(),
    };
  }
  // With the flags g or y, `test` would start where its last match ended.
  const expression = new RegExp(label.source, label.flags.replace(/[gy]/g, ""));
  return { text: `label ${label}`, matches: (item) => expression.test(item.label) };
}
