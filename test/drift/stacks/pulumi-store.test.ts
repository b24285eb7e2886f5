import "../../cheap-keys";
import { chmodSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import type { SealedSecret } from "../../../src/drift/recorded-stack";
import type { RunPulumi } from "../../../src/drift/stacks/pulumi-command";
import { StateError } from "../../../src/state";
import {
  deployment,
  environment,
  exportOf,
  failure,
  ProjectFolder,
  plain,
  resource,
  sealed,
  sealedDeployment,
} from "./project-folder";

const cloud = "https://pulumi.test";
const kms = { secrets_providers: { type: "awskms", state: {} } };
const withSecret = (secret: object, more: object = kms) =>
  deployment([resource("web", { inputs: { rootPass: secret, list: [secret] } })], more);

/** A Pulumi CLI that takes its results from a table of command lines, and records how it is called. */
function fakePulumi(
  results: Record<string, string | { code: number; stderr: string }>,
  folder: ProjectFolder,
) {
  const lines: string[] = [];
  const signals: (AbortSignal | undefined)[] = [];
  const run: RunPulumi = async (args, { cwd, env, signal }) => {
    const line = args.join(" ");
    lines.push(line);
    signals.push(signal);
    expect(line).toMatch(/ --non-interactive$/);
    expect(env).toMatchObject({ PULUMI_BACKEND_URL: cloud, PULUMI_SKIP_UPDATE_CHECK: "true" });
    expect(cwd).toBe(folder.path);
    const result = results[line.replace(" --non-interactive", "")];
    if (result === undefined) return { code: 6, stdout: "", stderr: "" };
    return typeof result === "string" ? { code: 0, stdout: result, stderr: "" } : { stdout: "", ...result };
  };
  return { run, lines, signals, results };
}

function start(results: Parameters<typeof fakePulumi>[0], config?: string) {
  const folder = new ProjectFolder();
  if (config !== undefined) folder.write("Pulumi.dev.yaml", config);
  const pulumi = fakePulumi(results, folder);
  const options = (more: object = {}) => ({
    env: environment(folder.path, { PULUMI_BACKEND_URL: cloud, ...more }),
    runPulumi: pulumi.run,
  });
  const read = (
    stacks?: readonly string[] | "all",
    { signal, ...more }: { readonly signal?: AbortSignal; readonly [variable: string]: unknown } = {},
  ) => folder.readProject(stacks, { ...options(more), signal });
  return { folder, pulumi, read };
}

const exportDev = "stack export --stack dev";
const list = (...names: readonly string[]) => JSON.stringify(names.map((name) => ({ name })));

describe("stacks of a backend that is not a folder", () => {
  it("are exported by the Pulumi CLI", async () => {
    const { folder, pulumi, read } = start({ [exportDev]: exportOf(deployment([resource("web")])) });
    const [stack] = await read(["dev"]);
    expect(stack).toMatchObject({
      ...{ project: "shop", stack: "dev", folder: folder.path, backend: cloud },
      source: `dev in ${cloud}`,
      resources: [{ name: "web" }],
    });
    expect(pulumi.lines).toEqual([`${exportDev} --non-interactive`]);
  });

  it("are no longer exported after an interruption", async () => {
    const { pulumi, read } = start({ [exportDev]: exportOf(deployment([resource("web")])) });
    const { signal } = new AbortController();
    await read(["dev"], { signal });
    expect(pulumi.signals).toEqual([signal]);
  });

  it("that are named twice are exported once", async () => {
    const { pulumi, read } = start({ [exportDev]: exportOf(deployment([resource("web")])) });
    await read(["dev", "dev"]);
    expect(pulumi.lines).toHaveLength(1);
  });

  it("are exported four at a time", async () => {
    const folder = new ProjectFolder();
    let running = 0;
    let most = 0;
    const runPulumi: RunPulumi = async (args) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      const stack = args[3] ?? "";
      return { code: 0, stdout: exportOf(deployment([resource("web", { stack })])), stderr: "" };
    };
    const env = environment(folder.path, { PULUMI_BACKEND_URL: cloud });
    const stacks = await folder.readProject(["a", "b", "c", "d", "e", "f"], { env, runPulumi });
    expect(stacks.map(({ stack }) => stack).join("")).toBe("abcdef");
    expect(most).toBe(4);
  });

  it("are listed by it, and may belong to an organization", async () => {
    const { read } = start({
      "stack ls --json": list("dev", "acme/prod"),
      [exportDev]: exportOf(deployment([resource("web")])),
      "stack export --stack acme/prod": exportOf(deployment([resource("db", { stack: "prod" })])),
    });
    expect((await read("all")).map(({ stack, resources }) => [stack, resources[0]?.name])).toEqual([
      ["dev", "web"],
      ["prod", "db"],
    ]);
    const [selected, ...others] = await read();
    expect([selected?.stack, others]).toEqual(["dev", []]);
    expect(await selected?.listSiblings()).toEqual(["dev", "prod"]);
  });

  it("are one stack under two names, and two under the same name of two organizations", async () => {
    const results = (second: string) => ({
      [exportDev]: exportOf(deployment([resource("web")])),
      "stack export --stack acme/dev": exportOf(deployment([resource(second)])),
    });
    expect(await start(results("web")).read(["dev", "acme/dev"])).toHaveLength(1);
    expect(await start(results("db")).read(["dev", "acme/dev"])).toHaveLength(2);
  });

  it.each([
    ["dev", cloud, undefined],
    ["acme/shop/dev", cloud, "acme"],
    ["dev", "s3://states", "organization"],
  ])("named %s in %s belong to the organization %s", async (name, url, organization) => {
    const folder = new ProjectFolder();
    const env = environment(folder.path, { PULUMI_BACKEND_URL: url });
    const stdout = exportOf(deployment([resource("web")]));
    const runPulumi: RunPulumi = async () => ({ code: 0, stdout, stderr: "" });
    expect(await folder.readProject([name], { env, runPulumi })).toMatchObject([{ organization }]);
  });

  it("that do not exist are reported with similar names", async () => {
    const { read } = start({ "stack ls --json": list("prod") });
    const { message, exitCode } = await failure(read(["prd"]));
    expect(message).toContain(
      `no stack "prd" of the project "shop" in ${cloud}, so nothing was done. Did you mean prod?`,
    );
    expect(exitCode).toBe(1);
  });

  it.each([
    ["a b", '"a b" is not the name of a stack'],
    ["a/b/c/d", "is not the name of a stack"],
    ["acme/blog/dev", 'names the project "blog", but this is the project "shop"'],
  ])("cannot be named %s", async (name, expected) => {
    const { message, exitCode } = await failure(start({}).read([name]));
    expect(message).toContain(expected);
    expect(exitCode).toBe(64);
  });

  it("that cannot be read are reported with the reason and what to do", async () => {
    const stderr = "warning: old\nerror: not logged in\u001b[31m\n";
    const failing = start({ [exportDev]: { code: 255, stderr } });
    const { message, exitCode } = await failure(failing.read(["dev"]));
    expect(message).toContain(
      `\`pulumi stack export --stack dev\` failed in ${failing.folder.path} with exit code 255: error: not logged in. Nothing was changed. Run it there yourself`,
    );
    expect(exitCode).toBe(1);
    const garbled = await failure(start({ [exportDev]: "Updating..." }).read(["dev"]));
    expect(garbled.message).toMatch(
      /The output of `pulumi stack export --stack dev` is not JSON .* Run it yourself to see what it prints\.$/,
    );
    const newer = await failure(start({ [exportDev]: exportOf(deployment([]), 5) }).read(["dev"]));
    expect(newer.message).toContain("has version 5");
  });

  it("that an older version of the CLI does not find are recognized by its message", async () => {
    const { read } = start({
      [exportDev]: { code: 255, stderr: "error: no stack named 'dev' found" },
      "stack ls --json": "[]",
    });
    expect((await failure(read(["dev"]))).message).toContain('There is no stack "dev"');
  });
});

