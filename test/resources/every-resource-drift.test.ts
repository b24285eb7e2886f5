import { isDeepStrictEqual } from "node:util";
import type { InProcessOutcome, ProgramFunction } from "../../src/engine";
import { revealMap } from "../../src/state";
import type { TestStack } from "../../src/testing";
import { allVariants, bothSettings, createVariant, declareIt } from "./every-resource/create";
import { files } from "./every-resource/files";
import type { ExternalChange } from "./every-resource/tested-resource";
import { failuresOf, stepsOf, warningsOf } from "./programs";

afterAll(() => files.remove());

/** Arguments whose external change leaves a value that the program cannot declare, or not together with its other arguments. */
const withoutDeclarableChange: ReadonlySet<string> = new Set([
  "Image from a file description",
  "OAuthClient confidential public",
  "PaymentMethod that is the default isDefault",
]);

/** The outputs with secrets in plain text, because Jest considers any two secrets equal. */
function plainOutputs(stack: TestStack) {
  return revealMap(stack.outputs("it") ?? {});
}

/** The outputs that a refresh changed; undefined if it changed none. */
function refreshedOutputs(outcome: InProcessOutcome): readonly string[] | undefined {
  expect(failuresOf(outcome)).toEqual([]);
  const [step] = outcome.events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === "refresh" ? [event.step] : [],
  );
  return step?.changed;
}

/** The fields that the engine shows as updated. */
function updatedFields(outcome: InProcessOutcome): readonly string[] {
  return outcome.events.flatMap((event) =>
    event.kind === "stepDone" && event.step.kind === "update" ? event.step.changed : [],
  );
}

/** The arguments that the warnings name. */
function warnedArguments(stack: TestStack): string[] {
  return warningsOf(stack).map(
    (message) => /: (\w+) is .+ and not .+, changed outside the program/.exec(message)?.[1] ?? message,
  );
}

describe.each(allVariants)("%s", (name, resource, variant) => {
  const { recordOf } = resource;

  it.each(bothSettings)("shows no drift after an up, under %s", async (_name, settings) => {
    const { stack, program } = await createVariant(resource, variant, settings);
    const before = plainOutputs(stack);
    expect(refreshedOutputs(await stack.refresh())).toBeUndefined();
    expect(plainOutputs(stack)).toEqual(before);
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.preview(program))).toEqual([]);
    expect(stepsOf(await stack.up(program))).toEqual([]);
    expect(stack.emulator.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    expect(warningsOf(stack)).toEqual([]);
  });

  for (const [argument, change] of Object.entries(variant.externalChanges)) {
    it(`${variant.repairs(argument) ? "repairs" : "warns of"} an external change to ${argument}`, async () => {
      const { stack, program, id } = await createVariant(resource, variant);
      const before = recordOf(stack, id);
      await changeAndRefresh(stack, id, argument, change);
      const after = recordOf(stack, id);
      expect(after).not.toEqual(before);
      expect(warnedArguments(stack)).toEqual(variant.repairs(argument) ? [] : [argument]);
      stack.messages.length = 0;
      const preview = await stack.preview(program);
      expect(failuresOf(preview)).toEqual([]);
      if (variant.repairs(argument)) {
        expect(stepsOf(preview)).toEqual(["update it"]);
        expect(warnedArguments(stack)).toEqual([]);
        expect(updatedFields(preview)).toEqual(argument in (stack.outputs("it") ?? {}) ? [argument] : []);
        expect(recordOf(stack, id)).toEqual(after);
        await expectRepair(stack, program);
        expect(recordOf(stack, id)).toEqual(before);
      } else {
        expect(stepsOf(preview)).toEqual([]);
        expect(warnedArguments(stack)).toEqual([argument]);
        expect(stepsOf(await stack.up(program))).toEqual([]);
        expect(recordOf(stack, id)).toEqual(after);
      }
    });
  }

  for (const { name: argument, change: kind } of resource.arguments) {
    const change = variant.externalChanges[argument];
    const isDeclared = argument in variant.declared && !withoutDeclarableChange.has(`${name} ${argument}`);
    if (kind !== "in place" || change === undefined || !isDeclared || !variant.repairs(argument)) continue;
    it(`sets ${argument} to a value that the object has only according to the state`, async () => {
      const { stack, program, id, inputs } = await createVariant(resource, variant);
      await changeAndRefresh(stack, id, argument, change);
      const { [argument]: value = false } = stack.outputs("it") ?? {};
      const changed = plainOutputs(stack);
      const { snapshot } = stack.store;
      await expectRepair(stack, program);
      await stack.store.save(snapshot);
      const declaring = declareIt(resource, { ...inputs, [argument]: value });
      expect(stepsOf(await stack.preview(declaring))).toEqual(["update it"]);
      await expectRepair(stack, declaring);
      const { outputs = [argument] } = change;
      for (const output of outputs) expect(plainOutputs(stack)[output]).toEqual(changed[output]);
    });
  }

  for (const [other, change] of Object.entries(variant.otherExternalChanges)) {
    it(`repairs an external change that no argument reflects: ${other}`, async () => {
      const { stack, program, id } = await createVariant(resource, variant);
      const before = recordOf(stack, id);
      await changeAndRefresh(stack, id, other, change);
      expect(stepsOf(await stack.preview(program))).toEqual(["update it"]);
      await expectRepair(stack, program);
      expect(recordOf(stack, id)).toEqual(before);
    });
  }
});

/** Makes an external change. A refresh must report it in its outputs, and in no others. */
async function changeAndRefresh(
  stack: TestStack,
  id: string,
  argument: string,
  { make, outputs = [argument] }: ExternalChange,
) {
  const before = plainOutputs(stack);
  await make(stack, id);
  expect(failuresOf(await stack.refresh())).toEqual([]);
  const after = plainOutputs(stack);
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  expect(changed.filter((name) => name !== "updated" && !outputs.includes(name))).toEqual([]);
  expect(changed).toContain(outputs[0]);
}

async function expectRepair(stack: TestStack, program: ProgramFunction) {
  const up = await stack.up(program);
  expect(failuresOf(up)).toEqual([]);
  expect(stepsOf(up)).toEqual(["update it"]);
  expect(warningsOf(stack)).toEqual([]);
  expect(refreshedOutputs(await stack.refresh())).toBeUndefined();
  expect(stepsOf(await stack.preview(program))).toEqual([]);
}
