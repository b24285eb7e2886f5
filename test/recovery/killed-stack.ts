import type { Snapshot } from "../../src/state";
import { TestStack } from "../../src/testing";
import { instancesIn, webInstance } from "../resources/programs";

export type StackOptions = ConstructorParameters<typeof TestStack>[0];

export const webOf = ({ store }: TestStack) =>
  store.snapshot.resources.filter(({ urn }) => urn.endsWith("::web"));
export const existing = (stack: TestStack) =>
  instancesIn(stack).flatMap(({ id, status }) => (status === "deleting" ? [] : [String(id)]));
export const pendingOf = ({ store }: TestStack) => store.snapshot.pendingOperations.map(({ type }) => type);

/** A stack whose engine was killed before it recorded the create of the instance `web`, which exists. */
export async function killedCreate(options: StackOptions = {}, inputs = {}): Promise<TestStack> {
  const stack = new TestStack(options);
  await stack.killAfterWrites(1, () => stack.up(webInstance(inputs)));
  expect(pendingOf(stack)).toEqual(["creating"]);
  expect(existing(stack)).toHaveLength(1);
  stack.emulator.control.forgetRequests();
  return stack;
}

/** The same, but the plugin was killed as well, so that its record does not know the id. */
export async function lostResponse(options: StackOptions = {}, inputs = {}): Promise<TestStack> {
  const stack = await killedCreate(options, inputs);
  const { intents } = stack.services();
  for (const { id: _, ...intent } of intents.unfinished()) await intents.save(intent);
  return stack;
}

export function editState(stack: TestStack, edit: (snapshot: Snapshot) => Snapshot): Promise<void> {
  return stack.store.save(edit(stack.store.snapshot));
}

export function withoutNotes(stack: TestStack): Promise<void> {
  return editState(stack, (snapshot) => ({ ...snapshot, pendingOperations: [] }));
}
