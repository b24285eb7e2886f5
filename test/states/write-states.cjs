/** Writes the states of a release: node test/states/write-states.cjs <dist of the release> <version>. See README.md. */
const crypto = require("node:crypto");
const { mkdirSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { gzipSync } = require("node:zlib");

// Cheap, as in the tests, so that they compare and open secrets at once.
require("../cheap-hashes.cjs");
const { pbkdf2 } = crypto;
crypto.pbkdf2 = (password, salt, _, ...rest) => pbkdf2(password, salt, 1, ...rest);

const [dist = "", version = ""] = process.argv.slice(2);
const { TestStack, declare } = require(resolve(dist, "testing"));
const { createPassphrase, writeCheckpoint, writeDeployment, writeResource } = require(resolve(dist, "state"));
const { killed, programs } = require("./programs.cjs");

async function main() {
  const folder = join(__dirname, version);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "disk.img.gz"), gzipSync("disk"));
  for (const [name, program] of Object.entries(programs)) {
    const stack = new TestStack();
    const { result } = await stack.up(program(declare, false));
    if (result !== "succeeded") throw new Error(`The run of ${name} ${result}.`);
    if (name === "stack") {
      const kill = stack.killAfterWrites ?? stack.killedAfter;
      await kill.call(stack, 1, () => stack.up(killed(declare, false)));
    }
    const secrets = await createPassphrase("past releases");
    const time = new Date(stack.clock.now()).toISOString();
    const toJson = (state) => writeResource(state, secrets);
    const state = writeCheckpoint(
      "project",
      "dev",
      writeDeployment(stack.store.snapshot, secrets.salt, time, toJson),
    );
    const world = stack.emulator.control.world();
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ time, state, world }, undefined, 2)}\n`);
  }
}

main();
