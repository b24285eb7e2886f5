// Builds the site of the documentation into site/dist. With --serve, it also serves it on the loopback until it is interrupted.
// The generator has its own package in site/, so that `npm ci` in the repository need not install it.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const site = fileURLToPath(new URL("../site/", import.meta.url));
const [option, ...others] = process.argv.slice(2);
if ((option !== undefined && option !== "--serve") || others.length > 0) {
  console.error("Usage: npm run docs [-- --serve]");
  process.exit(2);
}

const installed = `${site}node_modules/.package-lock.json`;
const isCurrent =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${site}package-lock.json`).mtimeMs;
// On Windows, npm is a batch file, which only a shell can run.
if (!isCurrent) run("npm", ["ci"], { shell: true });
run(process.execPath, ["node_modules/vitepress/bin/vitepress.js", "build", "."]);
console.log(`The site is in ${site}dist.`);
if (option === undefined) console.log("`npm run docs -- --serve` serves it.");
else
  run(process.execPath, [
    "node_modules/vite/bin/vite.js",
    "preview",
    "--outDir",
    "dist",
    "--host",
    "127.0.0.1",
  ]);

/** Runs a command in the folder of the site. */
function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { ...options, cwd: site, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
