import * as pulumi from "@pulumi/pulumi";
import type { Condition } from "./search";

/** A query whose members may be outputs. An expression is given as it is: an output would take it for an object without members. */
export type QueryInputs<Q> = {
  [K in keyof Q]: pulumi.Input<Exclude<Q[K], RegExp>> | Extract<Q[K], RegExp>;
};

/** A query once its members are known, with its label, which is a text or an expression. */
export function withLabel<Q extends object>(others: Q, label: pulumi.Input<string | undefined> | RegExp) {
  const known = label instanceof RegExp ? undefined : label;
  return pulumi.all([others, known]).apply(([rest, text]) => {
    const found = label instanceof RegExp ? label : text;
    return { ...rest, ...(found === undefined ? {} : { label: found }) };
  });
}

/** The whole label in any case, or an expression that it matches. */
export function labelled<T extends { readonly label: string }>(label: string | RegExp): Condition<T> {
  if (typeof label === "string") {
    return {
      words: `label ${JSON.stringify(label)}`,
      holds: (item) => item.label.toLowerCase() === label.toLowerCase(),
    };
  }
  // Without the flags g and y: an expression with one of them remembers where it stopped.
  const expression = new RegExp(label.source, label.flags.replace(/[gy]/g, ""));
  return { words: `label ${label}`, holds: (item) => expression.test(item.label) };
}
