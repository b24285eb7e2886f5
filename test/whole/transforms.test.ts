import { onEveryEngine } from "./engines";
import { expectDone, Project } from "./project";

/** Transforms of a resource, of its component, of the stack, and what they may do with properties and options. */
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
const told = (mark) => async ({ type, props, opts }) =>
  type.endsWith(":Thing") ? { props: { ...props, order: (props.order ?? "") + mark }, opts } : undefined;

const first = new Thing("first", { password: pulumi.secret("canary-one") }, {
  transforms: [
    async ({ props, opts }) => ({
      props: { ...props, size: 2, shout: pulumi.output(props.password).apply((text) => text + "!") },
      opts: pulumi.mergeOptions(opts, { protect: true, additionalSecretOutputs: ["out"] }),
    }),
  ],
});
const second = new Thing("second", { peer: first.id, password: pulumi.secret("canary-two") }, {
  transforms: [async () => undefined],
});
new Thing("kept", { peer: first.id }, { transforms: [async () => undefined] });
new Group("group", { transforms: [told("b"), told("c")] }, (parent) => {
  new Thing("child", { peer: first.id }, { parent, transforms: [told("a")] });
  new Group("inner", { parent, transforms: [async () => undefined] }, (inner) => {
    new Thing("grandchild", { peer: first.id, order: "-" }, { parent: inner });
  });
});
pulumi.runtime.registerResourceTransform(async ({ name, props, opts }) =>
  ["second", "child", "grandchild"].includes(name)
    ? { props: { ...props, order: (props.order ?? "") + "s" }, opts: { ...opts, retainOnDelete: true } }
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
`;

onEveryEngine(
  "transforms change properties and options, the resource's own first, then its parents', then the stack's",
  async (engine) => {
    const project = new Project({ "index.js": program });
    const up = (env: Record<string, string> = {}) =>
      project.run(["up", "--yes", "--engine", engine], { env });
    try {
      const failed = await up({ THROWS: "1" });
      expect(failed.code).not.toBe(0);
      expect(failed.stdout + failed.stderr).toContain("not like this");
      expectDone(await up());
      const { checkpoint } = JSON.parse(project.read(".pulumi/stacks/whole/dev.json"));
      // biome-ignore lint/suspicious/noExplicitAny: the state as it is on disk.
      const stored: Record<string, any> = Object.fromEntries(
        checkpoint.latest.resources.map((one: { urn: string }) => [one.urn.split("::").at(-1), one]),
      );
      const urn = stored.first.urn;
      expect(stored.first).toMatchObject({ protect: true, inputs: { size: 2 }, outputs: { size: 2 } });
      expect(stored.first.inputs.shout.ciphertext).toEqual(expect.any(String));
      expect(stored.first.outputs.out.ciphertext).toEqual(expect.any(String));
      expect(stored.second).toMatchObject({ retainOnDelete: true, inputs: { order: "s", peer: "first" } });
      expect(stored.second.dependencies).toEqual([urn]);
      expect(stored.kept.propertyDependencies.peer).toEqual([urn]);
      expect(stored.second.inputs.password.ciphertext).toEqual(expect.any(String));
      expect(stored.child.inputs.order).toBe("abcs");
      expect(stored.grandchild.inputs.order).toBe("-bcs");
      expect(stored.grandchild.dependencies).toEqual([urn]);
      expect(stored.last.inputs.order).toBeUndefined();
      expect(project.read(".pulumi/stacks/whole/dev.json")).not.toContain("canary");
      // What one engine has written is unchanged to every other.
      for (const other of ["embedded", engine]) {
        const args = ["preview", "--engine", other, "--expect-no-changes"];
        expectDone(await project.run(args));
      }
    } finally {
      project.remove();
    }
  },
  120_000,
);
