import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VirtualClock } from "../../../src/clock";
import type { RunOutcome } from "../../../src/engine";
import { FileStore } from "../../../src/engine/run/file-store";
import { RunHistory } from "../../../src/engine/run/run-history";
import { emptySnapshot, locateStack, openStack, setConfiguration } from "../../../src/state";
import { temporaryFolder } from "../../state/fixtures";

const folder = temporaryFolder();
const env = { PULUMI_CONFIG_PASSPHRASE: "x", PULUMI_HOME: "/nowhere" };
const outcome = (result: RunOutcome["result"]): RunOutcome => ({
  result,
  counts: {
    created: 2,
    updated: 0,
    replaced: 1,
    deleted: 1,
    unchanged: 3,
    read: 0,
    alreadyDeleted: 2,
    retained: 3,
  },
  outputs: {},
});

/** A run that writes an empty state two minutes after its start. */
async function runWith(
  more: Readonly<Record<string, string>>,
  before: (history: string) => void = () => undefined,
) {
  const cwd = join(folder, "project");
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd);
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\nconfig:\n  size: 3\n");
  const address = { cwd, stack: "dev", env };
  await setConfiguration(address, "token", "t-canary", { secret: true });
  const clock = new VirtualClock({ now: Date.UTC(2025, 2, 1, 8) });
  const opened = await openStack(await locateStack(address), env, { mayCreate: true, dryRun: false });
  const warnings: string[] = [];
  const record = new RunHistory(opened, clock, { ...env, ...more }, (message) => warnings.push(message));
  const store = new FileStore(opened, clock, () => record.backUpState());
  const unlock = await store.lock();
  await store.save(emptySnapshot);
  await clock.advance(120_000);
  before(join(cwd, ".pulumi/history"));
  await unlock();
  await record.recordRun("up", outcome("cancelled"));
  const filesIn = (name: string) => {
    const place = join(cwd, ".pulumi", name, "shop/dev");
    return Object.fromEntries(
      readdirSync(place).map((file) => [file, readFileSync(join(place, file), "utf8")] as const),
    );
  };
  return { filesIn, warnings, state: () => readFileSync(join(cwd, ".pulumi/stacks/shop/dev.json"), "utf8") };
}

const stamp = `${Date.UTC(2025, 2, 1, 8, 2)}000000`;

it("records a run and copies its final state as the CLI does", async () => {
  const { filesIn, warnings, state } = await runWith({});
  const history = filesIn("history");
  expect(Object.keys(history).sort()).toEqual([`dev-${stamp}.checkpoint.json`, `dev-${stamp}.history.json`]);
  expect(history[`dev-${stamp}.checkpoint.json`]).toBe(state());
  expect(filesIn("backups")).toEqual({ [`dev.${stamp}.json`]: state() });
  expect(JSON.parse(history[`dev-${stamp}.history.json`] ?? "")).toEqual({
    kind: "update",
    startTime: Date.UTC(2025, 2, 1, 8) / 1000,
    endTime: Date.UTC(2025, 2, 1, 8, 2) / 1000,
    message: "",
    environment: { "exec.kind": "nodecloud", "runtime.name": "nodejs", "runtime.version": process.version },
    config: { "shop:size": "3", "shop:token": { secure: expect.stringMatching(/^v1:/) } },
    version: 0,
    result: "failed",
    resourceChanges: { create: 2, replace: 1, delete: 6, same: 3 },
  });
  expect(warnings).toEqual([]);
});

it("writes no backup if disabled and only warns if the history cannot be written", async () => {
  const { filesIn, warnings } = await runWith({ PULUMI_DISABLE_CHECKPOINT_BACKUPS: "true" }, (history) =>
    writeFileSync(history, "in the way"),
  );
  expect(warnings).toEqual([
    expect.stringMatching(
      /history or backup of the stack could not be written in .*: .*The state itself is complete/,
    ),
  ]);
  expect(() => filesIn("backups")).toThrow("ENOENT");
});
