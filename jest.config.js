/** Types are checked once by `tsc -p tsconfig.test.json`, not again by every test file. */
module.exports = {
  testEnvironment: "<rootDir>/test/shared-environment.cjs",
  roots: ["<rootDir>/test"],
  transform: {
    "^.+\\.ts$": ["<rootDir>/test/transform.cjs", { tsconfig: "tsconfig.test.json", diagnostics: false }],
  },
  reporters: ["default", "<rootDir>/test/closing-line.cjs"],
  setupFilesAfterEnv: [
    "<rootDir>/test/emulator-behavior.ts",
    "<rootDir>/test/check-emulator-responses.ts",
    "<rootDir>/test/compare-secrets.cjs",
  ],
  moduleNameMapper: {
    "^\\.\\./locales/index\\.cjs$": "<rootDir>/test/zod-locales.cjs",
    "^zod$": "<rootDir>/test/shared-zod.cjs",
    "^fast-check$": "<rootDir>/test/shared-fast-check.cjs",
    "^@npmcli/arborist$": "<rootDir>/test/unused-package.cjs",
  },
  setupFiles: ["<rootDir>/test/cheap-hashes.cjs"],
  testTimeout: 30_000,
  testSequencer: "<rootDir>/test/sequencer.cjs",
  // For two processors: while tests of one worker wait for processes that they started, the others run.
  maxWorkers: 3,
  // The more memory a worker has, the longer it takes to start a process.
  workerIdleMemoryLimit: "500MB",
};
