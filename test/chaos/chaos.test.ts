import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { realClock } from "../../src/clock";
import { addSummary, noCounts } from "./counts";
import { describeFailure, type Exploration, explore } from "./explore";
import type { History } from "./history";
import { runHistory } from "./history-run";
import { drawnClasses } from "./resources";
import { files } from "./resources/files";

/** `npm run chaos` sets these variables; see scripts/chaos.mjs. */
const { CHAOS_EXPLORE, CHAOS_REPLAY, CHAOS_RESULT = "" } = process.env;
/**
 * How many histories get a fresh seed. They may find a bug that the tested change did not introduce, so in CI, where a failure blocks
 * that change, there are none unless it asks for them.
 */
const { CI, CHAOS_FRESH = CI ? "0" : "100" } = process.env;
const isTest = CHAOS_EXPLORE === undefined && CHAOS_REPLAY === undefined;

afterAll(() => files.remove());

const expectNoFailures = async (exploration: Exploration) =>
  expect((await explore(exploration)).map(describeFailure)).toEqual([]);

(isTest ? describe : describe.skip)("random histories of faults, kills, changes and users", () => {
  it("keep every promise with a fixed seed", () => expectNoFailures({ seed: 1, histories: 300 }), 300_000);

  (Number(CHAOS_FRESH) > 0 ? it : it.skip)(
    "keep every promise with a fresh seed",
    async () => {
      const seed = Math.floor(realClock.random() * 2 ** 31);
      await expectNoFailures({ seed, histories: Number(CHAOS_FRESH) });
    },
    600_000,
  );

  const regressions: readonly { readonly broke: string; readonly history: History }[] = JSON.parse(
    readFileSync(join(__dirname, "regressions.json"), "utf8"),
  );
  const plugins = [
    ["knows the state", true],
    ["does not know the state", false],
  ] as const;
  describe.each(plugins)("past failures stay fixed if the plugin %s", (_, knowsState) => {
    it.each(regressions.map(({ broke, history }) => [broke, history] as const))(
      "%s",
      async (_broke, history) => {
        await runHistory({ ...history, knowsState });
      },
    );
  });
});

(CHAOS_EXPLORE === undefined ? it.skip : it)(
  "explores as many histories as are asked for",
  async () => {
    const {
      seed,
      histories,
      resource: name,
      remainder,
      processes,
      historyNumber,
    } = JSON.parse(CHAOS_EXPLORE ?? "");
    const resource = drawnClasses.find((type) => type.toLowerCase() === String(name).toLowerCase());
    if (name !== undefined && resource === undefined) throw new Error(`No resource has the type ${name}.`);
    const counts = noCounts();
    const failures = await explore(
      { seed, histories, resource, share: { remainder, processes }, historyNumber },
      (history, summary) => addSummary(counts, history, summary),
    );
    writeFileSync(CHAOS_RESULT, JSON.stringify({ counts, failures }));
  },
  24 * 3_600_000,
);

(CHAOS_REPLAY === undefined ? it.skip : it)(
  "replays a history",
  async () => {
    const lines: string[] = [];
    try {
      await runHistory(JSON.parse(readFileSync(CHAOS_REPLAY ?? "", "utf8")), (line) => lines.push(line));
      lines.push("It keeps every promise.");
    } catch (error) {
      lines.push(`It breaks one: ${String(error)}`);
    }
    writeFileSync(CHAOS_RESULT, `${lines.join("\n")}\n`);
  },
  600_000,
);
