import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../..");
/** Inside node_modules, so that the package finds its dependencies. */
const cache = join(root, "node_modules/.cache/packed");

/** The folder of this package as npm would install it. `npm run build` must have been run. */
export function packedPackage(): string {
  return join(packedOnce(), "package");
}

/** The file that `npm publish` would upload. */
export function packedTarball(): string {
  const folder = packedOnce();
  const [name = ""] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  return join(folder, name);
}

/** Packs the package once for all tests of a build. Returns a folder with the tarball and what it contains. */
function packedOnce(): string {
  const folder = join(cache, contentKey());
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache))
    if (/^\w+$/.test(name)) rmSync(join(cache, name), { recursive: true });
  const temporary = mkdtempSync(join(cache, "new-"));
  const packed = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--workspaces=false", "--pack-destination", temporary],
    { cwd: root, encoding: "utf8" },
  );
  const [{ filename }] = JSON.parse(packed);
  execFileSync("tar", ["-xzf", join(temporary, filename), "-C", temporary]);
  try {
    renameSync(temporary, folder);
  } catch (error) {
    // Another test file packed it in the meantime.
    rmSync(temporary, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** Changes with every file that can be in the package. */
function contentKey(): string {
  const files = ["dist", "docs", "examples"].flatMap((name) =>
    readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const hash = createHash("sha256");
  for (const file of [...files, join(root, "package.json"), join(root, "README.md")].sort()) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
