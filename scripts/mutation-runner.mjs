/**
 * Stryker's runner for Jest, with fewer tests for each mutant: only the files whose tests run the changed code, the cheapest first, up
 * to the first failure. Stryker's own runs every file that imports the changed one, and cannot stop at a failure.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { relative } from "node:path";
import { strykerPlugins as jestPlugins } from "@stryker-mutator/jest-runner";

/** The list of tests, for all processes, in the working directory (a copy of the project). */
const testsFile = ".mutation-tests.json";

class CoveringFilesRunner {
  #jest;
  #tests;

  constructor(jest) {
    this.#jest = jest;
  }

  capabilities() {
    return this.#jest.capabilities();
  }

  init() {
    return this.#jest.init();
  }

  async dryRun(options) {
    const result = await this.#jest.dryRun(options);
    if (result.status === "complete") {
      const tests = result.tests.map(({ id, fileName, timeSpentMs }) => ({ id, fileName, timeSpentMs }));
      writeFileSync(testsFile, JSON.stringify(tests));
    }
    return result;
  }

  async mutantRun(options) {
    let nrOfTests = 0;
    for (const { fileName, ids } of this.#filesOf(options.testFilter)) {
      const result = await runFile(this.#jest, fileName, { ...options, testFilter: ids });
      if (result.status !== "survived") return result;
      nrOfTests += result.nrOfTests;
    }
    return { status: "survived", nrOfTests };
  }

  /** The files that contain these tests (or any tests), fastest first. */
  #filesOf(testIds) {
    this.#tests ??= JSON.parse(readFileSync(testsFile, "utf8"));
    const wanted = testIds && new Set(testIds);
    const files = new Map();
    for (const { id, fileName, timeSpentMs } of this.#tests) {
      if (wanted && !wanted.has(id)) continue;
      const file = files.get(fileName) ?? { fileName, ids: [], timeSpentMs: 0 };
      files.set(fileName, file);
      file.ids.push(id);
      file.timeSpentMs += timeSpentMs;
    }
    return [...files.values()].sort((one, other) => one.timeSpentMs - other.timeSpentMs);
  }
}

/** Runs tests of one file. Stryker's own runner determines the test files from the changed file that its method `run` receives. */
async function runFile(jest, fileName, options) {
  jest.run = (settings) =>
    Object.getPrototypeOf(jest).run.call(jest, {
      ...settings,
      fileNamesUnderTest: undefined,
      testFiles: [fileName],
    });
  try {
    return await jest.mutantRun(options);
  } finally {
    delete jest.run;
  }
}

const [{ factory }] = jestPlugins;
const createRunner = (injector) => new CoveringFilesRunner(injector.injectFunction(factory));
createRunner.inject = ["$injector"];

/** Prints each surviving mutant immediately, because a run takes a long time. */
class SurvivorsReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    const text = replacement.replace(/\s+/g, " ").slice(0, 100);
    console.log(`${relative(".", fileName)}:${location.start.line} ${mutatorName} -> ${text} (${status})`);
  }
}

export const strykerPlugins = [
  { kind: "TestRunner", name: "jest-covering-files", factory: createRunner },
  { kind: "Reporter", name: "survivors", injectableClass: SurvivorsReporter },
];
