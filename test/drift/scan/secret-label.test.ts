import { formatReport, reportFormats } from "../../../src/drift";
import { Secret } from "../../../src/state";
import { declare, TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { failuresOf, instancesIn, smallInstance } from "../../resources/programs";
import { rowsOf, scan } from "./recorded";

const label = "hush-hush-7";

/** An instance whose label is a secret in the program. */
async function createdInstance() {
  const stack = new TestStack();
  const up = await stack.up(async (register) => {
    await register(declare("Instance", "web", { ...smallInstance, label: new Secret(label) }));
    return {};
  });
  expect(failuresOf(up)).toEqual([]);
  await advanceUntilIdle(stack);
  const [{ id } = { id: 0 }] = instancesIn(stack);
  return { stack, id };
}

it.each([
  ["changed Instance region", { region: "eu-west" }, false],
  ["informational Instance group", { group: "theirs" }, true],
  ["inMotion Instance", { status: "migrating" }, false],
])("no report contains the secret label of an object: %s", async (row, change, allFields) => {
  const { stack, id } = await createdInstance();
  stack.emulator.control.changeInstance(id, change);
  const report = await scan(stack, { unmanaged: false, allFields });
  expect(rowsOf(report)).toContain(row);
  const live = await stack.clock.run(stack.services().client.instances.view({ instanceId: id }));
  expect(live.label).toBe(label);
  for (const format of reportFormats) {
    const text = formatReport(report, format, { all: true });
    expect(text).toContain("Instance");
    expect(text).not.toContain(label);
  }
});
