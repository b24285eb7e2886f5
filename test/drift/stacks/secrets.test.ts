import "../../cheap-keys";
import { rmSync } from "node:fs";
import type { RecordedStack } from "../../../src/drift/recorded-stack";
import { SealedSecret } from "../../../src/drift/recorded-stack";
import type { RunPulumi } from "../../../src/drift/stacks/pulumi-command";
import { StateError, setConfiguration } from "../../../src/state";
import {
  deployment,
  environment,
  exportOf,
  failure,
  ProjectFolder,
  resource,
  sealed,
  sealedDeployment,
} from "./project-folder";

const secretOf = (stack: RecordedStack | undefined): SealedSecret => {
  const secret = stack?.resources[0]?.inputs.rootPass;
  if (secret instanceof SealedSecret) return secret;
  throw new Error("no sealed secret");
};

it("opens a secret with the passphrase of the environment, or of a file", async () => {
  const folder = new ProjectFolder();
  folder.writeStack("dev", (await sealedDeployment("right", "hunter2")).content);
  const file = folder.write("passphrase", "right\n");
  for (const passphrase of [{ PULUMI_CONFIG_PASSPHRASE: "right" }, { PULUMI_CONFIG_PASSPHRASE_FILE: file }]) {
    const [stack] = await folder.readProject(["dev"], { env: environment(folder.path, passphrase) });
    expect(await secretOf(stack).open()).toBe("hunter2");
  }
});

it("derives the key of a salt once, even from an empty passphrase", async () => {
  const folder = new ProjectFolder();
  folder.writeStack("dev", (await sealedDeployment("", "hunter2")).content);
  const file = folder.write("passphrase", "");
  const env = environment(folder.path, { PULUMI_CONFIG_PASSPHRASE_FILE: file });
  const [stack] = await folder.readProject(["dev"], { env });
  expect(await secretOf(stack).open()).toBe("hunter2");
  rmSync(file);
  expect(await secretOf(stack).open()).toBe("hunter2");
});

it("opens secrets of an export in the same way", async () => {
  const folder = new ProjectFolder();
  const text = exportOf((await sealedDeployment("right", { deep: [1] })).content);
  const env = environment(folder.path, { PULUMI_CONFIG_PASSPHRASE: "right" });
  const [stack] = await folder.read([{ kind: "export", from: { text } }], { env });
  expect(await secretOf(stack).open()).toEqual({ deep: [1] });
});

it("opens the secrets inside a secret too", async () => {
  const folder = new ProjectFolder();
  const inner = sealed(JSON.stringify({ deeper: sealed('"hunter2"') }));
  folder.writeStack("dev", (await sealedDeployment("right", { list: [inner] })).content);
  const env = environment(folder.path, { PULUMI_CONFIG_PASSPHRASE: "right" });
  const [stack] = await folder.readProject(["dev"], { env });
  expect(await secretOf(stack).open()).toEqual({ list: [{ deeper: "hunter2" }] });
});

describe("a missing or wrong passphrase", () => {
  it.each([
    ["missing", undefined, "none is set. Nothing was changed. Set PULUMI_CONFIG_PASSPHRASE"],
    ["wrong", "wrong", "The passphrase is wrong for this stack"],
  ])(
    "(%s) matters only when a secret is opened, and the error then names the stack",
    async (_, passphrase, message) => {
      const folder = new ProjectFolder();
      const file = folder.writeStack("dev", (await sealedDeployment("right", "hunter2")).content);
      const env = environment(folder.path, { PULUMI_CONFIG_PASSPHRASE: passphrase });
      const [stack] = await folder.readProject(["dev"], { env });
      const error: unknown = await secretOf(stack)
        .open()
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(StateError);
      expect(error).toMatchObject({ code: "passphrase" });
      expect(String(error)).toContain(`The state of shop/dev (${file}): `);
      expect(String(error)).toContain(message);
    },
  );
});

it("names the secret that is damaged", async () => {
  const folder = new ProjectFolder();
  const { content, secrets } = await sealedDeployment("right", "x");
  const other = await sealedDeployment("right", "x");
  const damaged = sealed(other.secrets.encrypt("1", ""));
  folder.writeStack("dev", { ...content, resources: [resource("web", { inputs: { rootPass: damaged } })] });
  expect(secrets.salt).not.toBe(other.salt);
  const env = environment(folder.path, { PULUMI_CONFIG_PASSPHRASE: "right" });
  const [stack] = await folder.readProject(["dev"], { env });
  expect((await failure(secretOf(stack).open())).message).toMatch(
    /#inputs\.rootPass of shop\/dev .* cannot be decrypted/,
  );
});

it("says what to do if nothing can decrypt a secret", async () => {
  const folder = new ProjectFolder();
  const read = async (providers: object) => {
    const content = deployment([resource("web", { inputs: { rootPass: sealed("v1:x") } })], providers);
    const [stack] = await folder.read([{ kind: "export", from: { text: exportOf(content) } }]);
    return failure(secretOf(stack).open());
  };
  const { message, exitCode } = await read({ secrets_providers: { type: "awskms", state: {} } });
  expect(message).toContain('encrypted by "awskms"');
  expect(message).toContain("pulumi stack export --show-secrets");
  expect(exitCode).toBe(1);
  expect((await read({})).message).toContain("specifies no secrets provider");
});

