import "../../cheap-keys";
import { rmSync } from "node:fs";
import type { RecordedStack } from "../../../src/drift/recorded-stack";
import { backendAt, lockStack } from "../../../src/state";
import { deployment, environment, ProjectFolder, resource, sealedDeployment } from "./project-folder";

async function readOne(folder: ProjectFolder): Promise<RecordedStack> {
  const [stack] = await folder.readProject(["dev"]);
  if (!stack) throw new Error("no stack");
  return stack;
}

it("reports a run that holds the stack's lock, even one that began before the state was read", async () => {
  const folder = new ProjectFolder();
  folder.writeStack("dev", deployment([resource("web")]));
  const unlock = await lockStack(backendAt(folder.path), "shop", "dev", "2026-01-01T00:00:00Z");
  const stack = await readOne(folder);
  expect(stack.isInFile).toBe(true);
  expect((await stack.findUpdate())?.state).toBe("running");
  expect((await stack.findUpdate())?.message).toMatch(
    /^Another run is updating the stack shop\/dev.*nodecloud cancel --stack dev.*process \d+, which is running\) since 2026-01-01T00:00:00Z\.$/,
  );
  await unlock();
  expect(await stack.findUpdate()).toBeUndefined();
});

it("ignores locks of other stacks", async () => {
  const folder = new ProjectFolder();
  folder.writeStack("dev", deployment([]));
  await lockStack(backendAt(folder.path), "shop", "prod", "2026-01-01T00:00:00Z");
  expect(await (await readOne(folder)).findUpdate()).toBeUndefined();
});

it("reports a state that was changed, replaced by a compressed one, or removed since it was read", async () => {
  const folder = new ProjectFolder();
  const path = folder.writeStack("dev", deployment([resource("web")]));
  const stack = await readOne(folder);
  expect(await stack.findUpdate()).toBeUndefined();
  folder.writeStack("dev", deployment([resource("web", { id: "2" })]));
  expect(await stack.findUpdate()).toEqual({
    state: "ended",
    message: "The stack shop/dev was updated after its state was read.",
  });
  folder.writeStack("dev", deployment([resource("web")]));
  expect(await stack.findUpdate()).toBeUndefined();
  rmSync(path);
  expect((await stack.findUpdate())?.message).toBe(
    "The stack shop/dev was removed after its state was read.",
  );
});

it("reports that an update cannot be ruled out", async () => {
  const folder = new ProjectFolder();
  folder.writeStack("dev", deployment([resource("web")]));
  const stack = await readOne(folder);
  folder.write(".pulumi/locks/organization/shop/dev", "a file in place of the folder");
  expect((await stack.findUpdate())?.message).toMatch(
    /^Could not determine whether the stack shop\/dev was updated .*ENOTDIR/,
  );
});

it("changes no byte and no time of state, locks, configuration and intents", async () => {
  const folder = new ProjectFolder();
  const { content, salt } = await sealedDeployment("right", "hunter2");
  const path = folder.writeStack("dev", content);
  folder.writeStack("prod", deployment([]));
  folder.write(".pulumi/locks/organization/shop/dev/some-lock.json", "{}");
  folder.write(".nodecloud/intents/a.json", "{}");
  folder.write("Pulumi.dev.yaml", `encryptionsalt: ${salt}\nconfig:\n  nodecloud:brand: node\n`);
  const before = folder.snapshot();
  const env = environment(folder.path, {
    PULUMI_CONFIG_PASSPHRASE: "right",
    NODECLOUD_HOME: `${folder.path}/.nodecloud`,
  });
  const stacks = await folder.read(
    [
      { kind: "project", folder: folder.path, stacks: "all" },
      { kind: "project", folder: new ProjectFolder().path, stacks: ["prod"] },
      { kind: "backend", url: `file://${folder.path}` },
      { kind: "export", from: { file: path } },
    ],
    { env: { ...env, PULUMI_BACKEND_URL: `file://${folder.path}` } },
  );
  expect(stacks).toHaveLength(2);
  for (const stack of stacks) {
    await stack.findUpdate();
    for (const { inputs } of stack.resources) await Object(inputs.rootPass).open();
  }
  expect(folder.snapshot()).toEqual(before);
});
