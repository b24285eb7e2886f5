import { join } from "node:path";
import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { onEveryEngine } from "./engines";
import { accountOf, connectionTo, expectDone } from "./project";
import { projectFor } from "./project-for";

const program = `
const { Instance, OAuthClient } = require("pulumi-nodecloud");
const names = (process.env.NAMES || "a,b").split(",");
for (const name of names) new Instance(name, { region: "us-east", type: "g1-nano-1" });
new OAuthClient("app", { label: "Shop", redirectUri: "https://shop.example/callback" });
`;

onEveryEngine(
  "another account's token creates nothing, even if the first resource that the run reaches is a new one",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const dependent = `
const { Instance } = require("pulumi-nodecloud");
const more = process.env.MORE ? [new Instance("more", { region: "us-east", type: "g1-nano-1" })] : [];
new Instance("web", { region: "us-east", type: "g1-nano-1" }, { dependsOn: more });
`;
    const project = projectFor(engine, { "index.js": dependent });
    const up = (env: Record<string, string>) => project.run(["up", "--yes", "--engine", engine], { env });
    try {
      expectDone(await up(connectionTo(server)));
      const account = accountOf(project.resources().web);
      const theirs = connectionTo(server, "node", wellKnownTokens.secondAccount);
      // Only the embedded engine tells its plugin the account in the state.
      const known: Record<string, string> = engine === "embedded" ? {} : { NODECLOUD_STACK_ACCOUNT: account };
      const { code, stdout, stderr } = await up({ ...theirs, ...known, MORE: "1" });
      expect(code).not.toBe(0);
      expect(stdout + stderr).toMatch(/No instance was created or adopted: the token belongs to account/);
      expect(Object.keys(project.resources())).toEqual(["web"]);
      expect(emulator.control.world().instances).toHaveLength(1);
      expectDone(await up({ ...connectionTo(server), ...known, MORE: "1" }));
    } finally {
      await server.close();
      project.remove();
    }
  },
  60_000,
);

onEveryEngine(
  "another account's token changes nothing, and objects that no longer exist are counted separately",
  async (engine) => {
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const project = projectFor(engine, { "index.js": program });
    const ours = connectionTo(server);
    const theirs = connectionTo(server, "node", wellKnownTokens.secondAccount);
    const nodecloud = (operation: string, env: Record<string, string>, ...more: string[]) =>
      project.run([operation, "--yes", "--engine", engine, ...more], { env });
    const resources = () =>
      Object.fromEntries(Object.entries(project.resources()).map(([n, { id }]) => [n, id]));
    try {
      expectDone(await nodecloud("up", ours));
      const before = resources();
      expect(Object.keys(before).sort()).toEqual(["a", "app", "b"]);
      for (const operation of ["refresh", "destroy"]) {
        const { code, stdout, stderr } = await nodecloud(operation, theirs);
        expect(code).not.toBe(0);
        expect(stdout + stderr).toMatch(/belongs to account [0-9a-f-]{36}, but the token belongs to account/);
        expect(resources()).toEqual(before);
      }
      expect(emulator.control.world().instances).toHaveLength(2);

      // The account cannot be read, and no object seems to exist.
      emulator.control.faults.add({ operation: "account.view", when: "before", effect: { status: 403 } });
      // A machine that has just created an object waits for a view that shows it; this one has not.
      const elsewhere = { ...theirs, NODECLOUD_HOME: join(project.folder, "home/elsewhere") };
      const unreadable = await nodecloud("refresh", elsewhere);
      expect(unreadable.code).not.toBe(0);
      expect(unreadable.stdout + unreadable.stderr).toMatch(/was not found, .+--allow-empty/s);
      expect(unreadable.stdout + unreadable.stderr).toMatch(/token cannot read its account/);
      expect(resources()).toEqual(before);
      emulator.control.faults.clear();

      emulator.control.load({
        ...emulator.control.world(),
        instances: [],
        disks: [],
        configs: [],
        addresses: [],
      });
      const destroyed = await nodecloud("destroy", ours);
      expectDone(destroyed);
      const alreadyDeleted = destroyed.stdout.match(/instance \d+ was already deleted/g) ?? [];
      expect([...new Set(alreadyDeleted)]).toHaveLength(2);
      if (engine === "embedded") expect(destroyed.stdout).toMatch(/1 deleted, - 2 already deleted/);
      expect(resources()).toEqual({});
    } finally {
      await server.close();
      project.remove();
    }
  },
  120_000,
);
