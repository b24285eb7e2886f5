import "./quick-process.cjs";
import { readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { onEveryEngine } from "../../whole/engines";
import { addSummary, noCounts } from "../counts";
import { files } from "../resources/files";
import { drawProcessHistory } from "./draw";
import { fixedHistories } from "./fixed";
import type { ProcessHistory } from "./history";
import { runProcessHistory } from "./run-process-history";

/** `npm run chaos -- --sockets` sets these variables; see scripts/chaos.mjs. */
const { CHAOS_EXPLORE, CHAOS_REPLAY, CHAOS_ENGINE, CHAOS_RESULT = "" } = process.env;
const isTest = CHAOS_EXPLORE === undefined && CHAOS_REPLAY === undefined;

afterAll(() => files.remove());

if (isTest) {
  describe("over processes and sockets, every promise is kept after", () => {
    for (const [title, history] of Object.entries(fixedHistories)) {
      onEveryEngine(title, async (engine) => void (await runProcessHistory(engine, history)), 60_000);
    }
  });
} else {
  it("explores histories", explore, 24 * 3_600_000);
}

interface Failure {
  readonly number: number;
  readonly message: string;
  readonly history: ProcessHistory;
}

async function explore(): Promise<void> {
  if (CHAOS_REPLAY !== undefined) {
    const history: ProcessHistory = JSON.parse(readFileSync(CHAOS_REPLAY, "utf8"));
    const lines: string[] = [];
    const engine = CHAOS_ENGINE === "pulumi" ? "pulumi" : "embedded";
    const message = await runProcessHistory(engine, history, (line) => lines.push(line)).then(
      () => "It keeps every promise.",
      (error) => `It breaks one: ${error}`,
    );
    writeFileSync(CHAOS_RESULT, `${lines.join("\n")}\n${message}\n`);
    return;
  }
  const { seed, histories, remainder, processes, engine, historyNumber } = JSON.parse(CHAOS_EXPLORE ?? "");
  const counts = noCounts();
  const failures: Failure[] = [];
  const drawn = fc.sample(drawProcessHistory, { seed, numRuns: histories });
  for (const [number, history] of drawn.entries()) {
    if (number % processes !== remainder || (historyNumber !== undefined && number !== historyNumber))
      continue;
    try {
      addSummary(counts, history, await runProcessHistory(engine, history));
    } catch (error) {
      failures.push({ number, message: error instanceof Error ? error.message : String(error), history });
    }
    // A run takes hours, and what it has found so far can be read in the meantime.
    writeFileSync(CHAOS_RESULT, JSON.stringify({ counts, failures }));
  }
}
