const { join, relative, sep } = require("node:path");

const root = join(__dirname, "..");

/** The global function of `shared-environment.cjs` that loads a compiled source. Undefined where nothing is shared. */
exports.loadShared = Symbol.for("pulumi-nodecloud:load-shared");

/** The compiled form of a source, from the source's path. Undefined for any other file. */
exports.builtPath = function builtPath(path) {
  const [folder, ...names] = relative(root, path).split(sep);
  return folder === "src" ? join(root, "build", ...names).replace(/\.ts$/, ".js") : undefined;
};