describe("the settings of a stack", () => {
  const configured = async () => {
    const folder = new ProjectFolder();
    folder.writeStack("dev", deployment([resource("web")]));
    const env = { PULUMI_HOME: `${folder.path}/home`, PULUMI_CONFIG_PASSPHRASE: "right" };
    const address = { cwd: folder.path, stack: "dev", env };
    await setConfiguration(address, "nodecloud:baseUrl", "https://stack.test/v4", { secret: false });
    await setConfiguration(address, "nodecloud:token", "stack-token", { secret: true });
    return { folder, env };
  };

  it("come from its configuration, and secret ones are decrypted", async () => {
    const { folder, env } = await configured();
    const [stack] = await folder.readProject(["dev"], { env });
    expect(stack?.settings).toMatchObject({
      baseUrl: "https://stack.test/v4",
      token: "stack-token",
      brand: "node",
    });
  });

  it("come from the environment first, and from explicit ones before it", async () => {
    const { folder, env } = await configured();
    const variables = { ...env, NODECLOUD_BASE_URL: "https://env.test/v4", NODECLOUD_TOKEN: "env-token" };
    const [stack] = await folder.readProject(["dev"], { env: variables, settings: { token: "given" } });
    expect(stack?.settings).toMatchObject({ baseUrl: "https://env.test/v4", token: "given" });
  });

  it("are read by the CLI, in the same folder, if another provider encrypts them", async () => {
    const folder = new ProjectFolder();
    folder.write("Pulumi.yaml", "name: shop\nruntime: nodejs\nbackend: { url: 'file://./state%23' }\n");
    folder.write(
      "Pulumi.dev.yaml",
      "secretsprovider: awskms://x\nconfig: { nodecloud:token: { secure: x } }\n",
    );
    const checkpoint = { latest: deployment([resource("web")]) };
    folder.write("state#/.pulumi/stacks/shop/dev.json", JSON.stringify({ version: 3, checkpoint }));
    folder.write("state#/.pulumi/meta.yaml", "version: 1\n");
    const runPulumi: RunPulumi = async (_, { env }) => ({
      ...{ code: 0, stderr: "" },
      stdout: JSON.stringify({ "nodecloud:token": { value: env.PULUMI_BACKEND_URL } }),
    });
    const [stack] = await folder.readProject(["dev"], { runPulumi });
    expect(stack?.settings.token).toBe(`file://${folder.path}/state%23`);
  });

  it("need the passphrase only for a value that is used", async () => {
    const { folder, env } = await configured();
    const wrong = { ...env, PULUMI_CONFIG_PASSPHRASE: "wrong" };
    const [stack] = await folder.readProject(["dev"], { env: { ...wrong, NODECLOUD_TOKEN: "env-token" } });
    expect(stack?.settings).toMatchObject({ baseUrl: "https://stack.test/v4", token: "env-token" });
    const [other] = await folder.readProject(["dev"], { env: wrong, settings: { token: "given" } });
    expect(other?.settings.token).toBe("given");
    const { message, exitCode } = await failure(folder.readProject(["dev"], { env: wrong }));
    expect(message).toContain(`nodecloud:token in ${folder.path}/Pulumi.dev.yaml: The passphrase is wrong`);
    expect(exitCode).toBe(1);
  });

  it("come from another file, if one is given for one stack", async () => {
    const { folder, env } = await configured();
    const configFile = folder.write("other.yaml", "config:\n  nodecloud:baseUrl: https://other.test/v4\n");
    const source = { kind: "project", folder: folder.path, configFile } as const;
    const [stack] = await folder.read([{ ...source, stacks: ["dev"] }], { env });
    expect(stack).toMatchObject({ configFile, settings: { baseUrl: "https://other.test/v4" } });
    folder.writeStack("prod", deployment([]));
    const { message, exitCode } = await failure(folder.read([{ ...source, stacks: "all" }], { env }));
    expect(message).toContain(`${configFile} is given for 2 stacks: dev, prod`);
    expect(exitCode).toBe(64);
  });

  it("come from defaults of Pulumi.yaml, including secret ones", async () => {
    const folder = new ProjectFolder();
    const defaults =
      "{ nodecloud:baseUrl: { value: https://default.test/v4 }, nodecloud:token: { value: t, secret: true } }";
    folder.write("Pulumi.yaml", `name: shop\nruntime: nodejs\nconfig: ${defaults}\n`);
    folder.writeStack("dev", deployment([resource("web")]));
    const [stack] = await folder.readProject(["dev"], { env: { PULUMI_HOME: folder.path } });
    expect(stack?.settings).toMatchObject({ baseUrl: "https://default.test/v4", token: "t" });
  });

  it("of exports and backends are those of the options and the environment", async () => {
    const { folder, env } = await configured();
    const from = { text: exportOf(deployment([resource("web")])) };
    const read = (settings?: { baseUrl: string }) =>
      folder.read(
        [
          { kind: "export", from },
          { kind: "backend", url: `file://${folder.path}` },
        ],
        { env, settings },
      );
    expect(
      (await read({ baseUrl: "https://given.test/v4" })).map(({ settings }) => settings.baseUrl),
    ).toEqual(["https://given.test/v4"]);
    const { message, exitCode } = await failure(read());
    expect(message).toContain("shop/dev: The address of the service, such as https://HOST/v4, is not set");
    expect(exitCode).toBe(1);
  });
});
