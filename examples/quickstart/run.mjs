// Runs the quickstart from end to end against the emulator, and ends non-zero at the first thing that is not as said.
// Everything it writes is in a temporary folder, which is gone afterwards.
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmulator, wellKnownTokens } from "pulumi-nodecloud/emulator";
import { createRenderer, realClock, runStack, setConfiguration } from "pulumi-nodecloud/engine";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const stack = "dev";
/** The emulator's seconds are shorter than ours: machines that take 40 s are there in 2. */
const speed = 20;

const folder = await mkdtemp(join(tmpdir(), "nodecloud-quickstart-"));
const emulator = createEmulator({ speed });
const server = await emulator.listen();
const env = {
  ...process.env,
  NODECLOUD_BASE_URL: server.url,
  NODECLOUD_TOKEN: wellKnownTokens.full,
  NODECLOUD_BRAND: "node",
  NODECLOUD_HOME: join(folder, "home"),
  PULUMI_BACKEND_URL: `file://${join(folder, "state")}`,
  PULUMI_CONFIG_PASSPHRASE: "quickstart",
};

try {
  await copyProject();
  await configure("rootPass", "a-password-for-the-quickstart", true);
  await story();
  say("\nAll of it went as said. To go on from here:");
  say("  - with the real service: set NODECLOUD_BASE_URL, NODECLOUD_TOKEN and NODECLOUD_BRAND, and run");
  say("    `npx nodecloud config set --secret rootPass`, then `npx nodecloud up`;");
  say(
    "  - with the Pulumi CLI: put `pulumi` on the PATH and `nodecloud up` uses it, or run `pulumi up` yourself;",
  );
  say("  - without either: `npx nodecloud emulator` keeps a service running to try things on.");
} catch (error) {
  console.error(`\nThe quickstart failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function story() {
  title("preview: what would happen");
  expect(await run("preview"), { created: 2 });
  expectWorld([]);

  title("up: two instances are created and waited for");
  expect(await run("up"), { created: 2 });
  const [first, second] = expectWorld([{ status: "running" }, { status: "running" }]);

  title("up again: nothing has changed, so nothing is done");
  expect(await run("up"), { unchanged: 2 });

  title("somebody changes tags behind Pulumi's back");
  emulator.control.changeInstance(first.id, { tags: ["changed-by-hand"] });
  say(`instance ${first.id} now has the tags ["changed-by-hand"]`);

  title("refresh: the state learns of it");
  expect(await run("refresh"), { updated: 1, unchanged: 1 });

  title("up: it is put back as declared");
  expect(await run("up"), { updated: 1, unchanged: 1 });
  expectWorld([
    { id: first.id, tags: ["quickstart", "web"] },
    { id: second.id, tags: ["quickstart", "web"] },
  ]);

  title("another type: the instances are replaced, the new ones first");
  await configure("type", "g1-standard-1", false);
  expect(await run("up"), { replaced: 2 });
  const replaced = expectWorld([{ type: "g1-standard-1" }, { type: "g1-standard-1" }]);
  if (replaced.some(({ id }) => id === first.id || id === second.id))
    throw new Error("an old instance is left");

  title("destroy: everything is deleted");
  expect(await run("destroy"), { deleted: 2 });
  expectWorld([]);
}

/** A project of its own, so that nothing is written beside the example. */
async function copyProject() {
  await cp(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
  await cp(join(root, "examples", "quickstart"), join(folder, "examples", "quickstart"), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
}

function configure(key, value, secret) {
  say(`$ nodecloud config set ${secret ? "--secret " : ""}${key}${secret ? "" : ` ${value}`}`);
  return setConfiguration({ cwd: folder, stack, env }, key, value, { secret });
}

async function run(operation) {
  say(`$ nodecloud ${operation}${operation === "preview" ? "" : " --yes"}`);
  const renderer = createRenderer({ output: process.stdout, clock: realClock, mode: "auto" });
  const { exitCode, outcome, error } = await runStack({
    operation,
    cwd: folder,
    stack,
    create: true,
    env,
    listener: renderer.listener,
  });
  renderer.close();
  if (error) throw error;
  if (exitCode !== 0) throw new Error(`\`nodecloud ${operation}\` ended with ${exitCode}`);
  return outcome.counts;
}

function expect(counts, wanted) {
  for (const [what, number] of Object.entries(wanted)) {
    if (counts[what] !== number) throw new Error(`${number} should be ${what}, and ${counts[what]} were`);
  }
}

/** What really exists, by a second route. */
function expectWorld(wanted) {
  const { instances } = emulator.control.world();
  if (instances.length !== wanted.length) {
    throw new Error(`${wanted.length} instances should exist, and ${instances.length} do`);
  }
  for (const [index, fields] of wanted.entries()) {
    for (const [name, value] of Object.entries(fields)) {
      if (JSON.stringify(instances[index][name]) !== JSON.stringify(value)) {
        throw new Error(
          `instance ${instances[index].id}: ${name} is ${JSON.stringify(instances[index][name])}`,
        );
      }
    }
  }
  return instances;
}

function title(text) {
  say(`\n== ${text}`);
}

function say(text) {
  console.log(text);
}
