import { VirtualClock } from "../../src/clock";
import { createLocks } from "../../src/lifecycle/locks";

describe("locks", () => {
  it("run one function at a time for each key, in order, even after one that fails", async () => {
    const clock = new VirtualClock();
    const locks = createLocks();
    const seen: string[] = [];
    const work = (key: string, name: string, ms: number) =>
      locks.run(key, async () => {
        seen.push(`${name} in`);
        await clock.sleep(ms);
        seen.push(`${name} out`);
        if (name === "bad") throw new Error("bad");
        return name;
      });
    const all = [work("a", "bad", 50), work("a", "second", 10), work("b", "other", 20)];
    const results = await clock.run(Promise.allSettled(all));
    expect(seen).toEqual(["bad in", "other in", "other out", "bad out", "second in", "second out"]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("make a function wait for the one that runs, even if it came after an earlier one had ended", async () => {
    const clock = new VirtualClock();
    const locks = createLocks();
    let running = 0;
    const work = () =>
      locks.run("a", async () => {
        running++;
        expect(running).toBe(1);
        await clock.sleep(50);
        running--;
      });
    const late = async () => {
      await clock.sleep(75);
      await work();
    };
    await clock.run(Promise.all([work(), work(), late()]));
  });
});
