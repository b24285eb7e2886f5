import { TestStack } from "../../../src/testing";
import { advanceUntilIdle } from "../../advance-until-idle";
import { failuresOf, webInstance } from "../../resources/programs";
import { WatchedStack } from "./watched-stack";

const minute = 60_000;

let one: WatchedStack;
beforeEach(async () => {
  const stack = new TestStack();
  expect(failuresOf(await stack.up(webInstance({ label: "web" })))).toEqual([]);
  await advanceUntilIdle(stack);
  one = await new WatchedStack(stack, { unmanaged: false }).start();
});
afterEach(() => one.stop());

const change = (values: { readonly label?: string; readonly status?: "migrating" | "running" }) =>
  one.stack.emulator.control.changeInstance(1, values);

describe("a watch whose system's clock is set back", () => {
  it.each([
    [2, 3000],
    [45, 3000],
    [1440, 3000],
    [45, 0],
  ])("by %i minutes reads everything, and continues as before, after %i s", async (minutes, seconds) => {
    await one.wait(seconds);
    one.forget();
    one.setBack = minutes * minute;
    await one.wait(60);
    expect(one.rows).toEqual(["scanned interval"]);
    expect(one.events[0]).toMatchObject({ message: "The system's clock was set back. In sync: 0 findings." });
    one.forget();
    change({ label: "other" });
    await one.wait(30);
    expect(one.rows).toEqual(["found changed Instance label"]);
    one.forget();
    await one.wait(3500);
    expect(one.rows).toEqual([]);
    await one.wait(120);
    expect(one.rows).toEqual(["scanned interval"]);
  });

  it("reads what changes on its own as often as before", async () => {
    change({ status: "migrating" });
    await one.wait(1200);
    one.stack.emulator.control.faults.add({ operation: "events.list", effect: { status: 500 } });
    one.setBack = 45 * minute;
    await one.wait(60);
    expect(one.rows).toContain("scanned interval");
    one.forget();
    change({ status: "running" });
    await one.wait(60);
    expect(one.rows).toEqual(["resolved inMotion Instance"]);
  });

  it("holds nothing back for longer because of an update that never ends", async () => {
    one.update = { state: "running", message: "Another run is updating the stack." };
    change({ label: "other" });
    await one.wait(600);
    one.setBack = 45 * minute;
    await one.wait(3750);
    expect(one.rows).toContain("found changed Instance label");
  });
});
