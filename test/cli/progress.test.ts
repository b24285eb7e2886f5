import { setImmediate as turn } from "node:timers/promises";
import { startProgress } from "../../src/cli/progress";
import { VirtualClock } from "../../src/clock";

function terminal({ isTTY = true, columns = 80 }: { isTTY?: boolean; columns?: number } = {}) {
  let text = "";
  const write = (chunk: unknown) => {
    text += String(chunk);
    return true;
  };
  const output = { isTTY, columns, write };
  const written = () => {
    const now = text;
    text = "";
    return now;
  };
  return { output, written };
}

async function advance(clock: VirtualClock, ms: number): Promise<void> {
  await clock.advance(ms);
  await turn();
}

it("shows nothing for a second, then the latest text every second, and erases it", async () => {
  const { output, written } = terminal();
  const clock = new VirtualClock();
  const progress = startProgress("Reading", { output, clock, env: {} });
  await advance(clock, 999);
  expect(written()).toBe("");
  await advance(clock, 1);
  expect(written()).toBe("\rReading (1 s)\u001b[K");
  progress.show("5 images\u001b[31m\nlisted");
  expect(written()).toBe("");
  await advance(clock, 1000);
  expect(written()).toBe("\r5 images\\u000alisted (2 s)\u001b[K");
  progress.close();
  expect(written()).toBe("\r\u001b[K");
  progress.close();
  await advance(clock, 5000);
  expect(written()).toBe("");
});

it("writes nothing if the work is done within a second", async () => {
  const { output, written } = terminal();
  const clock = new VirtualClock();
  startProgress("Reading", { output, clock, env: {} }).close();
  await advance(clock, 5000);
  expect(written()).toBe("");
});

it("never fills the last column, so that the line does not wrap", async () => {
  const { output, written } = terminal({ columns: 10 });
  const clock = new VirtualClock();
  const progress = startProgress("Reading everything", { output, clock, env: {} });
  await advance(clock, 1000);
  expect(written()).toBe("\rReading e\u001b[K");
  progress.close();
});

it.each([
  ["a pipe", { isTTY: false }, {}],
  ["a terminal that cannot erase", { isTTY: true }, { TERM: "dumb" }],
])("writes a line every 30 s to %s", async (_, options, env) => {
  const { output, written } = terminal({ ...options, columns: 10 });
  const clock = new VirtualClock();
  const progress = startProgress("Reading", { output, clock, env });
  await advance(clock, 29_999);
  expect(written()).toBe("");
  await advance(clock, 1);
  expect(written()).toBe("Reading (30 s)\n");
  progress.show("Listing");
  await advance(clock, 30_000);
  progress.close();
  await advance(clock, 60_000);
  expect(written()).toBe("Listing (60 s)\n");
});