describe("an update of such a stack", () => {
  const state = exportOf(deployment([resource("web")]));
  const readOne = async () => {
    const test = start({ [exportDev]: state, "stack ls --json": list("acme/dev", "prod") });
    const [stack] = await test.read(["dev"]);
    return { ...test, findUpdate: async () => stack?.findUpdate() };
  };

  it("is found by a second export, whatever the order of its fields", async () => {
    const { pulumi, findUpdate } = await readOne();
    expect(await findUpdate()).toBeUndefined();
    const { version, deployment: content } = JSON.parse(state);
    const reordered = Object.fromEntries(Object.entries(content).reverse());
    pulumi.results[exportDev] = JSON.stringify({ deployment: reordered, version });
    expect(await findUpdate()).toBeUndefined();
    pulumi.results[exportDev] = exportOf(deployment([resource("web", { id: "2" })]));
    expect((await findUpdate())?.message).toBe("The stack shop/dev was updated after its state was read.");
    delete pulumi.results[exportDev];
    expect((await findUpdate())?.message).toBe("The stack shop/dev was removed after its state was read.");
  });

  it("in progress is found in the list of the stacks", async () => {
    const { pulumi, findUpdate } = await readOne();
    const busy = (name: string) => JSON.stringify([{ name, updateInProgress: true }]);
    pulumi.results["stack ls --json"] = busy("acme/prod");
    expect(await findUpdate()).toBeUndefined();
    pulumi.results["stack ls --json"] = busy("acme/dev");
    const message = "Another run is updating the stack shop/dev. Wait for it to end.";
    expect(await findUpdate()).toEqual({ state: "running", message });
  });

  it("by another organization is ignored", async () => {
    const test = start({ "stack export --stack acme/dev": state });
    const [stack] = await test.read(["acme/dev"]);
    const updateOf = (name: string) => {
      test.pulumi.results["stack ls --json"] = JSON.stringify([{ name, updateInProgress: true }]);
      return stack?.findUpdate();
    };
    expect(stack?.organization).toBe("acme");
    expect([await updateOf("other/dev"), await updateOf("other/shop/dev")]).toEqual([undefined, undefined]);
    for (const name of ["acme/dev", "acme/shop/dev", "dev"])
      expect(await updateOf(name)).toMatchObject({ state: "running" });
  });

  it("in progress is reported before what it has changed so far", async () => {
    const { pulumi, findUpdate } = await readOne();
    pulumi.results["stack ls --json"] = JSON.stringify([{ name: "acme/dev", updateInProgress: true }]);
    pulumi.results[exportDev] = exportOf(deployment([resource("web", { id: "2" })]));
    expect(await findUpdate()).toMatchObject({ state: "running" });
  });

  it("cannot be excluded if the CLI fails", async () => {
    const { pulumi, findUpdate } = await readOne();
    pulumi.results[exportDev] = { code: 1, stderr: "error: offline" };
    expect((await findUpdate())?.message).toMatch(
      /^Could not determine whether the stack shop\/dev was updated .*offline/,
    );
  });
});

