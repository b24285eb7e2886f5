/**
 * The figures of `bench/scale.mjs` with their targets. `row` is the measurement that yields a figure, which `--only` selects. A ratio is
 * that of medians of wall times (or of rates) in the same run.
 */
const figures = [
  {
    id: "up",
    row: "up",
    title: "`up` of 100 instances of 20 s, compared with 100 no-op dynamic resources and 20 s",
    target: { max: 1 },
  },
  {
    id: "up-without-lag",
    row: "up",
    title: "the same, if lists do not lag behind views",
    target: { max: 1 },
  },
  {
    id: "up-named",
    row: "up",
    title: "the same, compared with the minimum cost of dynamic resources",
    target: { max: 1 },
  },
  { id: "up-calls", row: "up", title: "calls besides the creates", target: { max: 25 } },
  {
    id: "destroy-calls",
    row: "up",
    title: "`destroy` of 100: calls besides the deletes and one confirming view each",
    target: { max: 10 },
  },
  { id: "refresh-calls", row: "refresh", title: "`refresh` of 500: calls", target: { max: 3 } },
  {
    id: "refresh",
    row: "refresh",
    title: "`refresh` of 500, compared with 500 no-op dynamic resources",
    target: { max: 1.2 },
  },
  {
    id: "refresh-named",
    row: "refresh",
    title: "the same, compared with the minimum cost of dynamic resources",
    target: { max: 1.2 },
  },
  {
    id: "unchanged",
    row: "unchanged",
    title: "unchanged `up` of 1,000, compared with 1,000 no-op dynamic resources",
    target: { max: 1.15 },
  },
  {
    id: "unchanged-named",
    row: "unchanged",
    title: "the same, compared with the minimum cost of dynamic resources",
    target: { max: 1.15 },
  },
  {
    id: "new",
    row: "unchanged",
    title: "`up` of 1,000 new instances that take 20 s each, compared with 20 s plus 20 ms each",
    target: { max: 1 },
  },
  {
    id: "views",
    row: "views",
    title: "rate of 1,000 client views, 16 at a time, compared with bare axios",
    target: { min: 0.85 },
  },
  {
    id: "upload",
    row: "upload",
    title: "rate of an upload of 1 GiB, compared with `curl -T`",
    target: { min: 0.95 },
  },
  { id: "upload-memory", row: "upload", title: "memory growth of that upload in MiB", target: { below: 32 } },
  {
    id: "load-program",
    row: "loading",
    title: "loading `pulumi-nodecloud` in a program, compared with `@pulumi/pulumi` alone",
    target: { max: 1.05 },
  },
  {
    id: "load-provider",
    row: "loading",
    title: "loading `pulumi-nodecloud/provider`, compared with axios and zod alone",
    target: { max: 1.5 },
  },
  {
    id: "types",
    row: "types",
    title:
      "type-checking a program of 20 lines without `skipLibCheck`, compared with one that uses `@pulumi/pulumi` alone",
    target: { max: 1.1 },
  },
];

/** Whether a measured value reaches a target. */
function isReached(value, { max, min, below }) {
  if (max !== undefined) return value <= max;
  if (min !== undefined) return value >= min;
  return value < below;
}

function describeTarget({ max, min, below }) {
  if (max !== undefined) return `at most ${max}`;
  return min !== undefined ? `at least ${min}` : `under ${below}`;
}

module.exports = { figures, isReached, describeTarget };
