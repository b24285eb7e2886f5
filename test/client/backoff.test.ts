import { RetryBudget, retryDelay } from "../../src/client/backoff";
import { VirtualClock } from "../../src/clock";
import { AdjustableClock } from "./adjustable-clock";

it.each([
  [1, 500],
  [2, 1_000],
  [3, 2_000],
  [6, 16_000],
  [7, 20_000],
  [10, 20_000],
])("the delay after attempt %i is random, below %i ms", (attempts, most) => {
  const clock = new VirtualClock();
  for (const chance of [0, 0.5, 0.999]) {
    jest.spyOn(clock, "random").mockReturnValue(chance);
    expect(retryDelay(attempts, clock)).toBe(most * chance);
  }
});

describe("the retries of a minute", () => {
  /** How many retries a budget allows after a number of calls. */
  const budgetOf = (calls: number) => {
    const clock = new AdjustableClock({ now: 0 });
    const budget = new RetryBudget(clock);
    for (let call = 0; call < calls; call++) budget.countCall();
    const takeAll = () => {
      let retries = 0;
      while (retries < 100 && budget.take()) retries++;
      return retries;
    };
    return { clock, budget, takeAll };
  };

  it.each([
    [0, 20],
    [9, 20],
    [10, 21],
    [100, 30],
  ])("with %i calls are at most %i", (calls, retries) => {
    const { takeAll } = budgetOf(calls);
    expect(takeAll()).toBe(retries);
    expect(takeAll()).toBe(0);
  });

  it("are counted with its calls for 60 seconds", async () => {
    const { clock, takeAll } = budgetOf(100);
    expect(takeAll()).toBe(30);
    await clock.advance(59_999);
    expect(takeAll()).toBe(0);
    await clock.advance(1);
    expect(takeAll()).toBe(20);
  });

  it("are not counted for longer when the clock is set back", async () => {
    const { clock, takeAll } = budgetOf(100);
    expect(takeAll()).toBe(30);
    clock.adjustment = -3_600_000;
    await clock.advance(60_000);
    expect(takeAll()).toBe(20);
  });
});
