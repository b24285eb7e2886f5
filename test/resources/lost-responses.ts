import type { FaultRuleInput } from "../../src/emulator";

/** Faults after which the client cannot know whether the service carried out the request. */
export const lostResponses: readonly (readonly [name: string, effect: FaultRuleInput["effect"]])[] = [
  ["a reset connection", { reset: true }],
  ["a 408", { status: 408 }],
  ["a 500", { status: 500 }],
  ["a proxy's 502", { html: 502 }],
  ["a 503", { status: 503 }],
  ["a timeout", { hang: true }],
  ["a truncated body", { truncated: true }],
  ["a body that is not JSON", { garbage: true }],
];
