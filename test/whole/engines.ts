import { spawnSync } from "node:child_process";

export type EngineName = "embedded" | "pulumi";

/** Whether the Pulumi CLI is installed. The tests do not need it. */
export const hasPulumi = spawnSync("pulumi", ["version"]).status === 0;

/** Defines a test for each installed engine. */
export function onEveryEngine(
  title: string,
  test: (engine: EngineName) => Promise<void>,
  milliseconds: number,
) {
  it(`${title}, with the embedded engine`, () => test("embedded"), milliseconds);
  (hasPulumi ? it : it.skip)(`${title}, with the Pulumi CLI`, () => test("pulumi"), 3 * milliseconds);
}

/** The engines that a stack of this engine is also tested with. */
export function testedEngines(engine: EngineName): readonly EngineName[] {
  return engine === "embedded" ? ["embedded"] : ["embedded", engine];
}

if (!hasPulumi) console.info("There is no `pulumi` on the PATH, so only the embedded engine is tested.");
