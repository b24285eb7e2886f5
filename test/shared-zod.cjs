/** zod, which the test files of a worker share like the sources. Loading it for each file would take 45 ms. */
const { loadShared } = require("./shared-modules.cjs");

const zod = require.resolve("../node_modules/zod/index.cjs");
module.exports = globalThis[loadShared]?.(zod) ?? require(zod);
