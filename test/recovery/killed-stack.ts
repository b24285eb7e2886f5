import { readOrigin } from "../../src/lifecycle";
import { revealMap, type Snapshot } from "../../src/state";
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
export async function killWithLostResponse(options: StackOptions = {}, inputs = {}): Promise<TestStack> {
  const stack = await killedCreate(options, inputs);
  const { intents } = stack.services();
  for (const { id: _, ...intent } of intents.unfinished()) await intents.save(intent);
  return stack;
}

/** A stack that has instance 1, and an unfinished record which says that its create created instance 2. */
export async function recordOfAnother(): Promise<TestStack> {
  const stack = new TestStack();
  await stack.up(webInstance());
  const { intents, address, client } = stack.services();
  const made = await stack.clock.run(client.instances.create({ region: "us-east", type: "g1-nano-1" }));
  const origin = readOrigin(revealMap(webOf(stack)[0]?.inputs ?? {}).origin);
  if (origin === undefined) throw new Error("The inputs have no origin.");
  stack.endPlugin();
  const { label } = made;
  await intents.save({ origin, address, id: String(made.id), label, before: [], at: stack.clock.now() });
  return stack;
}

export function editState(stack: TestStack, edit: (snapshot: Snapshot) => Snapshot): Promise<void> {
  return stack.store.save(edit(stack.store.snapshot));
}

export function dropPendingOperations(stack: TestStack): Promise<void> {
  return editState(stack, (snapshot) => ({ ...snapshot, pendingOperations: [] }));
}
