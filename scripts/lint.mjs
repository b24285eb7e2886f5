// Runs the parts of `npm run lint`, the longest first, as many at a time as there are processors. Prints the output of each
// part when it ends, and fails if any part failed.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";

const commands = [
  "tsc -p tsconfig.test.json",
  "eslint .",
  "oxlint src",
  "knip",
  "biome check .",
  "tsc -p examples",
  "tsc -p tsconfig.console.json",
];
const failed = [];

await Promise.all(Array.from({ length: availableParallelism() }, runRemaining));
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

async function runRemaining() {
  for (let command = commands.shift(); command !== undefined; command = commands.shift()) await run(command);
}

/** npm has put the folder of the installed commands on the PATH. */
function run(command) {
  const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      process.stdout.write(`> ${command}\n`);
      process.stdout.write(Buffer.concat(output));
      if (code !== 0) failed.push(command);
      resolve();
    });
  });
}
