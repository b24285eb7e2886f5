import { TestStack } from "../../src/testing";
import { declareBackedUpInstance, emptyInstance, saturday } from "./backup-schedules";
import { declareAll, type Inputs } from "./declare-all";
import { failuresOf } from "./programs";

const declareSchedule = (inputs: Inputs = {}) =>
  declareAll("BackupSchedule", { weekly: { ...saturday, ...inputs } });

/** A stack whose service has an instance with backups, id 1, that another stack manages. */
async function startWithBackups(schedule?: { readonly day: string; readonly window: string }) {
  const stack = new TestStack();
  const { instances, backups } = stack.services().client;
  await stack.clock.run(instances.create({ ...emptyInstance, label: "theirs" }));
  await stack.clock.run(backups.enable({ instanceId: 1 }));
  if (schedule) await stack.clock.run(instances.update({ instanceId: 1, backups: { schedule } }));
  return stack;
}

const warningsOf = ({ messages }: TestStack) =>
  messages.map(({ message }) => message).filter((message) => message.startsWith("The backup service"));

const enabledBefore = "The backup service of instance 1 was enabled before this run.";
const isDeleted =
  'Deleting this resource cancels the service, which deletes all of its backups: to keep them, set `onDelete: "keep"`.';
const isChanged = "This resource changes the schedule from Sunday W2 to Saturday W10.";

describe("a backup schedule of an instance whose service was enabled before", () => {
  it.each([
    ["another schedule", { day: "Sunday", window: "W2" }, {}, [`${enabledBefore} ${isChanged} ${isDeleted}`]],
    ["the declared schedule", { day: "Saturday", window: "W10" }, {}, [`${enabledBefore} ${isDeleted}`]],
    ["no schedule", undefined, {}, [`${enabledBefore} ${isDeleted}`]],
    [
      "another schedule, and `onDelete: keep`",
      { day: "Sunday", window: "W2" },
      { onDelete: "keep" },
      [`${enabledBefore} ${isChanged}`],
    ],
    [
      "the declared schedule, and `onDelete: keep`",
      { day: "Saturday", window: "W10" },
      { onDelete: "keep" },
      [],
    ],
  ])("warns of what the program changes and deletes: %s", async (_, schedule, inputs, warnings) => {
    const stack = await startWithBackups(schedule);
    expect(failuresOf(await stack.up(declareSchedule(inputs)))).toEqual([]);
    expect(warningsOf(stack)).toEqual(warnings);
  });

  it.each([true, false])(
    "causes no warning if the stack has the instance, and the plugin its state: %j",
    async (knowsState) => {
      const stack = new TestStack({ knowsState });
      const backedUp = { backupsEnabled: true };
      expect(failuresOf(await stack.up(declareBackedUpInstance({}, backedUp)))).toEqual([]);
      expect(warningsOf(stack)).toEqual([]);
      const withoutSchedule = declareAll("Instance", { web: { ...emptyInstance, ...backedUp } });
      expect(failuresOf(await stack.up(withoutSchedule))).toEqual([]);
      expect(failuresOf(await stack.up(declareBackedUpInstance()))).toEqual([]);
      expect(warningsOf(stack)).toEqual([]);
    },
  );

  it("causes no warning if the stack manages the schedule under another name", async () => {
    const stack = await startWithBackups();
    await stack.up(declareSchedule());
    const before = warningsOf(stack).length;
    const renamed = declareAll("BackupSchedule", { renamed: saturday });
    expect(failuresOf(await stack.up(renamed))).toEqual([]);
    expect(warningsOf(stack)).toHaveLength(before);
  });
});
