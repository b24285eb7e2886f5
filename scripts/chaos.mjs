/**
 * Runs random histories of a stack on a virtual clock: runs, changes, faults, kills, external changes and the actions that messages
 * ask the user to take. Each must keep the promises of the README; see docs/reliability.md.
 *
 *   npm run chaos -- --histories 10000 --seed 7 --report   10,000 histories, and new tables in docs/reliability.md
 *   npm run chaos -- --resource Instance                   most resources are instances
 *   npm run chaos -- --seed 7 --histories 100 --only 42    one of these histories
 *   npm run chaos -- --replay history.json                 one history, with its runs, calls and messages
 *   npm run chaos -- --sockets --histories 200 --seed 7    over processes and sockets, with kills by signal
 *
 * A failing history is printed. Without --sockets, it is also shrunk and added to test/chaos/regressions.json.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

const page = "docs/reliability.md";
const regressions = "test/chaos/regressions.json";

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 31)) },
    resource: { type: "string" },
    only: { type: "string" },
    processes: { type: "string" },
    sockets: { type: "boolean", default: false },
    engine: { type: "string", default: "embedded" },
    report: { type: "boolean", default: false },
    replay: { type: "string" },
  },
});
const { sockets, engine, only } = values;
// Over sockets, each history has processes of its own.
const { processes: share = sockets ? "1" : "2" } = values;
const [histories, seed, processes] = [values.histories, values.seed, share].map(Number);
if (![histories, seed, processes].every(Number.isSafeInteger) || histories < 1 || processes < 1) {
  console.error("--histories, --seed and --processes must be integers, the first and the last at least 1.");
  process.exit(64);
}

/** The options that decide how histories run, as printed commands contain them. */
const kind = sockets ? ` --sockets${engine === "embedded" ? "" : ` --engine ${engine}`}` : "";

const folder = mkdtempSync(join(tmpdir(), "nodecloud-chaos-"));
try {
  if (values.replay === undefined) await explore();
  else await replay(values.replay);
} finally {
  rmSync(folder, { recursive: true });
}

async function replay(file) {
  const result = join(folder, "replay.txt");
  await runTests({ CHAOS_REPLAY: file, CHAOS_ENGINE: engine, CHAOS_RESULT: result });
  process.stdout.write(readFileSync(result, "utf8"));
}

async function explore() {
  const startedAt = Date.now();
  const results = await Promise.all(
    Array.from({ length: processes }, async (_, remainder) => {
      const result = join(folder, `${remainder}.json`);
      const exploration = {
        ...{ seed, histories, remainder, processes, resource: values.resource },
        ...{ engine, historyNumber: only === undefined ? undefined : Number(only) },
      };
      await runTests({ CHAOS_EXPLORE: JSON.stringify(exploration), CHAOS_RESULT: result });
      return JSON.parse(readFileSync(result, "utf8"));
    }),
  );
  const minutes = (Date.now() - startedAt) / 60_000;
  const counts = results.map((result) => result.counts).reduce(sum);
  const failures = results.flatMap((result) => result.failures);
  const report = describe(counts, failures, minutes);
  process.stdout.write(report);
  for (const { number, message, history } of failures) {
    console.log(`\nHistory ${number} of seed ${seed}: ${message}`);
    if (sockets) {
      console.log(
        `To repeat it: npm run chaos --${kind} --seed ${seed} --histories ${histories} --only ${number}`,
      );
      console.log(
        `To see its runs and messages, save this in a file: npm run chaos --${kind} --replay <file>`,
      );
    }
    console.log(`${sockets ? "" : "Shrunk: "}${JSON.stringify(history)}`);
  }
  if (failures.length > 0 && !sockets) addRegressions(failures);
  if (values.report) writeReport(report);
  process.exitCode = failures.length > 0 ? 1 : 0;
}

/** Jest compiles the tests and reports why they fail. */
function runTests(environment) {
  const jest = [
    "node_modules/jest/bin/jest.js",
    "--runInBand",
    "--testTimeout=86400000",
    // After a history with sockets, the event loop of Node.js may keep running although everything is closed.
    "--forceExit",
    sockets ? "test/chaos/processes/processes.test.ts" : "test/chaos/chaos.test.ts",
  ];
  const child = spawn(process.execPath, jest, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const output = [];
  child.stderr.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(Buffer.concat(output).toString())),
    );
  });
}

/** Adds the numbers of two objects, at any depth. */
function sum(one, other) {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [left = 0, right = 0] = [one[name], other[name]];
      const isTally = typeof left === "object" || typeof right === "object";
      return [name, isTally ? sum(left === 0 ? {} : left, right === 0 ? {} : right) : left + right];
    }),
  );
}

function describe(counts, failures, minutes) {
  const date = new Date().toISOString().slice(0, 10);
  const resource = values.resource === undefined ? "" : ` --resource ${values.resource}`;
  return [
    `\`npm run chaos --${kind} --histories ${histories} --seed ${seed}${resource}\` on ${date}: ${counts.histories + failures.length} histories in ${minutes.toFixed(0)} min with ${processes} ${processes === 1 ? "process" : "processes"}, ${failures.length} of which broke a promise. The others had ${counts.runs} runs. In ${counts.withUser} of these histories, a message asked the user to do something besides removing \`protect\`.`,
    "",
    table("resource", counts.resources),
    table("provider of a resource", counts.providers),
    table("fault", counts.faults),
    table("run that ended early", counts.stops),
    table("faults in one history", counts.faultCounts),
    table("what a message asked for", counts.actions),
  ].join("\n");
}

function table(title, tally) {
  const rows = Object.entries(tally).sort(([one], [other]) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
  return [
    `| ${title} | histories |`,
    "| --- | --- |",
    ...rows.map(([name, count]) => `| ${name} | ${count} |`),
    "",
  ].join("\n");
}

function addRegressions(failures) {
  const known = JSON.parse(readFileSync(regressions, "utf8"));
  const added = failures.map(({ message, history }) => ({ broke: message.split("\n")[0], history }));
  writeFileSync(regressions, `${JSON.stringify([...known, ...added], undefined, 2)}\n`);
  console.log(`\nAdded to ${regressions}, whose histories every test run repeats.`);
}

function writeReport(report) {
  const text = readFileSync(page, "utf8");
  const name = sockets ? "results over sockets" : "results";
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [before, after] = [text.indexOf(begin) + begin.length, text.indexOf(end)];
  writeFileSync(page, `${text.slice(0, before)}\n\n${report}\n${text.slice(after)}`);
}