describe("secrets of another provider", () => {
  const showSecrets = `${exportDev} --show-secrets`;
  const secretsOf = async (results: Parameters<typeof fakePulumi>[0]) => {
    const test = start({ [exportDev]: exportOf(withSecret(sealed("AQ=="))), ...results });
    const [stack] = await test.read(["dev"]);
    const { rootPass, list: items } = Object(stack?.resources[0]?.inputs);
    const secrets: readonly SealedSecret[] = [rootPass, items[0]];
    return { ...test, secrets };
  };

  it("are read by one export with plain secrets, when the first is opened", async () => {
    const { pulumi, secrets } = await secretsOf({ [showSecrets]: exportOf(withSecret(plain({ a: 1 }))) });
    expect(pulumi.lines).toHaveLength(1);
    expect(await Promise.all(secrets.map((secret) => secret.open()))).toEqual([{ a: 1 }, { a: 1 }]);
    expect(pulumi.lines.slice(1)).toEqual([`${showSecrets} --non-interactive`]);
  });

  it("of a stack in a folder are read in the same way", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("dev", withSecret(sealed("AQ==")));
    const lines: string[] = [];
    const runPulumi: RunPulumi = async (args) => {
      lines.push(args.join(" "));
      return { code: 0, stdout: exportOf(withSecret(plain("hunter2"))), stderr: "" };
    };
    const [stack] = await folder.readProject(["dev"], { runPulumi });
    expect(lines).toEqual([]);
    expect(await Object(stack?.resources[0]?.inputs.rootPass).open()).toBe("hunter2");
    expect(lines).toEqual([`${showSecrets} --non-interactive`]);
  });

  it("that are no longer in the state are reported", async () => {
    const { secrets } = await secretsOf({ [showSecrets]: exportOf(deployment([resource("other")])) });
    const error: unknown = await secrets[0]!.open().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StateError);
    expect(error).toMatchObject({ code: "checkpoint" });
    expect(String(error)).toContain("the stack was updated after its state was read");
  });

  it("of an old object and its replacement are not mixed up", async () => {
    const both = (one: object, other: object) =>
      deployment(
        [
          resource("web", { id: "2", inputs: { rootPass: one } }),
          resource("web", { id: "1", delete: true, inputs: { rootPass: other } }),
        ],
        kms,
      );
    const { read } = start({
      [exportDev]: exportOf(both(sealed("A"), sealed("B"))),
      [showSecrets]: exportOf(both(plain("new"), plain("old"))),
    });
    const [stack] = await read(["dev"]);
    const opened = await Promise.all(stack!.resources.map(({ inputs }) => Object(inputs.rootPass).open()));
    expect(opened).toEqual(["new", "old"]);
  });
});

