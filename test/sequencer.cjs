const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { default: Sequencer } = require("@jest/test-sequencer");

/**
 * The files that take longest start first, so that none of them runs alone at the end: in a fresh checkout Jest does not know how long a
 * file takes. Those that wait for processes alternate with those that need a processor.
 */
const longest = [
  "chaos/chaos",
  "whole/life",
  "whole/references",
  "resources/every-setting",
  "engine/grpc/whole-run",
  "resources/calls",
  "drift/actions/change",
  "cli/unsupported-by-engine",
  "canary/canary",
  "console/page/browser",
  "cli/operation/pending-create",
  "chaos/processes/processes",
].map((name) => join(__dirname, `${name}.test.ts`));

for (const path of longest)
  if (!existsSync(path)) throw new Error(`${path} does not exist. Update the list of ${__filename}.`);

const rankOf = ({ path }) => (longest.includes(path) ? longest.indexOf(path) : longest.length);

module.exports = class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rankOf(one) - rankOf(other));
  }
};
