import { unknown } from "../../src/state";
import { TestStack } from "../../src/testing";
import { declareAll, type Inputs } from "./declare-all";
import { callsTo, failuresOf } from "./programs";

const saturday = { instanceId: 1, day: "Saturday", window: "W10" };

/** Invalid arguments: a description, what replaces valid arguments, and the expected message. */
const invalidArguments: readonly (readonly [string, Inputs, RegExp])[] = [
  ["a missing instance", { instanceId: undefined }, /^instanceId: is required\. Set it to the id/],
  ["an instance id that is a string", { instanceId: "1" }, /^instanceId: must be a number; it is "1"\.$/],
  ["the instance id 0", { instanceId: 0 }, /^instanceId: must be at least 1; it is 0\.$/],
  [
    "an instance id that is a fraction",
    { instanceId: 1.5 },
    /^instanceId: must be an integer; it is 1\.5\.$/,
  ],
  ["a missing day", { day: undefined }, /^day: is required\. Set it to a day of the week/],
  ["a day that is a number", { day: 6 }, /^day: must be a string; it is 6\.$/],
  ["an empty day", { day: "" }, /^day: must have at least 1 character; it is ""\.$/],
  ["a missing window", { window: undefined }, /^window: is required\. Set it to a time window/],
  ["a window that is a number", { window: 10 }, /^window: must be a string; it is 10\.$/],
  ["an empty window", { window: "" }, /^window: must have at least 1 character/],
  [
    "an unknown onDelete",
    { onDelete: "retain" },
    /^onDelete: must be one of "cancel", "keep"; it is "retain"\.$/,
  ],
  [
    "the adoption of another instance",
    { adopt: 2 },
    /^adopt: is the id of the instance whose .* a different id \(1\)/,
  ],
  [
    "a timeout that is not a duration",
    { timeouts: { delete: "never" } },
    /^timeouts\.delete: must be a duration/,
  ],
  [
    "an unknown argument",
    { hour: 3 },
    /^hour: is not an argument of this backup schedule; its arguments are .*window/,
  ],
];

describe("checking the arguments of a backup schedule", () => {
  it.each(invalidArguments)("refuses %s before any request is sent", async (_, inputs, message) => {
    const stack = new TestStack();
    for (const run of ["preview", "up"] as const) {
      const outcome = await stack[run](declareAll("BackupSchedule", { weekly: { ...saturday, ...inputs } }));
      const lines = failuresOf(outcome).join("\n").split("\n");
      expect(lines.some((line) => message.test(line.trim().replace(/^.*?: (?=\w+[\w[\].]*: )/, "")))).toBe(
        true,
      );
    }
    expect(callsTo(stack)).toEqual([]);
  });

  it("requires none of them once the schedule exists", async () => {
    const stack = new TestStack();
    await stack.clock.run(stack.services().client.instances.create({ region: "us-east", type: "g1-nano-1" }));
    await stack.clock.advance(600_000);
    for (const weekly of [saturday, {}])
      expect(failuresOf(await stack.up(declareAll("BackupSchedule", { weekly })))).toEqual([]);
    const { instances } = stack.emulator.control.world();
    expect(instances).toMatchObject([{ id: 1, backups: { enabled: true, day: "Saturday" } }]);
  });

  it("accepts values that a preview does not know yet", async () => {
    const stack = new TestStack();
    const unknowns = { instanceId: unknown, day: unknown, window: unknown, onDelete: unknown };
    const schedules = { weekly: unknowns, adopted: { ...saturday, adopt: unknown } };
    const outcome = await stack.preview(declareAll("BackupSchedule", schedules));
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts.created).toBe(2);
    expect(callsTo(stack)).toEqual([]);
  });
});
