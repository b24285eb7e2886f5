const config = require("./jest.config.js");

/** For `npm run mutate`: the tests that run in one process, because mutants exist only in the source, not in `dist`. */
module.exports = {
  ...config,
  testEnvironment: "node",
  // Mutants are never taken from `dist`.
  transform: { "^.+\\.ts$": ["ts-jest", { tsconfig: "tsconfig.test.json", diagnostics: false }] },
  // The tests of a file are found by its imports, so that sources have to be among the roots.
  roots: ["<rootDir>/src", "<rootDir>/test"],
  reporters: ["default"],
  testPathIgnorePatterns: [
    "<rootDir>/test/(whole|examples|canary|cli|config)/",
    "<rootDir>/test/engine/(grpc|run)/",
    "<rootDir>/test/emulator/(data-kill|robustness)",
    "<rootDir>/test/(prose-rules|readme)",
    "/node_modules/",
  ],
};
