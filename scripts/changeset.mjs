// Adds a changeset, or makes a release from those that exist: `node scripts/changeset.mjs [version]`. Changesets does not version the root
// of npm workspaces, so it runs in a folder where the package is the only workspace, which npm itself does not accept.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linesOf, releaseChangelog } from "./release-changelog.cjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const changesets = join(root, ".changeset");
const [command = "add", ...others] = process.argv.slice(2);

if (!["add", "version"].includes(command) || others.length > 0) {
  console.error("Usage: npm run changeset, or npm run release");
  process.exitCode = 2;
} else if (command === "add") runChangesets(command);
else release();

function release() {
  const names = readdirSync(changesets).filter((name) => name.endsWith(".md") && name !== "README.md");
  const lines = names.flatMap((name) => linesOf(name, readFileSync(join(changesets, name), "utf8")));
  const before = JSON.parse(read("package.json")).version;
  const version = runChangesets("version");
  if (version === before) {
    console.error("There is no changeset, so there is nothing to release. `npm run changeset` adds one.");
    process.exitCode = 1;
    return;
  }
  edit("package.json", (text) => text.replace(`"version": "${before}"`, `"version": "${version}"`));
  for (const name of readdirSync(join(root, "examples"), { recursive: true }).map(String))
    if (/^[^/]+\/package\.json$/.test(name))
      edit(join("examples", name), (text) =>
        text.replace(`"pulumi-nodecloud": "^${before}"`, `"pulumi-nodecloud": "^${version}"`),
      );
  edit("CHANGELOG.md", (text) =>
    releaseChangelog(text, version, new Date().toISOString().slice(0, 10), lines),
  );
  run("npm", ["install", "--package-lock-only", "--ignore-scripts"], root);
  console.log(
    `Wrote the version ${version}. Review and commit it, and push the tag v${version}: the release workflow publishes it.`,
  );
}

/** Returns the version of the package afterwards. */
function runChangesets(name) {
  const folder = mkdtempSync(join(tmpdir(), "changeset-"));
  try {
    const { name: packageName, version } = JSON.parse(read("package.json"));
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ name: packageName, version, workspaces: ["."] }),
    );
    symlinkSync(changesets, join(folder, ".changeset"));
    const bin = createRequire(import.meta.url).resolve("@changesets/cli/bin.js");
    run(process.execPath, [bin, name], folder);
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).version;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program, args, cwd) {
  const { status } = spawnSync(program, args, { cwd, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

function read(name) {
  return readFileSync(join(root, name), "utf8");
}

function edit(name, change) {
  writeFileSync(join(root, name), change(read(name)));
}
