import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { onEveryEngine, testedEngines } from "./engines";
import { accountOf, connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

/** Dynamic resources with the default provider, with an explicit one, and with a component's explicit one. */
const program = `
const pulumi = require("@pulumi/pulumi");
const provider = \`exports.handler = () => {
  let config;
  const zone = () => String(config.get("whole:zone"));
  return {
    configure: async (request) => { config = request.config; },
    diff: async () => ({ changes: false }),
    create: async (inputs) => ({ id: inputs.name, outs: { ...inputs, zone: zone(), user: process.env.WHOLE_USER } }),
    delete: async (id) => console.log("deleting " + id + " with " + zone() + " as " + process.env.WHOLE_USER),
  };
}\`;
class Thing extends pulumi.CustomResource {
  constructor(name, opts) {
    super("pulumi-nodejs:dynamic/test:Thing", name, { __provider: provider, name, zone: undefined, user: undefined }, opts);
  }
}
class Zone extends pulumi.ProviderResource {
  constructor(name, zone) {
    const envVarMappings = { WHOLE_ZONE_USER: "WHOLE_USER", WHOLE_UNSET: "WHOLE_USER" };
    super("pulumi-nodejs", name, { "whole:zone": zone, key: pulumi.secret("canary-of-zone") }, { envVarMappings });
  }
}
class Group extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("test:index:Group", name, {}, opts);
    new Thing("child", { parent: this });
  }
}
const plain = new Thing("plain");
if (!process.env.EMPTY) {
  const zone = new Zone("zone", process.env.ZONE ?? "north");
  const own = new Thing("own", { provider: zone });
  exports.zones = [plain.zone, own.zone];
  exports.users = [plain.user, own.user];
  new Group("group", { providers: [zone] });
}
`;

interface Entry {
  readonly urn: string;
  readonly id: string;
  readonly provider: string;
  readonly inputs: Record<string, unknown>;
}

onEveryEngine(
  "an explicit provider of dynamic resources has its own configuration and variables, kept in the state",
  async (engine) => {
    const project = projectFor(engine, {
      "index.js": program,
      "Pulumi.yaml": "name: whole\nruntime: nodejs\nconfig:\n  whole:zone: {value: everywhere}\n",
    });
    const run = (args: string[], env: Record<string, string> = {}, by: string = engine) =>
      project.run([...args, "--engine", by], {
        env: { WHOLE_USER: "nobody", WHOLE_ZONE_USER: "zone-user", ...env },
      });
    const entries = (): Record<string, Entry> => {
      const { checkpoint } = JSON.parse(project.read(".pulumi/stacks/whole/dev.json"));
      return Object.fromEntries(
        checkpoint.latest.resources.map((one: Entry) => [one.urn.split("::").at(-1), one]),
      );
    };
    try {
      expectDone(await run(["up", "--yes"]));
      const first = entries();
      expect(first.plain?.provider).toContain("::pulumi:providers:pulumi-nodejs::default::");
      for (const name of ["own", "child"]) {
        expect(first[name]?.provider).toBe(`${first.zone?.urn}::${first.zone?.id}`);
      }
      expect(project.read(".pulumi/stacks/whole/dev.json")).not.toContain("canary");
      const outputs = JSON.parse(project.read(".pulumi/stacks/whole/dev.json")).checkpoint.latest
        .resources[0];
      expect(outputs.outputs.zones).toEqual(["everywhere", "north"]);
      expect(outputs.outputs.users).toEqual(["nobody", "zone-user"]);

      expectDone(await run(["preview"], { ZONE: "south" }));
      expectDone(await run(["up", "--yes"], { ZONE: "south" }));
      expect(entries().zone?.id).toBe(first.zone?.id);
      expect(entries().zone?.inputs["whole:zone"]).toBe("south");
      for (const other of testedEngines(engine)) {
        expectDone(await run(["preview", "--expect-no-changes"], { ZONE: "south" }, other));
        expectDone(await run(["refresh", "--yes"], {}, other));
      }
      const emptied = await run(["up", "--yes"], { EMPTY: "1" });
      expectDone(emptied);
      expect(emptied.stdout).toContain("deleting own with south as zone-user");
      expect(emptied.stdout).toContain("deleting child with south as zone-user");
      expect(Object.keys(entries()).sort()).toEqual(["default", "plain", "whole-dev"]);
      expectDone(await run(["up", "--yes"]));
      const destroyed = await run(["destroy", "--yes"]);
      expectDone(destroyed);
      expect(destroyed.stdout).toContain("deleting own with north as zone-user");
      expect(destroyed.stdout).toContain("deleting plain with everywhere as nobody");
    } finally {
      project.remove();
    }
  },
  120_000,
);

const twoAccounts = `
const pulumi = require("@pulumi/pulumi");
const { OAuthClient } = require("pulumi-nodecloud");
class Account extends pulumi.ProviderResource {
  constructor(name) {
    const token = pulumi.secret(process.env.CONFIGURED_TOKEN ?? "");
    super("pulumi-nodejs", name, { "nodecloud:token": token }, { envVarMappings: { SECOND_TOKEN: "NODECLOUD_TOKEN" } });
  }
}
const app = { label: "Shop", redirectUri: "https://shop.example/callback" };
new OAuthClient("ours", app);
if (process.env.BOTH) {
  const provider = new Account("second");
  new OAuthClient("theirs", app, { provider });
  if (process.env.CONFIGURED_TOKEN) new OAuthClient("more", { ...app, label: "More" }, { provider });
}
`;

onEveryEngine(
  "resources with an explicit provider may belong to another account",
  async (engine) => {
    const server = await createEmulator({ speed: 200 }).listen();
    const project = projectFor(engine, { "index.js": twoAccounts });
    const env = { ...connectionTo(server), SECOND_TOKEN: wellKnownTokens.secondAccount };
    const run = (operation: string, more: Record<string, string> = {}) =>
      project.run([operation, "--yes", "--engine", engine], { env: { ...env, ...more } });
    try {
      expectDone(await run("up"));
      const overridden = await project.run(["preview", "--engine", engine], {
        env: { ...env, BOTH: "1", CONFIGURED_TOKEN: "canary-of-token" },
      });
      const warning = "The resources of this provider are created with NODECLOUD_TOKEN of the environment";
      // The CLI prints a warning in its progress, too.
      const [, diagnostics = overridden.stdout] = overridden.stdout.split("Diagnostics:");
      expect(diagnostics.split(warning)).toHaveLength(2);
      expect(overridden.stdout).not.toContain("canary-of-token");
      const both = await run("up", { BOTH: "1" });
      expectDone(both);
      expect(both.stdout).not.toContain("of the environment");
      const accounts = Object.values(project.resources()).map(accountOf);
      expect(new Set(accounts).size).toBe(2);
      expectDone(await run("up", { BOTH: "1" }));
      expectDone(await run("destroy"));
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);

const configuredToken = `
const pulumi = require("@pulumi/pulumi");
const { OAuthClient } = require("pulumi-nodecloud");
class Account extends pulumi.ProviderResource {
  constructor(name) {
    super("pulumi-nodejs", name, { "nodecloud:token": pulumi.secret(process.env.PROVIDER_TOKEN) });
  }
}
const app = { label: "Shop", redirectUri: "https://shop.example/callback" };
const account = process.env.NO_PROVIDER ? {} : { provider: new Account("own") };
if (process.env.MORE) new OAuthClient("more", { ...app, label: "More" }, account);
if (!process.env.UNDECLARED) new OAuthClient("shop", app, account);
`;

onEveryEngine(
  "refresh and destroy say that a provider's token is that of the last up",
  async (engine) => {
    const server = await createEmulator({ speed: 200 }).listen();
    const project = projectFor(engine, { "index.js": configuredToken });
    const { NODECLOUD_BASE_URL, NODECLOUD_BRAND } = connectionTo(server);
    const run = (command: string, token: string, more: Record<string, string> = {}) =>
      project.run([...command.split(" "), "--yes", "--engine", engine], {
        env: { NODECLOUD_BASE_URL, NODECLOUD_BRAND, PROVIDER_TOKEN: token, ...more },
      });
    const advice = "use the token of the last `up`";
    try {
      expectDone(await run("up", wellKnownTokens.full));
      expectDone(await run("up", wellKnownTokens.secondAccount));
      expect((await run("refresh", wellKnownTokens.full)).stdout).toContain(advice);
      const undeclared = await run("up", wellKnownTokens.secondAccount, { UNDECLARED: "1" });
      expect(undeclared.stdout).toContain("first, with a program that declares the resource");
      expectDone(await run("up", "revoked"));
      expect((await run("destroy", wellKnownTokens.full)).stdout).toContain(advice);
      const withProgram = await run("refresh --run-program", wellKnownTokens.full);
      if (engine === "pulumi") expectDone(withProgram);
      else expect(withProgram.stderr).toContain("Run `nodecloud up` first");
      expectDone(await run("up", wellKnownTokens.full));
      const refreshed = await run("refresh", wellKnownTokens.full);
      expectDone(refreshed);
      expect(refreshed.stdout).not.toContain(advice);
      expect((await run("destroy", "ignored", { NODECLOUD_TOKEN: "revoked" })).stdout).not.toContain(advice);
      expectDone(await run("up", wellKnownTokens.full, { UNDECLARED: "1" }));
      expectDone(await run("destroy", wellKnownTokens.full));
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);

it("with the token of another account, the embedded engine creates no resource of an explicit provider", async () => {
  const emulator = createEmulator({ speed: 200 });
  const server = await emulator.listen();
  const { NODECLOUD_BASE_URL, NODECLOUD_BRAND } = connectionTo(server);
  const project = projectFor("embedded", { "index.js": configuredToken });
  const up = (token: string, more: Record<string, string> = {}) =>
    project.run(["up", "--yes", "--engine", "embedded"], {
      env: { NODECLOUD_BASE_URL, NODECLOUD_BRAND, PROVIDER_TOKEN: token, ...more },
    });
  try {
    expectDone(await up(wellKnownTokens.full));
    const { stdout } = await up(wellKnownTokens.secondAccount, { MORE: "1" });
    expect(stdout).toContain(
      "but the other resources in the stack that have this provider belong to account",
    );
    const [other] = emulator.control.world().other_accounts;
    expect(other?.oauth_clients).toEqual([]);
    expectDone(await up(wellKnownTokens.full, { MORE: "1" }));
  } finally {
    await server.close();
    project.remove();
  }
}, 60_000);

it("a refresh of the embedded engine has the current token of the default provider, and does not say otherwise", async () => {
  const server = await createEmulator({ speed: 200 }).listen();
  const { NODECLOUD_TOKEN, ...connection } = connectionTo(server);
  const env = { ...connection, NO_PROVIDER: "1" };
  const project = projectFor("embedded", {
    "index.js": configuredToken,
    "Pulumi.yaml": "name: whole\nruntime: nodejs\nconfig:\n  nodecloud:token: {value: revoked}\n",
  });
  try {
    const embedded = ["--yes", "--engine", "embedded"];
    expectDone(await project.run(["up", ...embedded], { env: { ...env, NODECLOUD_TOKEN } }));
    const { stdout } = await project.run(["refresh", ...embedded], { env });
    expect(stdout).toContain("the service returned 401");
    expect(stdout).not.toContain("of the last `up`");
  } finally {
    await server.close();
    project.remove();
  }
}, 60_000);
