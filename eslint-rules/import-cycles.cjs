const { readFileSync, statSync } = require("node:fs");
const { basename, dirname, resolve } = require("node:path");
const { preProcessFile } = require("typescript");

/**
 * Refuses a file that imports itself by way of others. Imports of types count: the files of a cycle cannot be read, moved or
 * tested one by one, whether or not anything of the cycle is left at run time.
 */
exports.importCycles = {
  meta: { type: "problem", schema: [], messages: { cycle: "These files import each other: {{cycle}}." } },
  create: (context) => ({
    Program(node) {
      const cycle = shortestCycle(context.filename);
      if (!cycle) return;
      const names = cycle.map((file) => basename(file)).join(" → ");
      context.report({ node, messageId: "cycle", data: { cycle: names } });
    },
  }),
};

/** The files of the shortest way from a file back to itself. Undefined if there is none. */
function shortestCycle(start) {
  const importers = new Map();
  const queue = [start];
  for (const file of queue) {
    for (const imported of importsOf(file)) {
      if (imported === start) return [...wayTo(file, importers), start];
      if (importers.has(imported)) continue;
      importers.set(imported, file);
      queue.push(imported);
    }
  }
  return undefined;
}

function wayTo(file, importers) {
  const importer = importers.get(file);
  return importer ? [...wayTo(importer, importers), file] : [file];
}

const known = new Map();

/** The files below `.` that a file imports. They are read once, and again when the file has changed (an editor's server keeps running). */
function importsOf(file) {
  const { mtimeMs } = statSync(file);
  const entry = known.get(file);
  if (entry?.mtimeMs === mtimeMs) return entry.imports;
  const { importedFiles } = preProcessFile(readFileSync(file, "utf8"), true, true);
  const imports = importedFiles.flatMap(({ fileName }) =>
    fileName.startsWith(".") && !fileName.endsWith(".json")
      ? (moduleFile(resolve(dirname(file), fileName)) ?? [])
      : [],
  );
  known.set(file, { mtimeMs, imports });
  return imports;
}

function moduleFile(path) {
  return [`${path}.ts`, `${path}/index.ts`].find((file) =>
    statSync(file, { throwIfNoEntry: false })?.isFile(),
  );
}
