/**
 * Changes the code of folders in small ways (negates a condition, drops a block, moves a bound), one at a time, and reports
 * which changes no test notices, with a score per folder. Runs Stryker on the tests that run in process; see docs/testing.md.
 *
 *   npm run mutate -- src/lifecycle                                      every line
 *   npm run mutate -- src/lifecycle src/resources --sample 30 --seed 7   30 random places of 10 lines in each
 *   npm run mutate -- src/lifecycle --tests "test/(lifecycle|plugin)"    only with the tests whose paths match
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { parseArgs } from "node:util";
import { Stryker } from "@stryker-mutator/core";

/** Lines in one place of a sample. */
const placeSize = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", default: "test/" },
    concurrency: { type: "string", default: "2" },
    report: { type: "string", default: "mutants.json" },
  },
});
const targets = positionals.map((path) => normalize(path).replace(/\/$/, ""));
if (targets.length === 0) {
  console.error(
    "Usage: npm run mutate -- <folder or file>... [--sample places] [--seed number] [--tests pattern] [--concurrency processes] [--report file]",
  );
  process.exit(64);
}

const results = await new Stryker({
  mutate: targets.flatMap((target) => {
    const files = filesIn(target);
    return values.sample === undefined ? files : placesIn(files, Number(values.sample), Number(values.seed));
  }),
  mutator: { excludedMutations: ["StringLiteral"] },
  ignoreStatic: true,
  plugins: ["@stryker-mutator/jest-runner", join(import.meta.dirname, "mutation-runner.mjs")],
  testRunner: "jest-covering-files",
  coverageAnalysis: "perTest",
  jest: {
    configFile: "jest.mutate.config.cjs",
    config: { testRegex: [`${values.tests}.*\\.test\\.ts$`] },
  },
  disableTypeChecks: false,
  concurrency: Number(values.concurrency),
  // Under load, the tests of one folder may take a while.
  dryRunTimeoutMinutes: 60,
  timeoutMS: 20_000,
  reporters: ["progress", "survivors"],
  tempDirName: ".mutants",
  ignorePatterns: ["build", "dist", "examples", "bench"],
}).runMutationTest();

writeFileSync(values.report, JSON.stringify(results, undefined, 2));
for (const target of targets) {
  const mutants = results.filter(({ fileName }) => isIn(fileName, target));
  const killed = mutants.filter(({ status }) => status === "Killed" || status === "Timeout");
  const survived = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const total = killed.length + survived.length;
  const score = total === 0 ? "no mutants" : `${((100 * killed.length) / total).toFixed(1)} %`;
  console.log(`${target}: ${killed.length} of ${total} killed (${score})`);
}

function isIn(fileName, target) {
  const path = relative(".", fileName);
  return path === target || path.startsWith(`${target}/`);
}

function filesIn(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true })
    .map((name) => join(path, String(name)))
    .filter((name) => name.endsWith(".ts") && !/(\.generated|\bindex)\.ts$/.test(name))
    .sort();
}

/** Random places in files, each as likely as its number of lines, as Stryker writes ranges. */
function placesIn(paths, count, seed) {
  const places = paths.flatMap((path) => {
    const lines = readFileSync(path, "utf8").split("\n").length;
    return Array.from({ length: Math.ceil(lines / placeSize) }, (_, at) => {
      const first = at * placeSize + 1;
      return `${path}:${first}-${Math.min(first + placeSize - 1, lines)}`;
    });
  });
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const chosen = [];
  while (chosen.length < count && places.length > 0) {
    chosen.push(...places.splice(Math.floor(random() * places.length), 1));
  }
  return chosen.sort();
}
