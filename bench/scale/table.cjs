/** The table of `bench/scale.mjs`, in Markdown. */
const { describeTarget, figures, isReached } = require("./figures.cjs");

const columns = [
  "figure",
  "measured",
  "spread",
  "by CPU time",
  "ours: wall (CPU)",
  "compared with: wall (CPU)",
  "target",
  "reached",
];

/**
 * A figure in the table and in the JSON: `value` and, for a ratio, the medians of both sides; or the reason why there is none, as
 * `skipped` or `failed`.
 */
function resultOf(id, measured) {
  const figure = figures.find((one) => one.id === id);
  if (figure === undefined) throw new Error(`There is no figure ${id}.`);
  const { title, target } = figure;
  const reached = measured.value === undefined ? null : isReached(measured.value, target);
  return { id, title, target, ...measured, reached };
}

function formatTable(results) {
  const lines = [columns, columns.map(() => "---"), ...results.map(cellsOf)];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellsOf({
  title,
  engine,
  value,
  spread,
  cpuRatio,
  ours,
  against,
  target,
  reached,
  skipped,
  failed,
}) {
  const name = engine === undefined || engine === "embedded" ? title : `${title}, with \`${engine}\``;
  const shown =
    value === undefined ? (skipped ? `skipped: ${skipped}` : `failed: ${failed}`) : numberOf(value);
  return [
    name,
    shown,
    spread ? spread.map(numberOf).join(" to ") : "",
    cpuRatio === undefined ? "" : numberOf(cpuRatio),
    sideOf(ours),
    sideOf(against),
    describeTarget(target),
    reached === null ? "" : reached ? "yes" : "no",
  ];
}

function sideOf(side) {
  if (side === undefined) return "";
  const cpu = side.cpuSeconds === undefined ? "" : ` (${side.cpuSeconds.toFixed(2)} s)`;
  return `${side.wallSeconds.toFixed(2)} s${cpu}`;
}

function numberOf(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 2 : 1);
}

module.exports = { formatTable, resultOf };
