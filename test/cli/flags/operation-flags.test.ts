/** @jest-environment node */
import { chmodSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { longName, withoutBooleanValues } from "../../../src/cli/flags/flag";
import { operationFlags, supportedOperationFlags } from "../../../src/cli/flags/operation-flags";
import { operations } from "../../../src/cli/flags/operations";
import { expectReadable } from "../command";
import { runInProcess } from "../in-process";
import type { ProgramFunctions } from "../in-process-engine";
import { InProcessProject } from "../in-process-project";
import { pulumiFlags } from "./pulumi-flags";

const nodeOnly = "/nowhere";

it("reads the values of switches, but leaves what follows `--`", () => {
  const read = (line: string) => withoutBooleanValues(line.split(" "), operationFlags).join(" ");
  expect(read("up --yes=true --json=false --other=true")).toBe("up --yes --other=true");
  expect(read("config set --json=true key -- --debug=true --json=false")).toBe(
    "config set --json key -- --debug=true --json=false",
  );
});

describe("the flags of the Pulumi CLI", () => {
  it.each(operations)("are all declared for `%s`, with the same short names", (operation) => {
    const rows = operationFlags
      .filter(({ commands }) => commands.includes(operation))
      .map(({ usage }) => usage);
    for (const flag of [...pulumiFlags.all, ...pulumiFlags[operation]]) {
      const [short] = flag.startsWith("--") ? [] : flag.split(",");
      const row = rows.find(
        (usage) => (/--[a-z-]+/.exec(usage)?.[0] ?? "") === (/--[a-z-]+/.exec(flag)?.[0] ?? ""),
      );
      expect({ flag, row }).toEqual({ flag, row: expect.any(String) });
      if (short) expect(row).toMatch(new RegExp(`^${short}, `));
    }
    const shorts = rows.flatMap((usage) => /^-\w/.exec(usage)?.[0] ?? []);
    expect(new Set(shorts).size).toBe(shorts.length);
    expect(new Set(rows.map((usage) => /--[a-z-]+/.exec(usage)?.[0])).size).toBe(rows.length);
  });

  const refused = operationFlags.flatMap((flag) =>
    flag.instead === undefined
      ? []
      : flag.commands.map((command) => [command, longName(flag), flag] as const),
  );
  it.each(refused)(
    "`%s %s` is refused with what to use instead, before the project is read",
    async (command, name, flag) => {
      const value = /</.test(flag.usage) ? ["x"] : [];
      const line = [command, "--engine", "embedded", "--cwd", nodeOnly, name, ...value];
      const { code, stderr } = await runInProcess(line);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `error: \`nodecloud ${command}\` does not support ${name}. Nothing was done. ${flag.instead}\n`,
      });
    },
  );
});

const thingType = "pulumi-nodejs:dynamic/test:Thing";
/** What the provider below manages: its calls, and the live regions by id. */
const mockService = { calls: [] as string[], created: 0, regions: {} as Record<string, string> };

/** A program of two resources, and their provider. */
const mockFunctions: ProgramFunctions = {
  program: async ({ configuration, env }, register, tools) => {
    const size = configuration.get("test:size")?.value ?? "none";
    const region = env.REGION ?? "north";
    const inputs = { __provider: "thing", name: "a", region, size };
    const a = await register({ type: thingType, name: "a", inputs });
    const peer = tools.output(a, "address");
    const dependencies = [a.urn];
    await register({
      type: thingType,
      name: "b",
      inputs: { __provider: "thing", name: "b", peer, region: env.PEER_REGION ?? "north" },
      dependencies,
    });
    return { size };
  },
  startPlugin: () => () => ({
    diff: async (_, olds, news) => {
      const changed = ["region", "peer"].filter((key) => olds[key] !== news[key]);
      return { changes: changed.length > 0, replaces: changed.filter((key) => key === "region") };
    },
    create: async (inputs) => {
      const id = String(++mockService.created);
      mockService.calls.push(`create ${id}`);
      return { id, outs: { ...inputs, address: `10.0.0.${id}` } };
    },
    read: async (id, properties) => {
      const region = mockService.regions[id];
      return { id, props: { ...properties, ...(region !== undefined && { region }) } };
    },
    update: async (id, _, news) => {
      mockService.calls.push(`update ${id}`);
      return { outs: { ...news, address: `10.0.0.${id}` } };
    },
    delete: async (id) => {
      mockService.calls.push(`delete ${id}`);
    },
  }),
};
jest.mock("../../../src/engine/grpc", () =>
  jest.requireActual("../in-process-engine").grpcInProcess({
    program: (...args: Parameters<ProgramFunctions["program"]>) => mockFunctions.program(...args),
    startPlugin: () => mockFunctions.startPlugin?.(),
  }),
);

