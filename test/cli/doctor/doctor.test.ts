import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import promises from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { ok, problem } from "../../../src/cli/doctor/check";
import { checkErrorPrinting } from "../../../src/cli/doctor/error-printing";
import { trackLimits } from "../../../src/cli/doctor/limits";
import { checkProxy } from "../../../src/cli/doctor/proxy";
import { checkReads } from "../../../src/cli/doctor/reads";
import { createClient, NodecloudError, type TransportRequest } from "../../../src/client";
import { realClock, VirtualClock } from "../../../src/clock";
import { createEmulator, wellKnownTokens } from "../../../src/emulator";
import { setConfiguration } from "../../../src/engine";
import { intentFiles } from "../../../src/lifecycle";
import { recordRun } from "../../../src/plugin/recorded-runs";
import { backendIdentity } from "../../../src/plugin/state-identity";
import { connectionTo } from "../../whole/project";
import { expectReadable, unusedPort } from "../command";
import { runInProcess } from "../in-process";
import { InProcessProject } from "../in-process-project";

const emulator = createEmulator();
let server: Awaited<ReturnType<typeof emulator.listen>>;
beforeAll(async () => {
  server = await emulator.listen();
});
afterAll(() => server.close());

let project: InProcessProject;
beforeEach(() => {
  emulator.control.reset();
  emulator.control.faults.clear();
  project = new InProcessProject({ "index.js": "" });
});
afterEach(() => project.remove());

type Line = readonly [name: string, status: string, message: string, action: string | null];

async function doctor(env: Readonly<Record<string, string | undefined>> = {}, args: readonly string[] = []) {
  const { code, stdout, stderr } = await project.run(["doctor", "--json", ...args], {
    env: { PATH: "", ...env },
  });
  expect(stderr).toBe("");
  const { problems, checks, ...others } = JSON.parse(stdout);
  expect(others).toEqual({});
  for (const check of checks) expect(Object.keys(check)).toEqual(["name", "status", "message", "action"]);
  expect(code).toBe(problems === 0 ? 0 : 1);
  const lines: Line[] = checks.map(({ name, status, message, action }: Record<string, string>) => [
    ...[name, status, message, action],
  ]);
  const line = (name: string) => lines.find(([other]) => other === name)?.slice(1);
  return { problems, lines, line, text: stdout };
}

/** A stack with one instance that belongs to this account. */
function deploymentOf(account: string) {
  const urn = (type: string, name: string) => `urn:pulumi:dev::whole::${type}::${name}`;
  const [stack, provider, instance] = [
    "pulumi:pulumi:Stack",
    "pulumi:providers:pulumi-nodejs",
    "pulumi-nodejs:dynamic/nodecloud:Instance",
  ];
  const parent = urn(stack, "whole-dev");
  return {
    version: 3,
    deployment: {
      manifest: { time: "2026-11-23T09:00:00Z", magic: "", version: "" },
      resources: [
        { urn: parent, custom: false, type: stack },
        { urn: urn(provider, "default"), custom: true, id: "4032789a", type: provider },
        {
          ...{ urn: urn(instance, "web"), custom: true, id: "12", type: instance, parent },
          provider: `${urn(provider, "default")}::4032789a`,
          outputs: { identity: { account, created: "2026-11-23T09:00:00", region: "us-east" } },
        },
      ],
    },
  };
}

const connected = (token?: string, brand = "node") => connectionTo(server, brand, token);

