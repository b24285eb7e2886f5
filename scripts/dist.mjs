// Builds dist, which the package contains, from build, which the compiler writes: the modules that the exports and the command reach,
// without comments, spaces and long local names, and the declarations that the exports reach. Files that are up to date are left as
// they are.
//
// The names of classes, methods and files stay, so that stack traces are readable. `format: "cjs"` also shortens the top-level names of a
// module, so it is not used if the module may have a class. Modules that ES modules import keep the form by which Node.js finds the names of
// their exports.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));
const script = fileURLToPath(import.meta.url);
const { exports, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const entries = Object.values(exports).filter((entry) => typeof entry === "object");
const command = inBuild(bin.nodecloud);
const publicModules = entries.map((entry) => inBuild(entry.default));
const modules = await requiredBy([command, ...publicModules]);
const namedModules = passedOnBy(publicModules);
const declarations = importedBy(entries.map((entry) => inBuild(entry.types)));

removeStale(new Set([...modules, ...declarations]));
await Promise.all(outdated(modules).map(writeModule));
for (const name of outdated(declarations)) {
  const text = readFileSync(join(root, "build", name), "utf8");
  write(
    name,
    text.replace(/^(?: {4})+/gm, (indent) => "\t".repeat(indent.length / 4)),
  );
}
chmodSync(join(root, "dist", command), 0o755);

/** `./dist/client/index.js` is `client/index.js` in build. */
function inBuild(path) {
  return normalize(path).replace(/^dist\//, "");
}

/** These modules and those of the package that they require. */
async function requiredBy(names) {
  const { metafile } = await build({
    ...{
      entryPoints: names,
      absWorkingDir: join(root, "build"),
      outdir: "unused",
      write: false,
      metafile: true,
    },
    ...{
      bundle: true,
      packages: "external",
      platform: "node",
      format: "cjs",
      external: ["*.json"],
      logLevel: "error",
    },
  });
  return Object.keys(metafile.inputs);
}

/** These modules and those whose exports they pass on whole: Node.js finds the names of the exports in all of them. */
function passedOnBy(names) {
  return reachedFrom(names, /^__exportStar\(require\("(\.[^"]*)"\)/gm, ".js");
}

/** These declarations and those of the package that they import. */
function importedBy(names) {
  return [...reachedFrom(names, /\b(?:from |import |import\()"(\.[^"]*)"/g, ".d.ts")];
}

/** These files and all files whose paths in them match the pattern. Paths in examples lead nowhere. */
function reachedFrom(names, pattern, extension) {
  const found = new Set(names);
  for (const name of found) {
    const text = readFileSync(join(root, "build", name), "utf8");
    for (const [, path] of text.matchAll(pattern)) {
      const target = join(dirname(name), path);
      const file = [target + extension, join(target, `index${extension}`)].find((one) =>
        existsSync(join(root, "build", one)),
      );
      if (file !== undefined) found.add(file);
    }
  }
  return found;
}

function outdated(names) {
  const newest = (name) => Math.max(changed(join(root, "build", name)), changed(script));
  return names.filter((name) => changed(join(root, "dist", name)) <= newest(name));
}

function changed(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function writeModule(name) {
  const compiled = readFileSync(join(root, "build", name), "utf8");
  const isNamed = namedModules.has(name);
  const text = isNamed ? compiled : withoutMarks(compiled);
  const { code } = await transform(text, {
    ...{ target: "es2023", sourcefile: name, legalComments: "none" },
    ...(isNamed ? { minifyWhitespace: true } : { minify: true }),
    lineLimit: 120,
    ...(/\bclass\b/.test(text) ? {} : { format: "cjs" }),
  });
  write(name, withoutContinuedLines(code));
}

/** Joins the parts of strings and templates that the line limit has split: Rollup indents modules, and so would change such a string. */
function withoutContinuedLines(code) {
  return code.replace(/(?<!\\)((?:\\{2})*)\\\n/g, "$1");
}

/** Removes the mark of a default export and the list of export names, which only ES modules need: none imports these files. */
function withoutMarks(compiled) {
  const define =
    "const define = (name, get) => Object.defineProperty(exports, name, { enumerable: true, get });";
  const definition =
    /^Object\.defineProperty\(exports, ("\w+"), \{ enumerable: true, get: function \(\) \{ return ([\w.]+); \} \}\);$/gm;
  const text = compiled
    .replace('Object.defineProperty(exports, "__esModule", { value: true });', "")
    .replace(/^(?:exports\.\w+ = )+void 0;$/gm, "");
  return definition.test(text)
    ? text.replace(/^"use strict";$/m, `$&\n${define}`).replace(definition, "define($1, () => $2);")
    : text;
}

function write(name, content) {
  mkdirSync(dirname(join(root, "dist", name)), { recursive: true });
  writeFileSync(join(root, "dist", name), content);
}

function removeStale(expected) {
  if (!existsSync(join(root, "dist"))) return;
  for (const entry of readdirSync(join(root, "dist"), { recursive: true, withFileTypes: true })) {
    const name = join(entry.parentPath, entry.name).slice(join(root, "dist/").length);
    if (entry.isFile() && /\.(js|ts|map|tsbuildinfo)$/.test(name) && !expected.has(name))
      rmSync(join(root, "dist", name));
  }
}
