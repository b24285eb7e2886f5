import { join } from "node:path";
import { runPulumi } from "../../../src/engine";
import { hasPulumi } from "../../whole/engines";
import { TemporaryProject } from "../grpc/project";

/** A program with a component, nested secrets, a replacement with a dependent, an alias and a resource that is removed. */
const program = `
const later = process.env.LATER === "yes";
class Group extends pulumi.ComponentResource {
  constructor(name) {
    super("my:group:Group", name, { a: 1 });
    const base = new Thing("base", { name: "base", region: later ? "south" : "north" }, { parent: this, protect: false });
    this.user = new Thing("user", { name: "user", peer: base.address, deep: [{ key: pulumi.secret("s") }] },
      { parent: this, dependsOn: base, additionalSecretOutputs: ["address"] });
    this.registerOutputs({ user: this.user, address: this.user.address });
  }
}
const group = new Group("group");
const moved = later
  ? new Thing("new", { name: "moved", peer: group.user.id, label: "b" }, { aliases: [{ name: "old" }], ignoreChanges: ["label"] })
  : new Thing("old", { name: "moved", peer: group.user.id, label: "a" });
if (!later) new Thing("leaving", { name: "leaving", peer: moved.address }, { retainOnDelete: true });
exports.address = group.user.address;
exports.all = { list: [pulumi.secret(1), null, later], group, note: new pulumi.asset.StringAsset("n") };
`;

/** The parts of the state that both engines must write alike. Times, generated ids, ciphertexts and stack traces differ. */
function comparable(test: TemporaryProject): unknown {
  const { latest } = JSON.parse(test.read(".pulumi/stacks/test/dev.json")).checkpoint;
  const own = /::[0-9a-f]{8}-[0-9a-f-]{27}$/;
  return JSON.parse(JSON.stringify(latest.resources), (key, value) => {
    if (["created", "modified", "stackTrace", "ciphertext"].includes(key)) return undefined;
    if (key === "provider" && typeof value === "string") return value.replace(own, "");
    if (key === "dependencies" && Array.isArray(value)) return [...value].sort();
    if (value?.type?.startsWith?.("pulumi:providers:")) return { ...value, id: "" };
    return value;
  });
}

(hasPulumi ? it : it.skip)(
  "both engines make the same calls, write the same state and find nothing to change in the other's state",
  async () => {
    const projects = { cli: new TemporaryProject(program), embedded: new TemporaryProject(program) };
    type Engine = keyof typeof projects;
    const run = async (engine: Engine, folder: Engine, operation: "up" | "preview", LATER: string) => {
      const test = projects[folder];
      const expectNoChanges = operation === "preview";
      const own = { PULUMI_HOME: join(test.folder, "home"), PULUMI_SKIP_UPDATE_CHECK: "true", LATER };
      const env = {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        PULUMI_CONFIG_PASSPHRASE: "x",
        ...own,
      };
      const options = { operation, cwd: test.folder, stack: "dev", env };
      const flags = expectNoChanges ? ["--expect-no-changes"] : ["--yes", "--skip-preview"];
      const args = [...flags, "--non-interactive", "--parallel", "1"];
      const code =
        engine === "cli"
          ? await runPulumi({ ...options, create: !expectNoChanges, args, stdio: "ignore" })
          : (await test.run(operation, { ...options, expectNoChanges, parallel: 1 })).exitCode;
      expect({ engine, operation, code, errors: test.errors() }).toMatchObject({ code: 0 });
    };
    try {
      for (const later of ["no", "yes"]) {
        await run("cli", "cli", "up", later);
        await run("embedded", "embedded", "up", later);
        expect(projects.embedded.calls()).toEqual(projects.cli.calls());
        expect(comparable(projects.embedded)).toEqual(comparable(projects.cli));
      }
      await run("cli", "embedded", "preview", "yes");
      await run("embedded", "cli", "preview", "yes");
    } finally {
      for (const test of Object.values(projects)) test.remove();
    }
  },
  240_000,
);