describe("configuration that only the Pulumi CLI can read", () => {
  const state = { [exportDev]: exportOf(deployment([resource("web")])) };
  const values = JSON.stringify({
    "nodecloud:token": { value: "cloud-token", secret: true },
    "nodecloud:brand": { value: "acme", secret: false },
    "nodecloud:other": { objectValue: {} },
  });
  const show = "config --stack dev --show-secrets --json";
  const kmsConfig = "secretsprovider: awskms://key\nconfig:\n  nodecloud:token:\n    secure: AQ==\n";

  it("is read by it if a setting is encrypted or may come from an environment", async () => {
    for (const config of [kmsConfig, "environment: [shared]\n"]) {
      const { read } = start({ ...state, [show]: values }, config);
      const [stack] = await read(["dev"]);
      expect(stack?.settings).toMatchObject({ token: "cloud-token", brand: "acme" });
    }
  });

  it("is read by it if the file does not say what encrypts it, as with Pulumi Cloud", async () => {
    const config = "config:\n  nodecloud:token:\n    secure: AQ==\n";
    const service = { secrets_providers: { type: "service", state: {} } };
    const contents = [deployment([resource("web")], service), deployment([resource("web")])];
    for (const content of contents) {
      const { read } = start({ [exportDev]: exportOf(content), [show]: values }, config);
      const [stack] = await read(["dev"]);
      expect(stack?.settings.token).toBe("cloud-token");
    }
  });

  it("is not read by it if the state or the file has the salt of a passphrase", async () => {
    const { content, salt, secrets } = await sealedDeployment("right", "x");
    const config = `config:\n  nodecloud:token:\n    secure: ${secrets.encrypt("stack-token", "")}\n`;
    const places = [
      [content, config],
      [deployment([resource("web")]), `encryptionsalt: ${salt}\n${config}`],
    ] as const;
    for (const [inState, inFile] of places) {
      const { pulumi, read } = start({ [exportDev]: exportOf(inState) }, inFile);
      const [stack] = await read(["dev"], { PULUMI_CONFIG_PASSPHRASE: "right" });
      expect(stack?.settings.token).toBe("stack-token");
      expect(pulumi.lines).toHaveLength(1);
    }
  });

  it("is also read by it in a folder if the state names another provider", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("dev", deployment([], kms));
    folder.write("Pulumi.dev.yaml", "config:\n  nodecloud:token:\n    secure: AQ==\n");
    const runPulumi: RunPulumi = async (args) => {
      expect(args.join(" ")).toBe(`${show} --non-interactive`);
      return { code: 0, stdout: values, stderr: "" };
    };
    const [stack] = await folder.readProject(["dev"], { runPulumi });
    expect(stack?.settings.token).toBe("cloud-token");
  });

  it("is not read by it if a salt is missing in a folder, where the CLI would write one", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("dev", deployment([]));
    folder.write("Pulumi.dev.yaml", "config:\n  nodecloud:token:\n    secure: AQ==\n");
    const { run, lines } = fakePulumi({ [show]: values }, folder);
    const { message } = await failure(folder.readProject(["dev"], { runPulumi: run }));
    expect(message).toContain("has encrypted values but no encryptionsalt");
    expect(lines).toEqual([]);
  });

  it("is not read if something else gives the encrypted settings", async () => {
    const { pulumi, read } = start({ ...state, [show]: values }, kmsConfig);
    const [stack] = await read(["dev"], { NODECLOUD_TOKEN: "env-token" });
    expect(stack?.settings).toMatchObject({ token: "env-token", brand: "node" });
    expect(pulumi.lines).toHaveLength(1);
  });

  it("of another file is read from that file", async () => {
    const { folder, pulumi } = start({ ...state });
    const configFile = folder.write("other.yaml", kmsConfig);
    pulumi.results[`${show} --config-file ${configFile}`] = values;
    const env = environment(folder.path, { PULUMI_BACKEND_URL: cloud });
    const shown = relative(process.cwd(), configFile);
    const source = { kind: "project", folder: folder.path, stacks: ["dev"], configFile: shown } as const;
    const [stack] = await folder.read([source], { env, runPulumi: pulumi.run });
    expect(stack?.settings.token).toBe("cloud-token");
  });

  it("is refused with what to do if there is no CLI", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("dev", deployment([]));
    const file = folder.write("Pulumi.dev.yaml", kmsConfig);
    const env = environment(folder.path, { PATH: "/nonexistent" });
    const { message } = await failure(folder.readProject(["dev"], { env }));
    expect(message).toContain(`${file} uses the secrets provider "awskms://key"`);
    expect(message).toContain("Put `pulumi` on the PATH, or set NODECLOUD_BASE_URL and NODECLOUD_TOKEN");
  });
});