describe("a flag that the embedded engine supports", () => {
  const project = new InProcessProject({
    "Pulumi.yaml": "name: test\nruntime: nodejs\nconfig:\n  limit: { type: integer, default: 3 }\n",
    "bin/pulumi": '#!/bin/sh\necho "$@" >> "$(dirname "$0")/../asked.log"\n',
    "other.yaml": "config:\n  test:size: of-another-file\n",
    "wrong.yaml": "config:\n  test:limit: many\n",
  });
  chmodSync(join(project.folder, "bin/pulumi"), 0o755);
  afterAll(() => project.remove());
  const urn = (name: string) => `urn:pulumi:dev::test::pulumi-nodejs:dynamic/test:Thing::${name}`;
  const seen = new Set<string>();
  const env = { PATH: nodeOnly };
  const nodecloud = async (args: readonly string[], more = {}) => {
    for (const arg of args) if (/^-./.test(arg)) seen.add(arg.split("=")[0] ?? arg);
    const ended = await project.run(args, { env: { ...env, ...more } });
    expectReadable(ended.stdout + ended.stderr);
    return ended;
  };
  const history = () => nodecloud(["stack", "history", "--json", "--page-size", "1"]);

  it("works: --create, --message, --config, --show-config, --suppress-outputs", async () => {
    const quiet = [
      "--suppress-outputs",
      "--show-config",
      "--skip-plugin-pre-install",
      "--suppress-permalink",
      "--suppress-progress",
    ];
    const made = await nodecloud([
      "up",
      "--skip-preview",
      "--create",
      "--secrets-provider",
      "passphrase",
      "-s",
      "dev",
      "-m",
      "first of all",
      "-c",
      "size=7=8",
      ...quiet,
    ]);
    expect(made).toMatchObject({ code: 0, stderr: "" });
    expect(made.stdout).toContain("Configuration:\n        test:limit: 3\n        test:size: 7=8\n");
    expect(made.stdout).not.toContain("Outputs:");
    expect(project.read("Pulumi.dev.yaml")).toContain("test:size: 7=8");
    expect(JSON.parse((await history()).stdout)[0]).toMatchObject({ message: "first of all" });
    await nodecloud(["stack", "select", "dev"]);
    await nodecloud(["preview", "--config", "deep.inner=x", "--config-path"]);
    expect(project.read("Pulumi.dev.yaml")).toMatch(/test:deep:\n +inner: x/);
  }, 60_000);

  it("works: --config-file, --skip-config-validation, --diff, --json, --show-sames", async () => {
    const other = await nodecloud(["preview", "--config-file", "other.yaml"]);
    expect(other.stdout).toContain('size: "7=8" → "of-another-file"');
    const missing = await nodecloud(["preview", "--config-file", "none.yaml"]);
    expect(missing).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/none\.yaml, specified by --config-file/),
    });
    const wrong = await nodecloud(["preview", "--config-file", "wrong.yaml"]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("of type integer") });
    const wanted = ["preview", "--config-file", "wrong.yaml", "--skip-config-validation", "--diff"];
    const taken = await nodecloud(wanted, { REGION: "south" });
    expect(taken.code).toBe(0);
    expect(taken.stdout).toContain(`[${urn("a")}]`);
    const json = await nodecloud(["preview", "-j"]);
    expect(JSON.parse(json.stdout.split("\n")[0] ?? "")).toMatchObject({ kind: "started" });
    expect((await nodecloud(["preview", "--show-sames", "--show-reads"])).stdout).toContain(
      "a (Thing)  unchanged",
    );
  }, 60_000);

  it("works: --expect-no-changes, --preview-only, --color, -p, --replace, --show-replacement-steps", async () => {
    expect((await nodecloud(["preview", "--expect-no-changes"], { REGION: "south" })).code).toBe(7);
    const calls = mockService.calls.length;
    const only = await nodecloud(["destroy", "--preview-only", "--color", "always", "-p", "1"]);
    expect(only.stdout).toContain("\u001b[31m");
    expect(only.code).toBe(0);
    expect(mockService.calls).toHaveLength(calls);
    const steps = ["--replace", urn("a"), "--show-replacement-steps"];
    expect((await nodecloud(["preview", ...steps])).stdout).toContain("- original to delete");
    const less = await nodecloud(["preview", "--target-replace", urn("b")], { REGION: "south" });
    expect(less.stdout).toMatch(/b \(Thing\) +to replace/);
    expect(less.stdout).not.toMatch(/a \(Thing\)/);
  }, 60_000);

  it("works: -t, --target-dependents, -x, --exclude-dependents, -r, pending creates", async () => {
    const south = { REGION: "south" };
    expect((await nodecloud(["preview", "-t", urn("b")], south)).stdout).not.toMatch(/a \(Thing\)/);
    const both = await nodecloud(["preview", "-t", urn("a"), "--target-dependents"], south);
    expect(both.stdout).toMatch(/a \(Thing\) +to replace/);
    const none = await nodecloud(["preview", "-x", urn("a"), "--exclude-dependents"], south);
    expect(none.stdout).toContain("Nothing to change");
    const other = { PEER_REGION: "south" };
    expect((await nodecloud(["preview", "-x", urn("a")], other)).stdout).toMatch(/b \(Thing\) +to replace/);
    const dependents = await nodecloud(["preview", "-x", urn("a"), "--exclude-dependents"], other);
    expect(dependents.stdout).toContain("Nothing to change");
    mockService.regions["1"] = "west";
    expect((await nodecloud(["preview", "-r"])).stdout).toMatch(/a \(Thing\)/);
    expect((await nodecloud(["preview", "--refresh=false"])).stdout).toContain("Nothing to change");
    mockService.regions = {};
    const stateFile = ".pulumi/stacks/test/dev.json";
    const pendingCreates = () =>
      JSON.parse(project.read(stateFile)).checkpoint.latest.pending_operations ?? [];
    const state = JSON.parse(project.read(stateFile));
    const resource = { urn: urn("c"), type: thingType, custom: true };
    state.checkpoint.latest.pending_operations = [{ type: "creating", resource }];
    project.write(stateFile, JSON.stringify(state));
    const refresh = ["refresh", "-f", "--allow-empty", "--skip-pending-creates"];
    expect((await nodecloud(refresh)).code).toBe(0);
    expect(pendingCreates()).toHaveLength(1);
    expect((await nodecloud([...refresh, "--clear-pending-creates"])).code).toBe(0);
    expect(pendingCreates()).toEqual([]);
  }, 60_000);

  it("works as in CI, with values of switches, and without a terminal", async () => {
    const line = ["up", "--yes", "--skip-preview", "--non-interactive"];
    expect(await nodecloud(line)).toMatchObject({ code: 0, stderr: "" });
    expect(await nodecloud(["up", "--yes=true", "--skip-preview=false"])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await nodecloud(["up"], { PULUMI_SKIP_CONFIRMATIONS: "true" })).toMatchObject({
      code: 0,
      stderr: "",
    });
    for (const args of [["up"], ["up", "--yes=false"], ["up", "--non-interactive"]])
      expect(await nodecloud(args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("the command is not running on a terminal"),
      });
    expect((await nodecloud(["preview", "-p", "x"])).stderr).toMatch(/integer of 1 or more/);
    expect((await nodecloud(["preview", "-p", "0"])).stderr).toMatch(/integer of 1 or more/);
    expect(await nodecloud(["up", "--yes", "-c", "novalue"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("key=value"),
    });
  }, 60_000);

  it("is passed on to the Pulumi CLI as given", async () => {
    const path = { PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}` };
    const here = project.folder;
    const given: readonly (readonly [string, string])[] = [
      [
        "up --yes --skip-preview --non-interactive -s dev -m hello -p 3 -t a --target=**::b --target-dependents --create",
        "up --stack dev --yes --skip-preview --non-interactive --message=hello --parallel=3 --target=a --target=**::b --target-dependents",
      ],
      [
        "up -f --plan p.json --policy-pack x --policy-pack y -r",
        `up --stack dev --skip-preview --refresh=true --plan=${here}/p.json --policy-pack=${here}/x --policy-pack=${here}/y`,
      ],
      [
        "up -f --policy-pack x,../y --plan /p.json --event-log tcp://127.0.0.1:1 --profiling=",
        `up --stack dev --skip-preview --policy-pack=${here}/x,${dirname(here)}/y --plan=/p.json --event-log=tcp://127.0.0.1:1 --profiling=`,
      ],
      [
        "preview --engine pulumi -x d --exclude-dependents --remote --remote-env A=1 --remote-env B=2 -v 9",
        "preview --stack dev --exclude=d --exclude-dependents --remote --remote-env=A=1 --remote-env=B=2 --verbose=9",
      ],
      [
        "refresh --yes --clear-pending-creates -j",
        "refresh --stack dev --yes --clear-pending-creates --json",
      ],
      ["destroy --preview-only --show-full-output", "destroy --stack dev --preview-only --show-full-output"],
    ];
    for (const [line] of given)
      expect(await nodecloud(line.split(" "), path)).toMatchObject({ code: 0, stderr: "" });
    const asked = project.read("asked.log").trim().split("\n");
    const sorted = (text: string) => text.split(" ").sort();
    expect(asked.map(sorted)).toEqual(given.map(([, expected]) => sorted(expected)));
  }, 60_000);

  it("names a path of the current folder to the Pulumi CLI, whichever folder the project is in", async () => {
    project.write("below/prod.yaml", "config:\n  test:size: '1'\n");
    project.write("asked.log", "");
    const path = { PATH: `${join(project.folder, "bin")}${delimiter}${process.env.PATH}` };
    const line = ["up", "--yes", "-s", "dev", "--config-file", "prod.yaml"];
    const { code } = await project.run(line, { cwd: join(project.folder, "below"), env: path });
    expect(code).toBe(0);
    expect(project.read("asked.log")).toContain(`--config-file=${project.folder}/below/prod.yaml`);
  });

  it("--remove removes the stack after its resources", async () => {
    const removed = await nodecloud(["destroy", "--yes", "--remove"]);
    expect(removed).toMatchObject({ code: 0, stderr: 'Removed the stack "dev".\n' });
    expect((await nodecloud(["stack", "ls", "--json"])).stdout).toBe("[]\n");
  }, 60_000);

  it("is used in one of the tests above", () => {
    const tried = (usage: string) => usage.split(/[ ,]+/).some((name) => seen.has(name));
    expect(supportedOperationFlags.map(({ usage }) => usage).filter((usage) => !tried(usage))).toEqual([]);
  });
});
