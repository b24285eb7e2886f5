import { onEveryEngine } from "./engines";
import { expectDone, Project } from "./project";

/** Resources that are found again by their URN: by a class, and as a reference in another resource's outputs. */
const program = `
const pulumi = require("@pulumi/pulumi");
const provider = 'exports.handler = () => ({ create: async (i) => ({ id: "the-id", outs: i }) })';
class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("pulumi-nodejs:dynamic/test:Thing", name, { __provider: provider, foo: undefined, bar: undefined, ...args }, opts);
  }
}
class Child extends pulumi.ComponentResource {
  constructor(name, message, opts) {
    super("test:index:Child", name, { message }, opts);
    if (!opts?.urn) this.registerOutputs({ message });
  }
}
class Found extends pulumi.Resource {
  constructor(urn) {
    super("unused:unused:unused", "unused", true, { foo: undefined, bar: undefined }, { urn });
  }
}
pulumi.runtime.registerResourceModule("test", "index", {
  version: "0.0.1",
  construct: (name, type, urn) => new Child(name, undefined, { urn }),
});
const thing = new Thing("thing", { foo: "foo", bar: pulumi.secret("canary") });
const child = new Child("child", "hello");
const missing = process.env.MISSING;
module.exports = (async () => {
  const urn = missing ?? (await new Promise((done) => thing.urn.apply(done)));
  const found = new Found(urn);
  return { foo: found.foo, bar: found.bar, urn: found.urn, child };
})();
`;

onEveryEngine(
  "a resource of the run is found again by its URN, with its secrets",
  async (engine) => {
    const project = new Project({ "index.js": program });
    const run = (args: string[], env: Record<string, string> = {}) =>
      project.run([...args, "--engine", engine], { env });
    try {
      expectDone(await run(["up", "--yes"]));
      const { checkpoint } = JSON.parse(project.read(".pulumi/stacks/whole/dev.json"));
      expectDone(await run(["preview"]));
      const { outputs } = checkpoint.latest.resources[0];
      expect(outputs.foo).toBe("foo");
      expect(outputs.bar.ciphertext).toEqual(expect.any(String));
      expect(outputs.urn).toMatch(/::thing$/);
      expect(project.read(".pulumi/stacks/whole/dev.json")).not.toContain("canary");
      const urn = "urn:pulumi:dev::whole::test:index:Thing::nobody";
      const missing = await run(["up", "--yes"], { MISSING: urn });
      expect(missing.code).not.toBe(0);
      expect(missing.stdout + missing.stderr).toContain(urn);
      for (const other of ["embedded", engine])
        expectDone(await project.run(["preview", "--engine", other, "--expect-no-changes"]));
    } finally {
      project.remove();
    }
  },
  120_000,
);
