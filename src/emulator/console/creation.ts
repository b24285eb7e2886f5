import type { Creation } from "./messages";

const maxAgentLength = 200;

/** The record of what a call creates. A comment in the `User-Agent` names the stack: `(stack shop/dev)`. */
export function creationBy(call: number, agent: string | null): Creation {
  const stack = /\(stack ([^\s()]{1,200})\)/.exec(agent ?? "")?.[1] ?? null;
  return { call, agent: agent?.slice(0, maxAgentLength) ?? null, stack };
}
