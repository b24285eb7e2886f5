// Runs the quickstart from end to end against the emulator, and exits with an error at the first unexpected result.
// It writes to a temporary folder only, which it deletes at the end.
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEmulator, wellKnownTokens } from "pulumi-nodecloud/emulator";
import { createRenderer, realClock, runStack, setConfiguration } from "pulumi-nodecloud/engine";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stack = "dev";
/** The emulator's clock runs faster: an instance that takes 40 s to boot takes 2 s. */
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
  print("\nEverything worked as expected. Next steps:");
  print("  - With the real service: set NODECLOUD_BASE_URL, NODECLOUD_TOKEN and NODECLOUD_BRAND, and run");
  print("    `npx nodecloud config set --secret rootPass` and `npx nodecloud up`.");
  print(
    "  - With the Pulumi CLI: if `pulumi` is on the PATH, `nodecloud up` uses it. You can also run `pulumi up`.",
  );
  print("  - Without either: `npx nodecloud emulator` starts a local service.");
} catch (error) {
  console.error(`\nThe quickstart failed: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function story() {
  title("preview: show the changes");
  expect(await run("preview"), { created: 2 });
  expectWorld([]);

  title("up: create two instances and wait until they run");
  expect(await run("up"), { created: 2 });
  const [first, second] = expectWorld([{ status: "running" }, { status: "running" }]);

  title("up again: no changes");
  expect(await run("up"), { unchanged: 2 });

  title("drift: another user changes tags");
  emulator.control.changeInstance(first.id, { tags: ["changed-by-hand"] });
  print(`instance ${first.id} now has the tags ["changed-by-hand"]`);

  title("refresh: update the state");
  expect(await run("refresh"), { updated: 1, unchanged: 1 });

  title("up: restore the declared tags");
  expect(await run("up"), { updated: 1, unchanged: 1 });
  expectWorld([
    { id: first.id, tags: ["quickstart", "web"] },
    { id: second.id, tags: ["quickstart", "web"] },
  ]);

  title("another type: replace the instances, creating the new ones first");
  await configure("type", "g1-standard-1", false);
  expect(await run("up"), { replaced: 2 });
  const replaced = expectWorld([{ type: "g1-standard-1" }, { type: "g1-standard-1" }]);
  if (replaced.some(({ id }) => id === first.id || id === second.id))
    throw new Error("an old instance still exists");

  title("destroy: delete everything");
  expect(await run("destroy"), { deleted: 2 });
  expectWorld([]);
}

/** Copies the project, so that nothing is written to the example's folder. */
async function copyProject() {
  await cp(join(root, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
  await cp(join(root, "examples", "quickstart"), join(folder, "examples", "quickstart"), { recursive: true });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
}

function configure(key, value, secret) {
  print(`$ nodecloud config set ${secret ? "--secret " : ""}${key}${secret ? "" : ` ${value}`}`);
  return setConfiguration({ cwd: folder, stack, env }, key, value, { secret });
}

async function run(operation) {
  print(`$ nodecloud ${operation}${operation === "preview" ? "" : " --yes"}`);
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
  if (exitCode !== 0) throw new Error(`\`nodecloud ${operation}\` exited with code ${exitCode}`);
  return outcome.counts;
}

function expect(counts, wanted) {
  for (const [what, number] of Object.entries(wanted)) {
    if (counts[what] !== number) throw new Error(`expected ${number} ${what}, got ${counts[what]}`);
  }
}

/** Checks the instances in the emulator. */
function expectWorld(wanted) {
  const { instances } = emulator.control.world();
  if (instances.length !== wanted.length) {
    throw new Error(`expected ${wanted.length} instances, got ${instances.length}`);
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
  print(`\n== ${text}`);
}

function print(text) {
  console.log(text);
}
