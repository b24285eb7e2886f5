/**
 * Compiles tests and sources with ts-jest. For a source that `npm run build` has compiled since its last change it takes the
 * same code from `build`: in a new checkout, compiling every source again would take each worker ten seconds. Where test files share
 * the sources (`shared-environment.cjs`), a source is the shared one.
 */
const { createHash } = require("node:crypto");
const { readFileSync } = require("node:fs");
const { default: tsJest } = require("ts-jest");
const { builtPath, isBuilt, loadShared } = require("./shared-modules.cjs");

const ownHash = createHash("sha256").update(readFileSync(__filename)).digest("hex");

const shared = `globalThis[Symbol.for(${JSON.stringify(loadShared.description)})]`;
/** Prepended to the first line of a source. */
const takeShared = `"use strict"; if (${shared}?.(__filename)) { module.exports = ${shared}(__filename); return; } `;
/** Prepended to a test, or to a helper of one, that replaces modules or timers. */
const refuseShared = `"use strict"; if (${shared}) throw new Error("The test file must begin with /** @jest-environment node */, because " + __filename + " replaces modules or timers."); `;

module.exports = {
  createTransformer(options) {
    const compiler = tsJest.createTransformer(options);
    return {
      process(text, path, ...rest) {
        const { code, ...result } = builtCode(text, path) ?? compiler.process(text, path, ...rest);
        return { ...result, code: prefixOf(text, path) + code.replace(/^#!.*/, "") };
      },
      getCacheKey: (...args) => ownHash + compiler.getCacheKey(...args),
    };
  },
};

function prefixOf(text, path) {
  if (builtPath(path) !== undefined) return takeShared;
  return /\bjest\.(mock|doMock|isolateModules|resetModules|useFakeTimers)\(/.test(text) ? refuseShared : "";
}

function builtCode(text, path) {
  const built = builtPath(path);
  if (built === undefined || !isBuilt(path)) return undefined;
  const map = JSON.parse(readFileSync(`${built}.map`, "utf8"));
  return {
    code: readFileSync(built, "utf8"),
    map: { ...map, sources: [path], sourcesContent: [text] },
  };
}
