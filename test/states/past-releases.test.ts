import "../cheap-keys";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramFunction } from "../../src/engine";
import { openPassphrase, readEnvelope, readSnapshot } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { recover } from "../recovery/recovering";
import { failuresOf, stepsOf } from "../resources/programs";

type Program = (make: typeof declare, change: boolean) => ProgramFunction;
const { programs, killed } = jest.requireActual<{
  readonly programs: Readonly<Record<string, Program>>;
  readonly killed: Program;
}>("./programs.cjs");

const releases = readdirSync(__dirname, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const cases = releases.flatMap((version) => Object.keys(programs).map((name) => [version, name] as const));

/** A stack with the state and the world of a file. */
async function stackOf(version: string, name: string): Promise<TestStack> {
  const file = JSON.parse(readFileSync(join(__dirname, version, `${name}.json`), "utf8"));
  const deployment = readEnvelope(file.state, name);
  const secrets = await openPassphrase("past releases", deployment.salt ?? "");
  const stack = new TestStack();
  await stack.clock.advance(Date.parse(file.time) - stack.clock.now());
  stack.emulator.control.load(file.world);
  await stack.store.save(readSnapshot(deployment, name, secrets));
  return stack;
}

it.each(cases)("a state of %s is previewed unchanged, updated and destroyed: %s", async (version, name) => {
  const stack = await stackOf(version, name);
  const program = programs[name]!;
  const ofWorld = () => {
    const { instances, oauth_clients, payment_methods, images } = stack.emulator.control.world();
    const methods = payment_methods.filter(({ state }) => state !== "deleted");
    return [instances, oauth_clients, methods, images.filter(({ is_public }) => !is_public)].flat().length;
  };
  const objects = ofWorld();
  let unchanged = program(declare, false);
  if (name === "stack") {
    expect(stack.store.snapshot.pendingOperations).toHaveLength(1);
    expect((await recover(stack)).map(({ done }) => done?.description)).toEqual([
      expect.stringMatching(/^Record instance \d+ in the state/),
    ]);
    expect(failuresOf(await stack.up(killed(declare, false)))).toEqual([]);
    unchanged = killed(declare, false);
  }
  expect(stepsOf(await stack.preview(unchanged))).toEqual([]);
  expect(stepsOf(await stack.up(unchanged))).toEqual([]);
  expect(ofWorld()).toBe(objects);

  const changed = (name === "stack" ? killed : program)(declare, true);
  const updated = await stack.up(changed);
  expect(failuresOf(updated)).toEqual([]);
  expect(stepsOf(updated).length).toBeGreaterThan(0);
  expect(stepsOf(updated).filter((step) => !step.startsWith("update "))).toEqual([]);
  expect(stepsOf(await stack.preview(changed))).toEqual([]);

  const managed = stack.store.snapshot.resources.filter(({ type }) =>
    /nodecloud:(?!BackupSchedule)/.test(type),
  ).length;
  expect(failuresOf(await stack.destroy())).toEqual([]);
  expect(stack.store.snapshot.resources).toEqual([]);
  expect(ofWorld()).toBe(objects - managed);
});