describe("nodecloud doctor", () => {
  it.each([true, false])(
    "needs no address if all resources have explicit providers: %s",
    async (isExplicit) => {
      const { deployment, ...state } = deploymentOf("5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01");
      const named = JSON.stringify({ ...state, deployment }).replaceAll(
        "pulumi-nodejs::default",
        "pulumi-nodejs::eu",
      );
      const text = isExplicit ? named : JSON.stringify({ ...state, deployment });
      project.write("dev.json", text);
      await project.run(["stack", "init", "dev"]);
      const imported = await project.run(["stack", "import", "--file", "dev.json"]);
      expect(imported.code).toBe(0);
      const { line } = await doctor();
      expect(line("address")?.[0]).toBe(isExplicit ? "warning" : "problem");
    },
  );

  it("prints a line for each check, and exits with 0 if no problem prevents a run", async () => {
    const { code, stdout } = await project.run(["doctor"], { env: { PATH: "", ...connected() } });
    expect(code).toBe(0);
    expectReadable(stdout);
    const withoutNumbers = stdout.replaceAll(project.folder, "FOLDER").replace(/:\d{4,5}/g, ":PORT");
    expect(withoutNumbers.replace(/\d[\d.,]*\d|\d/g, "N")).toBe(`ok       project     whole in FOLDER.
ok       SDK         @pulumi/pulumi N.
ok       package     pulumi-nodecloud N.
ok       backend     file://FOLDER.
ok       stack       dev does not exist yet: \`up\` or \`stack init\` creates it.
ok       passphrase  set; the stack has no secrets yet.
ok       creates     none is unresolved.
ok       engine      the embedded engine of pulumi-nodecloud N, on Node.js N: there is no pulumi on the PATH.
ok       address     http://N:PORT/vN, from the environment.
ok       brand       node, from the environment.
ok       token       set, from the environment.
ok       service     responds.
ok       scope       nodes: may read.
ok       scope       images: may read.
ok       scope       account: may read.
ok       scope       events: may read.
ok       clock       within N s of the service's.
ok       limits      N of N calls left; the limit resets in N s.
No problem prevents a run.
`);
  });

  it("reports a stack that `up` refuses because it does not exist", async () => {
    expect((await project.run(["stack", "init", "production"])).code).toBe(0);
    expect((await doctor(connected())).line("stack")).toEqual(["ok", "production.", null]);
    for (const [args, env] of [
      [["--stack", "prodction"], {}],
      [[], { PULUMI_STACK: "prodction" }],
    ] as const) {
      const { line, problems } = await doctor({ ...connected(), ...env }, args);
      expect(problems).toBe(1);
      expect(line("stack")).toEqual([
        "problem",
        expect.stringMatching(/^There is no stack "prodction" of .* Did you mean production\?/),
        null,
      ]);
    }
  });

  it("only reads, and prints no secret", async () => {
    emulator.control.forgetRequests();
    await setConfiguration(
      { cwd: project.folder, stack: "dev", env: project.optionsFor({}).env ?? {} },
      "key",
      "secret-canary",
      { secret: true },
    );
    const { text } = await doctor({ ...connected(), PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests" });
    expect(emulator.control.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    for (const secret of [wellKnownTokens.full, "a passphrase of the tests", "secret-canary"])
      expect(text).not.toContain(secret);
  });

  it("says what is missing if nothing is set", async () => {
    const folder = mkdtempSync(join(tmpdir(), "nodecloud-doctor-"));
    try {
      const { code, stdout, stderr } = await runInProcess(["doctor"], { cwd: folder, env: { PATH: "" } });
      expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
      expectReadable(stdout);
      expect(stdout.split("\n").map((line) => line.slice(0, 20).trim())).toEqual([
        ...["problem  project", "ok       engine", "problem  address", "2 problems prevent a", ""],
      ]);
      expect(stdout).toContain("not set. Set NODECLOUD_BASE_URL=https://HOST/v4 and NODECLOUD_TOKEN.");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("has each check, and each field of the JSON, in its documentation", () => {
    const page = readFileSync(join(__dirname, "../../../docs/doctor.md"), "utf8");
    const source = join(__dirname, "../../../src/cli/doctor");
    const code = readdirSync(source).map((name) => readFileSync(join(source, name), "utf8"));
    const checks = code
      .flatMap((text) => [...text.matchAll(/\b(?:ok|warning|problem)\(\s*"(\w+)"/g)])
      .map(([, name = ""]) => name);
    const documented = [...page.matchAll(/^\| `(\w+)` \| [a-z]/gm)].map(([, name = ""]) => name);
    const fields = ["problems", "checks"];
    expect([...new Set([...checks, "scope", ...fields])].sort()).toEqual([...documented, "scopes"].sort());
    for (const field of ["name", "status", "message", "action"])
      expect(page).toContain(`| \`checks[].${field}\` |`);
  });

  it("warns about a proxy that is not used if the service does not respond", async () => {
    const baseUrl = `https://127.0.0.1:${await unusedPort()}/v4`;
    const { line } = await doctor({ NODECLOUD_BASE_URL: baseUrl, https_proxy: "http://proxy.test:3128" });
    expect(line("service")?.[0]).toBe("problem");
    expect(line("proxy")).toEqual([
      "warning",
      "https_proxy is set but ignored: calls go to the service directly.",
      "Let this machine connect to the service without a proxy.",
    ]);
    expect(
      (await doctor({ ...connected(), HTTPS_PROXY: "http://proxy.test:3128" })).line("proxy"),
    ).toBeUndefined();
    const env = { HTTPS_PROXY: "http://proxy.test:3128" };
    expect(checkProxy("https://service.test/v4", env, [problem("service", "")])).toHaveLength(1);
    expect(checkProxy("https://service.test/v4", env, [ok("service", "responds.")])).toEqual([]);
    expect(checkProxy("http://service.test/v4", env, [problem("service", "")])).toEqual([]);
    expect(checkProxy("https://service.test/v4", { HTTPS_PROXY: "" }, [])).toEqual([]);
  });

  it.each([
    [{ https_proxy: "http://proxy.test" }, 1],
    [{ http_proxy: "http://proxy.test", no_proxy: "localhost" }, 1],
    [{ grpc_proxy: "http://proxy.test", no_proxy: "127.0.0.1", no_grpc_proxy: "service.test" }, 1],
    [{ https_proxy: "http://proxy.test", no_proxy: "localhost, 127.0.0.1" }, 0],
    [{ https_proxy: "http://proxy.test", no_grpc_proxy: "127.0.0.1" }, 0],
    [{ https_proxy: "" }, 0],
  ])("warns if the SDK would use a proxy between the processes of this machine: %j", (env, count) => {
    const checks = checkProxy("http://service.test/v4", env, []);
    expect(checks).toHaveLength(count);
    for (const { message } of checks)
      expect(message).toMatch(/^(https|http|grpc)_proxy is set, and the Pulumi CLI's SDK/);
  });

  it("names the scopes that the token lacks", async () => {
    for (const operation of ["account.view", "events.list"])
      emulator.control.faults.add({ operation, effect: { status: 403 } });
    const { problems, lines } = await doctor(connected());
    expect(problems).toBe(0);
    expect(lines.filter(([name]) => name === "scope")).toEqual([
      ["scope", "ok", "nodes: may read.", null],
      ["scope", "ok", "images: may read.", null],
      [
        "scope",
        "warning",
        "account: may not read.",
        expect.stringMatching(/^Needed for OAuth clients.*: create a token/),
      ],
      ["scope", "warning", "events: may not read.", expect.stringMatching(/^Needed for `drift --who`/)],
    ]);
  });

  it.each([
    [
      "a token that is not valid",
      () => connected("no-such-token-canary"),
      "scopes",
      /rejects the token for every read/,
    ],
    ["no token", () => ({ ...connected(), NODECLOUD_TOKEN: "" }), "token", /^not set\.$/],
    ["a wrong brand", () => connected(undefined, "acme"), "scope", /^acmes: .*404/],
    [
      "a setting that is not a number",
      () => ({ ...connected(), NODECLOUD_MAX_LIST_ITEMS: "many" }),
      "settings",
      /maxListItems/,
    ],
    [
      "a word that cannot be a brand",
      () => connected(undefined, "no de"),
      "settings",
      /^brand: "no de" cannot be/,
    ],
    [
      "an address that is not a web address",
      () => ({ ...connected(), NODECLOUD_BASE_URL: "ftp://host/v4" }),
      "settings",
      /ftp/,
    ],
    [
      "a wrong address",
      () => ({ ...connected(), NODECLOUD_BASE_URL: `${server.url}/nothing/v4` }),
      "service",
      /404/,
    ],
    [
      "no passphrase",
      () => ({ ...connected(), PULUMI_CONFIG_PASSPHRASE: undefined }),
      "passphrase",
      /^not set\.$/,
    ],
    [
      "a backend that is not a folder",
      () => ({ ...connected(), PULUMI_BACKEND_URL: "https://user:canary@state.example.com" }),
      "engine",
      /cannot use the backend/,
    ],
  ])("reports %s as one problem", async (_, env, name, message) => {
    const { problems, lines, text } = await doctor(env());
    expect(lines.filter(([, status]) => status === "problem")).toEqual([
      [name, "problem", expect.stringMatching(message), expect.anything()].map((one, at) =>
        at === 3 && name === "settings" ? null : one,
      ),
    ]);
    expect(problems).toBe(1);
    expect(text).not.toContain("canary");
  });

  it("reports a service that does not respond, and reads nothing else from it", async () => {
    const list = () => {
      throw new NodecloudError({
        code: "connection",
        message: "No connection (ECONNREFUSED). Nothing was sent.",
        summary: "no connection (ECONNREFUSED)",
      });
    };
    const client = { regions: { list } } as unknown as Parameters<typeof checkReads>[0];
    const deadline = { at: 0, extend: () => undefined };
    expect(await checkReads(client, { token: "token", brand: "node" }, deadline)).toEqual([
      {
        name: "service",
        status: "problem",
        message: "no connection (ECONNREFUSED).",
        action: "Check the address and the network. `nodecloud emulator` starts a service on this machine.",
      },
    ]);
  });

  it("tests what the token can read although a rate limit rejects the first read", async () => {
    const limited = async () => {
      throw new NodecloudError({
        ...{ code: "rate_limited", message: "Too many calls. Nothing was sent." },
        summary: "too many calls",
      });
    };
    const whole = createClient({ baseUrl: server.url, token: wellKnownTokens.full, brand: "node" });
    const regions = { list: limited };
    const client = { ...whole, regions } as unknown as Parameters<typeof checkReads>[0];
    const deadline = { at: realClock.now() + 10_000, extend: () => undefined };
    const checks = await checkReads(client, { token: wellKnownTokens.full, brand: "node" }, deadline);
    expect(checks).toEqual([
      ok("service", "responds."),
      ...["nodes", "images", "account", "events"].map((area) => ok("scope", `${area}: may read.`)),
    ]);
  });

  it("accepts a backend in a folder that the first write creates, and none if a file is in the way", async () => {
    const backend = (path: string) =>
      doctor({ ...connected(), PULUMI_BACKEND_URL: `file://${project.folder}/${path}` });
    expect((await backend("new/deep")).line("backend")?.[0]).toBe("ok");
    expect((await backend("index.js")).line("stack")?.[0]).toBe("problem");
  });

  it("proposes a new project only if there is no Pulumi.yaml", async () => {
    writeFileSync(join(project.folder, "Pulumi.yaml"), "name: [");
    const [status, message, action] = (await doctor(connected())).line("project") ?? [];
    expect(status).toBe("problem");
    expect(message).toMatch(/Pulumi\.yaml cannot be read: .*\.$/s);
    expect(action).toBe("Give this user access to the file, or correct it.");
    rmSync(join(project.folder, "Pulumi.yaml"));
    const missing = (await doctor(connected())).line("project");
    expect(missing?.[1]).toMatch(/^There is no Pulumi\.yaml in .* with --cwd\.$/);
    expect(missing?.[2]).toBe("`nodecloud new` creates a new project.");
  });

  it("reports a NODECLOUD_HOME that no folder can have as a problem of the records, and checks the rest", async () => {
    const { line, problems } = await doctor({ ...connected(), NODECLOUD_HOME: "records" });
    expect(line("records")?.[0]).toBe("problem");
    expect(line("records")?.[1]).toContain("NODECLOUD_HOME is the relative path records");
    expect([line("backend")?.[0], line("stack")?.[0], line("passphrase")?.[0]]).toEqual(["ok", "ok", "ok"]);
    expect([line("creates"), problems]).toEqual([undefined, 1]);
  });

  it.each(["backend", "records"])("reports a folder of the %s that cannot be written", async (name) => {
    const env = { ...connected(), NODECLOUD_HOME: join(project.folder, "records") };
    expect((await doctor(env)).line("records")).toBeUndefined();
    const isDenied = (path: unknown) => (name === "records") === String(path).endsWith("locked");
    const folder = join(project.folder, "locked");
    mkdirSync(folder);
    const access = jest.spyOn(promises, "access").mockImplementation(async (path) => {
      if (isDenied(path)) throw new Error("EACCES");
    });
    const { line, problems } = await doctor({ ...env, NODECLOUD_HOME: join(folder, "new") });
    access.mockRestore();
    expect([line(name)?.[0], problems]).toEqual(["problem", 1]);
    if (name === "records")
      expect(line(name)?.slice(1)).toEqual([
        `${folder}/new, where creates are recorded, cannot be written.`,
        "Give this user access to it, free space on its disk, or set NODECLOUD_HOME to another folder.",
      ]);
  });

  it("reports that the disk of the records is full, and leaves no file in their folder", async () => {
    const records = join(project.folder, "full");
    mkdirSync(records);
    const env = { ...connected(), NODECLOUD_HOME: records };
    expect((await doctor(env)).problems).toBe(0);
    const { open } = promises;
    const opened = jest.spyOn(promises, "open").mockImplementation(async (path, ...rest) => {
      if (String(path).startsWith(records)) throw new Error("ENOSPC");
      return open(path, ...rest);
    });
    const { line, problems } = await doctor(env);
    opened.mockRestore();
    expect([line("records")?.[0], problems]).toEqual(["problem", 1]);
    expect(readdirSync(records)).toEqual([]);
  });

  it.each([
    [[90, 80, 95], "ok", "80 of 100 calls left; the limit resets in 30 s."],
    [[11], "ok", "11 of 100 calls left; the limit resets in 30 s."],
    [[90, 10], "warning", "10 of 100 calls left; the limit resets in 30 s."],
  ])("reports the lowest of the limits %j", async (remaining, status, message) => {
    const left = [...remaining];
    const clock = new VirtualClock();
    const { transport, check } = trackLimits(
      async () => ({
        status: 200,
        body: "",
        headers: {
          "x-ratelimit-limit": "100",
          "x-ratelimit-remaining": String(left.shift()),
          "x-ratelimit-reset": "60",
        },
      }),
      clock,
    );
    for (const _ of remaining) await transport({} as TransportRequest);
    await clock.advance(30_000);
    expect(check()).toMatchObject([{ name: "limits", status, message }]);
  });

  it.each([
    [7200, "warning", /^7,(19\d|20\d) s behind the service's\.$/],
    [-7200, "warning", /^7,(19\d|20\d) s ahead of the service's\.$/],
    [80, "warning", /^(7\d|80) s behind/],
    [-80, "warning", /^8\d s ahead of/],
    [40, "ok", /^within (3\d|4[01]) s of the service's\.$/],
    [-40, "ok", /^within 4\d s of/],
  ])("checks this machine's clock if the service's is %i s ahead", async (seconds, status, message) => {
    const moment = new Date(realClock.now() + seconds * 1000).toUTCString();
    emulator.control.faults.add({ effect: { status: 403, headers: { Date: moment } } });
    const { line } = await doctor(connected());
    expect(line("clock")).toEqual([
      status,
      expect.stringMatching(message),
      status === "ok" ? null : expect.stringContaining("Correct this machine's clock"),
    ]);
  });

  it("takes address and token from the stack's configuration, if the passphrase opens it", async () => {
    const env = project.optionsFor({}).env ?? {};
    const stack = { cwd: project.folder, stack: "dev", env };
    await setConfiguration(stack, "nodecloud:baseUrl", server.url, { secret: false });
    await setConfiguration(stack, "nodecloud:token", wellKnownTokens.full, { secret: true });
    const opened = await doctor();
    expect(opened.problems).toBe(0);
    expect(opened.line("address")).toEqual(["ok", `${server.url}, from the stack's configuration.`, null]);
    expect(opened.line("brand")).toEqual(["ok", "node, the default.", null]);
    expect(opened.line("passphrase")).toEqual(["ok", "set, and correct.", null]);

    const closed = await doctor({ PULUMI_CONFIG_PASSPHRASE: "another one" });
    expect(closed.line("passphrase")?.slice(0, 1)).toEqual(["problem"]);
    expect(closed.line("token")).toEqual([
      ...["problem", "in the stack's configuration, but not decrypted.", "Set the passphrase first."],
    ]);
  });

  it("compares the account of the token with that of the stack", async () => {
    const theirs = "5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01";
    const client = createClient({ baseUrl: server.url, token: wellKnownTokens.full });
    const { euuid = "" } = await client.account.view();
    const withResourceOf = async (account: string) => {
      const file = join(project.folder, "deployment.json");
      writeFileSync(file, JSON.stringify(deploymentOf(account)));
      const { code, stderr } = await project.run(["stack", "import", "--file", file, "--force"], {
        env: { PATH: "" },
      });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      return doctor(connected());
    };
    expect((await doctor(connected())).line("account")).toBeUndefined();
    await project.run(["stack", "init", "dev"], { env: { PATH: "" } });
    const own = await withResourceOf(euuid);
    expect(own.line("account")).toEqual(["ok", `${euuid}, which the stack's objects belong to.`, null]);
    expect(own.problems).toBe(0);
    const other = await withResourceOf(theirs);
    expect(other.line("account")).toEqual([
      "problem",
      `the token belongs to account ${euuid}, but the stack's objects belong to account ${theirs}.`,
      `Use a token for account ${theirs}, or another stack.`,
    ]);
    expect(other.problems).toBe(1);
    expect((await doctor(connected(wellKnownTokens.scopeless))).line("account")).toBeUndefined();
  });

  it("names creates of a stack of the same name in a folder that no longer exists", async () => {
    const folder = join(project.folder, "home/.nodecloud/intents");
    const gone = join(project.folder, "gone");
    for (const [owner, stack] of [
      [`file://${gone}`, "dev"],
      [`file://${gone}`, "other"],
      [`file://${project.folder}/home`, "dev"],
      ["s3://stacks", "dev"],
    ] as const) {
      const origin = { organization: "organization", project: "whole", stack, type: "Instance", name: "old" };
      await intentFiles(folder, owner, realClock).save({ origin, address: server.url, before: [], at: 1 });
    }
    const { lines } = await doctor(connected());
    const found = `1 unresolved, of a stack of this name in ${gone}, which no longer exists: old (Instance).`;
    expect(lines.filter(([name, , message]) => name === "creates" && message?.includes("no longer"))).toEqual(
      [
        [
          ...["creates", "warning", found],
          expect.stringMatching(/move it back and run `nodecloud recover` before .* delete \/.*\.json\.$/),
        ],
      ],
    );
    rmSync(folder, { recursive: true });
  });

  it("lists unresolved creates, and who has locked the stack", async () => {
    const folder = join(project.folder, "home/.nodecloud/intents");
    const owner = backendIdentity(`file://${project.folder}`, project.folder);
    for (const name of ["web", "api"]) {
      const origin = { organization: "organization", project: "whole", stack: "dev", type: "Instance", name };
      const intent = { origin, address: server.url, before: [], at: 1 };
      await intentFiles(folder, owner, realClock).save(intent);
      await intentFiles(folder, owner, realClock).save({ ...intent, origin: { ...origin, stack: "other" } });
      await intentFiles(folder, owner, realClock).save({ ...intent, origin: { ...origin, project: "shop" } });
    }
    const locks = join(project.folder, ".pulumi/locks/organization/whole/dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(
      join(locks, "one.json"),
      '{"pid":1,"username":"somebody","hostname":"there","timestamp":"2026-01-01T00:00:00Z"}',
    );
    const { line } = await doctor(connected());
    expect(line("creates")).toEqual([
      "warning",
      expect.stringMatching(/^2 unresolved: (web|api) \(Instance\), (web|api) \(Instance\)\.$/),
      "The next `up` searches for what was created before it creates anything.",
    ]);
    expect(line("stack")).toEqual([
      "problem",
      expect.stringMatching(/^dev is locked: \/.*somebody/),
      expect.stringContaining("`nodecloud cancel --stack dev`"),
    ]);
    const ofOther = async () => {
      const { lines } = await doctor(connected());
      return lines.filter(([, , message]) => /stacks that do not exist/.test(message));
    };
    expect(await ofOther()).toEqual([
      [
        ...["creates", "warning"],
        expect.stringMatching(
          /^2 unresolved, from stacks that do not exist: (web|api) \(Instance\), (web|api) \(Instance\)\.$/,
        ),
        "If dev is the renamed other, rename it back with `pulumi stack rename other`, and run `pulumi up` before you rename it again. Otherwise run `nodecloud stack init other --no-select` and `nodecloud recover --stack other`, which finds out what was created.",
      ],
    ]);
    expect((await project.run(["stack", "init", "other", "--no-select"])).code).toBe(0);
    expect(await ofOther()).toEqual([]);
  });

  it("does not count a create whose object the state has", async () => {
    const folder = join(project.folder, "home/.nodecloud/intents");
    const owner = backendIdentity(`file://${project.folder}`, project.folder);
    const file = join(project.folder, "deployment.json");
    writeFileSync(file, JSON.stringify(deploymentOf("5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01")));
    await project.run(["stack", "init", "dev"], { env: { PATH: "" } });
    expect((await project.run(["stack", "import", "--file", file], { env: { PATH: "" } })).code).toBe(0);
    const origin = { organization: "organization", project: "whole", stack: "dev", type: "Instance" };
    const intent = { address: server.url, before: [], at: 1 };
    const save = (name: string, id: string) =>
      intentFiles(folder, owner, realClock).save({ ...intent, id, origin: { ...origin, name } });
    await save("web", "12");
    expect((await doctor(connected())).line("creates")).toEqual(["ok", "none is unresolved.", null]);
    await save("web", "13");
    await save("api", "12");
    expect((await doctor(connected())).line("creates")?.[1]).toMatch(/^2 unresolved: /);
    rmSync(folder, { recursive: true });
  });

  it("finds creates whose stack the Pulumi CLI has renamed, and says which command resolves them", async () => {
    const folder = join(project.folder, "home/.nodecloud/intents");
    const owner = backendIdentity(`file://${project.folder}`, project.folder);
    for (const name of ["web", "api"]) {
      const origin = {
        organization: "organization",
        project: "whole",
        stack: "former",
        type: "Instance",
        name,
      };
      await intentFiles(folder, owner, realClock).save({ origin, address: server.url, before: [], at: 1 });
    }
    const { deployment, ...envelope } = deploymentOf("5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01");
    const [resource] = deployment.resources.slice(-1);
    const pending_operations = [{ type: "creating", resource: { ...resource, id: "", outputs: {} } }];
    const file = join(project.folder, "deployment.json");
    const resources = deployment.resources.slice(0, -1);
    writeFileSync(
      file,
      JSON.stringify({ ...envelope, deployment: { ...deployment, resources, pending_operations } }),
    );
    await project.run(["stack", "init", "dev"], { env: { PATH: "" } });
    expect(await project.run(["stack", "import", "--file", file], { env: { PATH: "" } })).toMatchObject({
      code: 0,
    });
    const { lines, problems } = await doctor(connected());
    expect(problems).toBe(1);
    expect(lines.filter(([name, status]) => name === "creates" && status !== "ok")).toEqual([
      [
        ...["creates", "problem", "1 unresolved, and the stack has been renamed since: web (Instance)."],
        "Before the next `up`, run `nodecloud recover --stack dev`, which finds out what was created.",
      ],
      [
        ...["creates", "warning", "1 unresolved, from stacks that do not exist: api (Instance)."],
        expect.stringContaining("`nodecloud recover --stack former`"),
      ],
    ]);
    rmSync(folder, { recursive: true });
  });

  it("reports pending creates without a record on this machine, and unresolved creates in the state", async () => {
    const { deployment, ...envelope } = deploymentOf("5b6d7e8f-7d3f-4a69-8c40-0e1a5b2c9a01");
    const [web] = deployment.resources.slice(-1);
    const others = deployment.resources.slice(0, -1);
    const created = "2026-11-23T09:00:00.000Z";
    const api = { ...web, urn: web?.urn?.replace("::web", "::api"), id: "" };
    const foreign = { ...api, urn: "urn:pulumi:dev::whole::x:y:Z::z", type: "x:y:Z" };
    const importState = async (
      resources: readonly unknown[],
      pending: readonly unknown[],
      type = "creating",
    ) => {
      const pending_operations = pending.map((resource) => ({ type, resource }));
      const file = join(project.folder, "deployment.json");
      writeFileSync(
        file,
        JSON.stringify({
          ...envelope,
          deployment: { ...deployment, resources: [...others, ...resources], pending_operations },
        }),
      );
      const args = ["stack", "import", "--file", file];
      expect(await project.run(args, { env: { PATH: "" } })).toMatchObject({ code: 0 });
    };
    const found = async () => {
      const { lines } = await doctor(connected());
      return lines.filter(([name]) => name === "creates").map(([, ...line]) => line);
    };
    const none = ["ok", "none is unresolved.", null];
    const pending = [
      ...["problem", "1 pending in the state without a record on this machine: api (Instance)."],
      "Before the next `up`, run `nodecloud recover --stack dev`, which finds out what was created.",
    ];
    const unresolved = [
      ...["warning", "1 unresolved in the state: web (Instance)."],
      "Run `nodecloud recover --stack dev`, which asks what was created. Until then, `up` may fail for these resources.",
    ];
    await project.run(["stack", "init", "dev"], { env: { PATH: "" } });
    await importState([web], [api]);
    expect(await found()).toEqual([pending]);
    await importState([{ ...web, id: "unresolved-abc" }], [api]);
    expect(await found()).toEqual([pending, unresolved]);
    await importState([{ ...web, id: "unresolved-abc" }], []);
    expect(await found()).toEqual([unresolved]);
    const records = join(project.folder, "home/.nodecloud/intents");
    const owner = backendIdentity(`file://${project.folder}`, project.folder);
    const origin = {
      organization: "organization",
      project: "whole",
      stack: "dev",
      type: "Instance",
      name: "web",
    };
    const intent = { origin, address: server.url, before: [], at: 1 };
    await intentFiles(records, owner, realClock).save(intent);
    expect(await found()).toEqual([unresolved]);
    rmSync(records, { recursive: true });
    await importState([web], [{ ...web, id: "" }]);
    expect(await found()).toEqual([none]);
    await importState([{ ...api, id: "13", delete: true }], [api]);
    expect(await found()).toEqual([pending]);
    await importState([web], [foreign]);
    expect(await found()).toEqual([none]);
    await importState([{ ...api, id: "13", pendingReplacement: true }], [api]);
    expect(await found()).toEqual([pending]);
    await importState([web], [{ ...api, id: "13" }], "updating");
    expect(await found()).toEqual([none]);

    await importState([web], [api]);
    // An import drops the time of the run.
    const state = join(project.folder, ".pulumi/stacks/whole/dev.json");
    const text = readFileSync(state, "utf8").replace('"id":""', `"id":"","created":"${created}"`);
    writeFileSync(state, text);
    const backendUrl = `file://${project.folder}`;
    const place = { backendUrl, project: "whole", stack: "dev", projectFolder: project.folder };
    recordRun(place, created, { NODECLOUD_HOME: join(project.folder, "home/.nodecloud") });
    expect(await found()).toEqual([none]);
    rmSync(join(project.folder, "home/.nodecloud/runs"), { recursive: true });
    const locks = join(project.folder, ".pulumi/locks/organization/whole/dev");
    mkdirSync(locks, { recursive: true });
    writeFileSync(join(locks, "one.json"), "{}");
    expect(await found()).toEqual([none]);
  });

  it("warns if Node.js never finishes printing an error", () => {
    const endless = (): string => {
      for (;;);
    };
    expect(checkErrorPrinting(Object.assign(endless, inspect))).toMatchObject([
      {
        ...{ name: "Node.js", status: "warning" },
        message: expect.stringMatching(/ never finishes printing some errors: under the Pulumi CLI, /),
      },
    ]);
    const printed: unknown[] = [];
    const print = (error: unknown) => String(printed.push(error));
    expect(checkErrorPrinting(Object.assign(print, inspect))).toEqual([]);
    expect(printed).toEqual([expect.objectContaining({ stack: expect.stringContaining("/node_modules/@") })]);
  });

  it("prints the version of a pulumi on the PATH, and warns if it prints none", async () => {
    const bin = join(project.folder, "bin");
    const install = (script: string) => {
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, "pulumi"), `#!/bin/sh\n${script}\n`);
      chmodSync(join(bin, "pulumi"), 0o755);
    };
    install("echo v3.260.0");
    const { line } = await doctor({ ...connected(), PATH: bin });
    expect(line("engine")).toEqual([
      ...["ok", `pulumi 3.260.0 at ${bin}/pulumi, on Node.js ${process.versions.node}.`, null],
    ]);
    expect(line("Node.js") === undefined).toBe(checkErrorPrinting().length === 0);
    install("exit 1");
    expect((await doctor({ ...connected(), PATH: bin })).line("engine")?.slice(0, 1)).toEqual(["warning"]);
  });

  it.each([
    [
      "one copy",
      { "@pulumi/pulumi": "3.248.0", "pulumi-nodecloud": "0.0.1" },
      ["ok", "warning"],
      /^@pulumi\/pulumi 3\.248\.0\.$/,
    ],
    [
      "two copies",
      {
        "@pulumi/pulumi": "3.248.0",
        "pulumi-nodecloud": "0.0.1",
        "pulumi-nodecloud/node_modules/@pulumi/pulumi": "3.240.0",
      },
      ["problem", "warning"],
      /^two copies: the program loads 3\.248\.0 from .*, and pulumi-nodecloud 3\.240\.0 from /,
    ],
    [
      "an old version",
      { "@pulumi/pulumi": "3.100.0", "pulumi-nodecloud": "0.0.1" },
      ["problem", "warning"],
      /3\.100\.0; .* needs 3\.216/,
    ],
    ["nothing", {}, ["problem", "problem"], /has no @pulumi\/pulumi/],
  ])(
    "checks %s of the SDK, and a version of the package other than its own",
    async (_, installed, statuses, message) => {
      rmSync(join(project.folder, "node_modules"));
      for (const [path, version] of Object.entries(installed))
        project.write(`node_modules/${path}/package.json`, JSON.stringify({ version }));
      const { line } = await doctor(connected());
      expect([line("SDK")?.[0], line("package")?.[0]]).toEqual(statuses);
      expect(line("SDK")?.[1]).toMatch(message);
    },
  );

  it.each([
    ["6.0.3", "{}", {}, "", "ok", /compiled by TypeScript 6\.0\.3/],
    ["7.0.2", "{}", {}, "", "problem", /cannot load TypeScript 7\.0\.2/],
    [undefined, "{}", {}, "", "warning", /3\.8\.3/],
    [undefined, '{"compilerOptions":{"module":"Node16"}}', {}, "", "problem", /does not support a setting/],
    ["6.0.3", "{}", { type: "module" }, "", "problem", /is an ES module/],
    [
      "6.0.3",
      "{}",
      { type: "module" },
      "{typescript: false, nodeargs: --import tsx}",
      "ok",
      /loaded by --import tsx/,
    ],
  ])(
    "checks TypeScript %s with the tsconfig.json %s, %j and options %s",
    async (version, config, manifest, options, status, message) => {
      rmSync(join(project.folder, "node_modules"));
      project.write("node_modules/@pulumi/pulumi/package.json", '{"version":"3.248.0"}');
      project.write("node_modules/pulumi-nodecloud/package.json", '{"version":"0.1.0"}');
      if (version) project.write("node_modules/typescript/package.json", JSON.stringify({ version }));
      project.write("tsconfig.json", config);
      project.write("package.json", JSON.stringify(manifest));
      project.write("Pulumi.yaml", `name: whole\nruntime: {name: nodejs, options: ${options || "{}"}}\n`);
      expect((await doctor(connected())).line("TypeScript")?.slice(0, 2)).toEqual([
        status,
        expect.stringMatching(message),
      ]);
    },
  );
});