it("runs the pulumi on the PATH without a shell, in the project's folder", async () => {
  const folder = new ProjectFolder();
  const script = `#!/bin/sh\npwd >> "$0.log"\nfor word in "$@"; do echo "<$word>" >> "$0.log"; done\necho "$PULUMI_BACKEND_URL" >> "$0.log"\ncat "$0.json"\n`;
  const pulumi = folder.write("bin/pulumi", script);
  chmodSync(pulumi, 0o755);
  folder.write("bin/pulumi.json", exportOf(deployment([resource("web")])));
  folder.write("src/x", "");
  const env = environment(folder.path, {
    PULUMI_BACKEND_URL: cloud,
    PATH: `${folder.path}/bin:${process.env.PATH}`,
  });
  const source = { kind: "project", folder: `${folder.path}/src`, stacks: ["acme/dev"] } as const;
  const [stack] = await folder.read([source], { env });
  expect(stack?.resources).toHaveLength(1);
  expect(readFileSync(`${pulumi}.log`, "utf8").split("\n")).toEqual([
    ...[folder.path, "<stack>", "<export>", "<--stack>", "<acme/dev>", "<--non-interactive>", cloud, ""],
  ]);
});

it("reports how the pulumi on the PATH failed", async () => {
  const folder = new ProjectFolder();
  const pulumi = folder.write("bin/pulumi", "#!/bin/sh\necho 'error: nope' >&2\nexit 3\n");
  chmodSync(pulumi, 0o755);
  const env = environment(folder.path, {
    PULUMI_BACKEND_URL: cloud,
    PATH: `${folder.path}/bin:${process.env.PATH}`,
  });
  const { message } = await failure(folder.readProject(["dev"], { env }));
  expect(message).toContain("with exit code 3: error: nope.");
});
