import { spawnSync } from "node:child_process";

const engines = ["embedded", "pulumi"] as const;
export type EngineName = (typeof engines)[number];

/** Whether the Pulumi CLI is there; it need not be. */
export const hasPulumi = spawnSync("pulumi", ["version"]).status === 0;

/** A test that runs with each engine there is. */
export function onEveryEngine(
  sentence: string,
  test: (engine: EngineName) => Promise<void>,
  milliseconds: number,
) {
  it(`${sentence}, with the embedded engine`, () => test("embedded"), milliseconds);
  (hasPulumi ? it : it.skip)(`${sentence}, with the Pulumi CLI`, () => test("pulumi"), 3 * milliseconds);
}

if (!hasPulumi)
  console.info("There is no `pulumi` on the PATH: the whole runs use the embedded engine alone.");
