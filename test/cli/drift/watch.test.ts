import { printWatch } from "../../../src/cli/drift/watch";
import type { WatchEvent } from "../../../src/drift";
import { runInProcess } from "../in-process";

const line = { version: 1, time: "2026-11-22T09:00:00.000Z", isComplete: true } as const;
const notice = (verdict: WatchEvent["verdict"]) =>
  ({ ...line, verdict, event: "notice", message: verdict }) as const;

async function* eventsOf(...verdicts: readonly WatchEvent["verdict"][]): AsyncGenerator<WatchEvent> {
  for (const verdict of verdicts) yield notice(verdict);
}

describe("the exit code of a watch", () => {
  it.each([
    ["inSync", 0],
    ["drift", 2],
    ["incomplete", 3],
  ] as const)("follows from its last verdict: %s", async (verdict, code) => {
    const printed: string[] = [];
    const write = async (text: string) => printed.push(text) > 0;
    const ended = await printWatch(eventsOf("drift", "inSync", verdict), { format: "json" }, write);
    expect(ended).toBe(code);
    expect(printed.map((text) => JSON.parse(text).verdict)).toEqual(["drift", "inSync", verdict]);
  });

  it("is that of the last line if the reader closes the output, which ends the watch", async () => {
    let hasEnded = false;
    const events = (async function* () {
      try {
        yield* eventsOf("drift", "inSync", "incomplete");
      } finally {
        hasEnded = true;
      }
    })();
    let left = 1;
    expect(await printWatch(events, { format: "text" }, async () => left-- > 0)).toBe(0);
    expect(hasEnded).toBe(true);
  });
});

it.each([
  [["--interval", "10s"], "require --watch"],
  [["--full-scan-interval", "10m"], "require --watch"],
  [["--watch", "--format", "html"], "--format html applies to a single report"],
  [["--watch", "--output", "json=a.json"], "apply to a single report"],
  [["--watch", "--all"], "apply to a single report"],
  [["--watch", "--show-ignored"], "apply to a single report"],
  [["--watch", "--interval", "1s"], 'The interval "1s" is not a duration from 5s to 1h'],
])("drift %j is a usage error", async (args, message) => {
  const { code, stdout, stderr } = await runInProcess(["drift", "--export", "-", ...args]);
  expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
  expect(stderr).toContain(message);
});
