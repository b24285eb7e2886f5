// Prints path and arguments of a Chromium that starts on this machine, `{ path, args }`, or the reason why there is none, `{ reason }`.
// It is a separate process, because tests must know it while they are declared.
const { existsSync, mkdirSync } = require("node:fs");
const { delimiter, join } = require("node:path");
const { chromium } = require("playwright-core");

const args = ["--no-sandbox", "--disable-gpu"];

// The package unpacks 200 MB into the folder for temporary files. This folder stays with the project.
const cache = join(__dirname, "../node_modules/.cache/chromium");
mkdirSync(cache, { recursive: true });
process.env.TMPDIR = cache;

async function packaged() {
  const { default: browser } = await import("@sparticuz/chromium");
  browser.setGraphicsMode = false;
  return await browser.executablePath();
}

function installed() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  const path = paths.find((candidate) => existsSync(candidate));
  if (path === undefined) throw new Error("There is no Chromium on the PATH.");
  return path;
}

async function find() {
  const reasons = [];
  for (const candidate of [packaged, installed]) {
    try {
      const path = await candidate();
      const browser = await chromium.launch({ executablePath: path, args });
      await browser.close();
      return { path, args };
    } catch (error) {
      reasons.push(String(error?.message ?? error).split("\n")[0]);
    }
  }
  return { reason: reasons.join(" ") };
}

find().then((result) => process.stdout.write(JSON.stringify(result)));
