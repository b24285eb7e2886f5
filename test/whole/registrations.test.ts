import { onEveryEngine, testedEngines } from "./engines";
import { expectDone } from "./project";
import { projectFor } from "./project-for";

/**
 * Transforms of a resource, of its component and of the stack, and what they may do with properties and options. Then
 * resources that are found by their URN: by a class, and as a reference in an output.
 */
const program = `
const pulumi = require("@pulumi/pulumi");
const provider = 'exports.handler = () => ({ create: async (i) => ({ id: i.name, outs: { ...i, out: i.name + "-out" } }) })';
class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("pulumi-nodejs:dynamic/test:Thing", name, { __provider: provider, out: undefined, name, ...args }, opts);
  }
}
class Group extends pulumi.ComponentResource {
  constructor(name, opts, children) {
    super("test:index:Group", name, {}, opts);
    children(this);
    this.registerOutputs({});
  }
}
const append = (mark) => async ({ type, props, opts }) =>
  type.endsWith(":Thing") ? { props: { ...props, order: (props.order ?? "") + mark }, opts } : undefined;

const first = new Thing("first", { password: pulumi.secret("canary-one") }, {
  transforms: [
    async ({ props, opts }) => ({
      props: { ...props, size: 2, shout: pulumi.output(props.password).apply((text) => text + "!") },
      opts: pulumi.mergeOptions(opts, { protect: true, additionalSecretOutputs: ["out"] }),
    }),
  ],
});
new Thing("second", { peer: first.id, password: pulumi.secret("canary-two") }, {
  transforms: [async () => undefined],
});
new Thing("kept", { peer: first.id }, { transforms: [async () => undefined] });
new Group("group", { transforms: [append("b"), append("c")] }, (parent) => {
  new Thing("child", { peer: first.id }, { parent, transforms: [append("a")] });
  new Group("inner", { parent, transforms: [async () => undefined] }, (inner) => {
    new Thing("grandchild", { peer: first.id, order: "-" }, { parent: inner });
  });
});
pulumi.runtime.registerResourceTransform(async ({ name, props, opts }) =>
  ["second", "child", "grandchild"].includes(name)
    ? { props: { ...props, order: (props.order ?? "") + "s" }, opts: { ...opts, retainOnDelete: true } }
    : undefined,
);
pulumi.runtime.registerResourceTransform(async ({ name, props, opts }) =>
  name === "grandchild" && !process.env.ONE_TRANSFORM
    ? { props: { ...props, order: props.order + "t" }, opts }
    : undefined,
);
new Thing("last", {}, {
  transforms: [
    async ({ props, opts }) => {
      if (process.env.THROWS) throw new Error("not like this");
      return { props, opts };
    },
  ],
});

class Greeting extends pulumi.ComponentResource {
  constructor(name, message, opts) {
    super("test:index:Greeting", name, { message }, opts);
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
  construct: (name, type, urn) => new Greeting(name, undefined, { urn }),
});
const thing = new Thing("thing", { foo: "foo", bar: pulumi.secret("canary") });
const greeting = new Greeting("greeting", "hello");
module.exports = (async () => {
  const urn = process.env.MISSING ?? (await new Promise((done) => thing.urn.apply(done)));
  const found = new Found(urn);
  return { foo: found.foo, bar: found.bar, urn: found.urn, greeting };
})();
`;
const stateFile = ".pulumi/stacks/whole/dev.json";

onEveryEngine(
  "resources are transformed in order, and found by their URN",
  async (engine) => {
    const project = projectFor(engine, { "index.js": program });
    const run = (args: string[], env: Record<string, string> = {}, by: string = engine) =>
      project.run([...args, "--engine", by], { env });
    try {
      const failed = await run(["up", "--yes"], { THROWS: "1" });
      expect(failed.code).not.toBe(0);
      expect(failed.stdout + failed.stderr).toContain("not like this");

      expectDone(await run(["up", "--yes"]));
      const { resources } = JSON.parse(project.read(stateFile)).checkpoint.latest;
      // biome-ignore lint/suspicious/noExplicitAny: the state as it is on disk.
      const stored: Record<string, any> = Object.fromEntries(
        resources.map((one: { urn: string }) => [one.urn.split("::").at(-1), one]),
      );
      expect(project.read(stateFile)).not.toContain("canary");

      // The resource's own transforms run first, then its parents', then those of the stack, each in the order of the program.
      const { urn } = stored.first;
      expect(stored.first).toMatchObject({ protect: true, inputs: { size: 2 }, outputs: { size: 2 } });
      expect(stored.first.inputs.shout.ciphertext).toEqual(expect.any(String));
      expect(stored.first.outputs.out.ciphertext).toEqual(expect.any(String));
      expect(stored.second).toMatchObject({ retainOnDelete: true, inputs: { order: "s", peer: "first" } });
      expect(stored.second.dependencies).toEqual([urn]);
      expect(stored.kept.propertyDependencies.peer).toEqual([urn]);
      expect(stored.second.inputs.password.ciphertext).toEqual(expect.any(String));
      expect(stored.child.inputs.order).toBe("abcs");
      // The SDK registers the stack's transforms in parallel, so the Pulumi CLI may receive them in either order.
      expect(engine === "embedded" ? ["-bcst"] : ["-bcst", "-bcts"]).toContain(
        stored.grandchild.inputs.order,
      );
      expect(stored.grandchild.dependencies).toEqual([urn]);
      expect(stored.last.inputs.order).toBeUndefined();

      // A resource that was found by its URN has its outputs, and its secrets stay secret.
      const { outputs } = resources[0];
      expect(outputs.foo).toBe("foo");
      expect(outputs.bar.ciphertext).toEqual(expect.any(String));
      expect(outputs.urn).toMatch(/::thing$/);
      const missingUrn = "urn:pulumi:dev::whole::test:index:Thing::nobody";
      const missing = await run(["up", "--yes"], { MISSING: missingUrn });
      expect(missing.code).not.toBe(0);
      expect(missing.stdout + missing.stderr).toContain(missingUrn);

      // With two transforms of the stack, a run of the Pulumi CLI may change the order again.
      const oneTransform = { ONE_TRANSFORM: "1" };
      expectDone(await run(["up", "--yes"], oneTransform));
      for (const other of testedEngines(engine))
        expectDone(await run(["preview", "--expect-no-changes"], oneTransform, other));
    } finally {
      project.remove();
    }
  },
  180_000,
);
