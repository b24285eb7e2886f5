/**
 * Measures how the package scales: the calls of whole runs, and the times of runs, calls, uploads, loading and type-checking compared
 * with the software that they are built on. Run it after `npm run build`. It prints a table, writes it to
 * `bench/results/scale.json` and docs/performance.md. No test depends on the figures.
 *
 *   node bench/scale.mjs [--quick] [--only <row>] [--engine embedded|pulumi]
 *
 * `--quick` checks the bench itself: it measures one pair of small sizes and writes no file. The rows are up, refresh, unchanged, views,
 * upload, loading and types. If `pulumi` is on the PATH, the rows of stacks are measured with it too.
 *
 * - All ratios are measured in this run, in interleaved pairs (A B B A ...). Medians; the spread is that of the pairs. On a machine that
 *   also does other work, compare the CPU times: they include all processes of a run. The service is the emulator
 *   in a process of its own, with its rate limits off. Calls are counted by its request log.
 * - "No-op dynamic resources" are `pulumi.dynamic.Resource`s as the SDK documents them, with all methods of a provider. They have the
 *   arguments of the instances, one of them secret, and as many outputs, so that both sides move and store the same amount of data. They
 *   run in the same engine, without a preview, all resources at a time. The SDK serializes their provider into each of them. "The minimum
 *   cost of dynamic resources" is that of resources that only name their provider, as those of this package do, and have no outputs: a
 *   bound that no resource can reach if it stores what it created.
 * - Node.js processes include the start of Node.js, except views and uploads, which are measured from inside.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { figures } from "./scale/figures.cjs";
import { measureLoading } from "./scale/loading.mjs";
import { hasPulumi } from "./scale/projects.mjs";
import { startService } from "./scale/service.mjs";
import { measureRefresh, measureUnchanged, measureUp } from "./scale/stacks.mjs";
import { formatTable, resultOf } from "./scale/table.cjs";
import { measureTypes } from "./scale/types.mjs";
import { measureUpload } from "./scale/upload.mjs";
import { measureViews } from "./scale/views.mjs";

/** After this time, in minutes, no new round of a comparison begins, so that the whole benchmark takes at most 12 minutes. */
const maxMinutes = 9;

const stacks = { up: measureUp, refresh: measureRefresh, unchanged: measureUnchanged };
const others = { views: measureViews, upload: measureUpload, loading: measureLoading, types: measureTypes };

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    engine: { type: "string" },
  },
});
const rows = Object.keys({ ...stacks, ...others });
if (values.only !== undefined && !rows.includes(values.only)) {
  console.error(`There is no row ${values.only}. The rows are ${rows.join(", ")}.`);
  process.exit(2);
}
const engines = values.engine ? [values.engine] : hasPulumi() ? ["embedded", "pulumi"] : ["embedded"];

const deadline = performance.now() + maxMinutes * 60_000;
const folder = mkdtempSync(join(tmpdir(), "nodecloud-scale-"));
const service = await startService();
const context = { quick: values.quick, folder, service, isOver: () => performance.now() > deadline };
const results = [];

/** With the embedded engine first, in the order of the figures. */
function orderOf({ id, engine }) {
  return figures.findIndex((figure) => figure.id === id) + (engine === "pulumi" ? figures.length : 0);
}

/** Measures a row. If it fails, that is reported, and the other rows are measured all the same. */
async function measureRow(row, measure, engine) {
  const expected = figures.filter((figure) => figure.row === row).map(({ id }) => id);
  console.error(`measuring ${row}${engine ? `, ${engine}` : ""} ...`);
  let measured;
  try {
    if (engine === "pulumi" && context.isOver()) measured = everyFigure({ skipped: "no time is left" });
    else measured = await measure(context, engine);
  } catch (error) {
    console.error(error.message);
    measured = everyFigure({ failed: error.message.split("\n")[0] });
  }
  for (const [id, one] of Object.entries(measured))
    results.push(resultOf(id, { ...(engine && { engine }), ...one }));
  function everyFigure(result) {
    return Object.fromEntries(expected.map((id) => [id, result]));
  }
}

try {
  const isWanted = ([row]) => values.only === undefined || values.only === row;
  for (const [row, measure] of Object.entries(others).filter(isWanted)) await measureRow(row, measure);
  for (const engine of engines) {
    for (const [row, measure] of Object.entries(stacks).filter(isWanted))
      await measureRow(row, measure, engine);
  }
} finally {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
}

if (values.quick) console.error("The sizes are smaller than in the titles: the figures are meaningless.");
results.sort((one, other) => orderOf(one) - orderOf(other));
console.log(formatTable(results));
if (!values.quick && values.only === undefined) {
  const target = new URL("results/", import.meta.url);
  mkdirSync(target, { recursive: true });
  const report = {
    date: new Date().toISOString(),
    node: process.version,
    cpus: availableParallelism(),
    engines,
    results,
  };
  writeFileSync(new URL("scale.json", target), `${JSON.stringify(report, undefined, 2)}\n`);
  writeTable(report);
}

/** Writes the table to the page about performance, between its marks. */
function writeTable({ date, node, cpus, results }) {
  const page = new URL("../docs/performance.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  const marks = ["<!-- begin: written by bench/scale.mjs -->", "<!-- end -->"];
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  const title = `On ${date.slice(0, 10)}, with Node.js ${node.slice(1)} and ${cpus} CPUs:`;
  const table = `${marks[0]}\n\n${title}\n\n${formatTable(results)}\n\n`;
  writeFileSync(page, text.slice(0, begin) + table + text.slice(end));
}
