/**
 * Compiles tests and sources with ts-jest. For a source that `npm run build` has compiled since its last change it takes the
 * same code from `build`: in a new checkout, compiling every source again would take each worker ten seconds.
 */
const { readFileSync, statSync } = require("node:fs");
const { join, relative, sep } = require("node:path");
const { default: tsJest } = require("ts-jest");

const root = join(__dirname, "..");

module.exports = {
  createTransformer(options) {
    const compiler = tsJest.createTransformer(options);
    return {
      process: (text, path, ...rest) => builtCode(text, path) ?? compiler.process(text, path, ...rest),
      getCacheKey: (...args) => compiler.getCacheKey(...args),
    };
  },
};

function builtCode(text, path) {
  const [folder, ...names] = relative(root, path).split(sep);
  if (folder !== "src") return undefined;
  const built = join(root, "build", ...names).replace(/\.ts$/, ".js");
  const changed = statSync(path).mtimeMs;
  const isCurrent = [built, `${built}.map`].every(
    (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > changed,
  );
  if (!isCurrent) return undefined;
  const map = JSON.parse(readFileSync(`${built}.map`, "utf8"));
  return {
    code: readFileSync(built, "utf8"),
    map: { ...map, sources: [path], sourcesContent: [text] },
  };
}
