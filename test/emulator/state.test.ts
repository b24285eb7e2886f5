import { VirtualClock } from "../../src/clock";
import { State } from "../../src/emulator/state";

test("what comes due is carried out and counted in the very call that lets the time pass", () => {
  const unset = { seed: undefined, speed: undefined, world: undefined, folder: undefined };
  const state = new State({ clock: new VirtualClock(), brand: "node", settings: {}, ...unset });
  const day = 24 * 60 * 60 * 1000;
  expect(state.pass(day)).toBe(0);
  // A month ends in both accounts.
  expect(state.pass(31 * day)).toBe(2);
  expect(state.pass(0)).toBe(0);
});
