import { type Clock, realClock } from "../../src/clock";
import { EmulatorClock } from "../../src/emulator/emulator-clock";

/** An emulator's clock, and the base clock that it runs on. */
function startClock(speed: number) {
  const base = { time: 1_000_000 };
  const clock: Clock = { ...realClock, now: () => base.time };
  return { base, clock: new EmulatorClock(clock, speed) };
}

describe("the emulator's clock", () => {
  it("runs at its speed", () => {
    const { base, clock } = startClock(20);
    base.time += 3;
    expect(clock.now()).toBe(1_000_060);
    base.time += 2;
    expect(clock.now()).toBe(1_000_100);
  });

  it("is stopped while it is frozen, and can be advanced", () => {
    const { base, clock } = startClock(20);
    clock.freeze(true);
    base.time += 1000;
    expect(clock.now()).toBe(1_000_000);
    clock.advance(5);
    clock.freeze(false);
    expect(clock.now()).toBe(1_000_005);
    base.time += 1;
    expect(clock.now()).toBe(1_000_025);
  });

  it("continues immediately when its base clock is set back", () => {
    const { base, clock } = startClock(20);
    base.time += 100_000;
    const before = clock.now();
    base.time -= 60_000;
    expect(clock.now()).toBe(before);
    base.time += 10;
    expect(clock.now()).toBe(before + 200);
    expect(clock.save()).toMatchObject({ time: before + 200, outside: base.time });
  });

  it("has continued since it was saved, unless the base clock was set back", () => {
    const { base, clock } = startClock(20);
    const saved = clock.save();
    base.time += 10;
    clock.resume(saved);
    expect(clock.now()).toBe(1_000_200);
    base.time -= 500;
    clock.resume(saved);
    expect(clock.now()).toBe(1_000_000);
    base.time += 1;
    expect(clock.now()).toBe(1_000_020);
  });
});
