import type { FaultRuleInput } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import { declare, TestStack } from "../../src/testing";
import { emptyProgram, failuresOf, smallInstance, warningsOf, webInstance } from "./programs";

const sentencesIn = (message: string) => message.split(/(?<=[.?!])\s+(?=[A-Z`])/);
const short = { create: "2m", update: "1m", delete: "1m" };
const cloned: ProgramFunction = async (register) => {
  const { outputs } = await register(declare("Instance", "source", smallInstance));
  await register(declare("Instance", "copy", { cloneFrom: { instanceId: Number(outputs.instanceId) } }));
  return {};
};

const cases: readonly (readonly [string, ProgramFunction, ProgramFunction | undefined, FaultRuleInput[]])[] =
  [
    [
      "a rejected setup step",
      webInstance({ watchdogEnabled: false }),
      undefined,
      [{ operation: "instances.update", effect: { status: 422 } }],
    ],
    [
      "a setup step without permission",
      webInstance({ watchdogEnabled: false }),
      undefined,
      [{ operation: "instances.update", effect: { status: 403 } }],
    ],
    [
      "a hint after a setup step that stays rejected",
      webInstance(),
      webInstance({ backupsEnabled: true }),
      [{ operation: "backups.enable", effect: { status: 403 } }],
    ],
    [
      "failing polls until the timeout",
      webInstance({ timeouts: short }),
      undefined,
      [{ operation: "instances.view", effect: { status: 500 } }],
    ],
    [
      "an unresolved create",
      webInstance({ timeouts: short }),
      undefined,
      [
        { operation: "instances.create", when: "after", effect: { reset: true } },
        { operation: "instances.list", effect: { status: 500 } },
      ],
    ],
    [
      "a create that was probably not carried out",
      webInstance({ timeouts: { create: "2m" } }),
      undefined,
      [{ operation: "instances.create", effect: { status: 500 } }],
    ],
    [
      "a clone that stays rejected",
      cloned,
      undefined,
      [{ operation: "instances.clone", effect: { status: 403 } }],
    ],
    [
      "a delete without a response",
      webInstance({ timeouts: short }),
      emptyProgram,
      [{ operation: "instances.delete", effect: { status: 500 } }],
    ],
  ];

describe("a message that contains the error of a call", () => {
  it.each(cases)("has at most three sentences: %s", async (_, first, second, faults) => {
    const stack = new TestStack();
    if (second !== undefined) expect(failuresOf(await stack.up(first))).toEqual([]);
    for (const rule of faults) stack.emulator.control.faults.add(rule);
    const messages = [...failuresOf(await stack.up(second ?? first)), ...warningsOf(stack)];
    expect(messages.join("\n")).toMatch(/ \((GET|POST|PUT|DELETE) \/v4\/|\((GET|POST|PUT|DELETE) \//);
    expect(messages.filter((message) => sentencesIn(message).length > 3)).toEqual([]);
  });
});
