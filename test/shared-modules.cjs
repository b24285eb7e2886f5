const { channel } = require("node:diagnostics_channel");
const { readFileSync, statSync } = require("node:fs");
const { join, relative, sep } = require("node:path");

const root = join(__dirname, "..");

/** The key of the global function with which `shared-environment.cjs` loads a compiled source or zod. Undefined where nothing is shared. */
exports.loadShared = Symbol.for("pulumi-nodecloud:load-shared");

/** The path of a source's compiled form, from the source's path. Undefined for any other file. */
exports.builtPath = function builtPath(path) {
  const [folder, ...names] = relative(root, path).split(sep);
  return folder === "src" ? join(root, "build", ...names).replace(/\.ts$/, ".js") : undefined;
};

/** Whether `npm run build` has compiled the current content of a source. The source's time may be later, for example after a checkout. */
exports.isBuilt = function isBuilt(path) {
  const map = `${exports.builtPath(path)}.map`;
  const compiled = statSync(map, { throwIfNoEntry: false });
  if (compiled === undefined) return false;
  if (compiled.mtimeMs > statSync(path).mtimeMs) return true;
  return JSON.parse(readFileSync(map, "utf8")).sourcesContent?.[0] === readFileSync(path, "utf8");
};

/**
 * The emulator's `responseChannel`, by its name, so that tests without an emulator do not load it. It is held as long as a worker runs: when
 * Node 20 collects a channel, it forgets a newer one of the same name, and a test file would subscribe to a channel without messages, or remain
 * subscribed after its end.
 */
exports.responseChannel = channel("pulumi-nodecloud:emulator:response");
