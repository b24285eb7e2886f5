import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import "../cheap-keys";
import { createEmulator } from "../../src/emulator";
import { runStack } from "../../src/engine";
import { packedPackage } from "../examples/packed";
import { connectionTo } from "./project";

const root = resolve(__dirname, "../..");
const { peerDependencies } = require("../../package.json");

const program = `
const pulumi = require("@pulumi/pulumi");
const { BackupSchedule, getImage, Instance } = require("pulumi-nodecloud");
class Site extends pulumi.ComponentResource {
  constructor(name, args) {
    super("test:index:Site", name);
    this.web = new Instance("web", args, { parent: this });
    new BackupSchedule("nightly", { instanceId: this.web.instanceId, day: "Saturday", window: "W10" }, { parent: this });
  }
}
const image = getImage({ label: /^Debian \\d+$/, mostRecent: true }).then(({ id }) => id);
const site = new Site("site", { region: "us-east", type: "g1-nano-1", image, rootPass: pulumi.secret("correct-horse") });
exports.sdk = require("@pulumi/pulumi/package.json").version;
exports.address = site.web.ipv4.apply(([first]) => first);
`;

/** A project in which this package and the program load an SDK of `test/sdk`. */
function createProject(sdk: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "nodecloud-sdk-")));
  const packages = join(folder, "node_modules");
  mkdirSync(join(packages, "@pulumi"), { recursive: true });
  symlinkSync(join(root, "test/sdk", sdk, "node_modules/@pulumi/pulumi"), join(packages, "@pulumi/pulumi"));
  for (const name of readdirSync(join(root, "node_modules")))
    if (!["@pulumi", "pulumi-nodecloud"].includes(name))
      symlinkSync(join(root, "node_modules", name), join(packages, name));
  // A link would lead it to the SDK in the root.
  cpSync(packedPackage(), join(packages, "pulumi-nodecloud"), { recursive: true });
  writeFileSync(join(folder, "Pulumi.yaml"), "name: range\nruntime: nodejs\n");
  writeFileSync(join(folder, "package.json"), '{"name":"range","main":"index.js"}');
  writeFileSync(join(folder, "index.js"), program);
  return folder;
}

it.each(["oldest", "newest"])(
  "creates and deletes a stack with the %s SDK of the supported range",
  async (sdk) => {
    const { dependencies } = require(`../sdk/${sdk}/package.json`);
    const version: string = dependencies["@pulumi/pulumi"];
    const emulator = createEmulator({ speed: 200 });
    const server = await emulator.listen();
    const cwd = createProject(sdk);
    const run = async (operation: "up" | "destroy") => {
      const env = {
        ...{ PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd, NODECLOUD_HOME: join(cwd, ".nodecloud") },
        ...{ PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests", ...connectionTo(server) },
      };
      return runStack({ operation, cwd, stack: "dev", create: true, env });
    };
    try {
      const up = await run("up");
      expect(up.error?.message).toBeUndefined();
      expect(up.outcome?.outputs).toMatchObject({ sdk: version, address: expect.any(String) });
      expect(emulator.control.world().instances).toMatchObject([
        { status: "running", backups: { day: "Saturday" } },
      ]);

      const destroyed = await run("destroy");
      expect(destroyed.exitCode).toBe(0);
      expect(emulator.control.world().instances).toEqual([]);
    } finally {
      await server.close();
      rmSync(cwd, { recursive: true, force: true });
    }
  },
  60_000,
);

it("tests the first version of the range of the peer dependency", () => {
  const { dependencies } = require("../sdk/oldest/package.json");
  const [, oldest] = /^>=(\d+\.\d+) <4$/.exec(peerDependencies["@pulumi/pulumi"]) ?? [];
  expect(dependencies["@pulumi/pulumi"]).toBe(`${oldest}.0`);
});
