import { VirtualClock } from "../../src/clock";
import { Runtime } from "../../src/emulator/runtime";

test("an advance of the clock makes the transitions that are due by then, and counts them", () => {
  const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const runtime = new Runtime({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
  const day = 24 * 60 * 60 * 1000;
  expect(runtime.advance(day)).toBe(0);
  // The month ends in both accounts.
  expect(runtime.advance(31 * day)).toBe(2);
  expect(runtime.advance(0)).toBe(0);
});
