/** fast-check, which the test files of a worker share like the sources: its tables of all characters take seconds to build. */
const { loadShared } = require("./shared-modules.cjs");

const fastCheck = require.resolve("../node_modules/fast-check/lib/cjs/fast-check.js");
module.exports = globalThis[loadShared]?.(fastCheck) ?? require(fastCheck);
