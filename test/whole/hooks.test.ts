import { onEveryEngine, testedEngines } from "./engines";
import { expectDone } from "./project";
import { projectFor } from "./project-for";

/** A resource and a component with every kind of hook. Each hook writes its arguments to a file. */
const program = `
const { appendFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");
const provider = \`exports.handler = () => {
  const fs = require("node:fs");
  return {
    diff: async (id, olds, news) => ({ changes: olds.size !== news.size }),
    create: async (inputs) => {
      fs.appendFileSync("creates", "x");
      if (fs.readFileSync("creates", "utf8").length < 3) throw new Error("not yet");
      return { id: "the-id", outs: { ...inputs, out: "made" } };
    },
    update: async (id, olds, news) => ({ outs: { ...news, out: "changed" } }),
    delete: async () => {},
  };
}\`;
const shown = (values) => values && [values.size, values.out, pulumi.Output.isInstance(values.password)];
const report = (line) => appendFileSync("called", line + "\\n");
const kinds = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate", "beforeDelete", "afterDelete"];
const hooks = Object.fromEntries(
  kinds.map((kind) => [
    kind,
    [
      new pulumi.ResourceHook(kind, async ({ name, id, newInputs, oldInputs, newOutputs, oldOutputs }) => {
        report([kind, name, id, JSON.stringify([newInputs, oldInputs, newOutputs, oldOutputs].map(shown))].join(" "));
        if (process.env.FAIL === kind) throw new Error("no " + kind);
      }, { onDryRun: process.env.DRY === kind, ignoreErrors: process.env.IGNORE === kind }),
    ],
  ]),
);
hooks.onError = [
  new pulumi.ErrorHook("again", async ({ name, failedOperation, errors }) => {
    report(["again", name, failedOperation, errors].join(" "));
    return true;
  }),
];
class Thing extends pulumi.CustomResource {
  constructor(name, args, opts) {
    super("pulumi-nodejs:dynamic/test:Thing", name, { __provider: provider, out: undefined, ...args }, opts);
  }
}
class Group extends pulumi.ComponentResource {
  constructor(name, opts) {
    super("test:index:Group", name, {}, opts);
    this.registerOutputs({ out: "outputs" });
  }
}
if (!process.env.EMPTY) {
  new Thing("thing", { size: Number(process.env.SIZE ?? 1), password: pulumi.secret("canary") }, { hooks });
  new Group("group", { hooks: { afterCreate: hooks.afterCreate } });
}
`;

onEveryEngine(
  "hooks run before and after each step and are recorded in the state",
  async (engine) => {
    const project = projectFor(engine, { "index.js": program, called: "" });
    const run = (args: string[], env: Record<string, string> = {}, by: string = engine) =>
      project.run([...args, "--engine", by], { env });
    const called = () => {
      const lines = project.read("called").trim().split("\n").sort();
      project.write("called", "");
      return lines;
    };
    const state = () => JSON.parse(project.read(".pulumi/stacks/whole/dev.json"));
    try {
      expectDone(await run(["up", "--yes"]));
      expect(called()).toEqual([
        'afterCreate group  [[null,null,false],null,[null,"outputs",false],null]',
        'afterCreate thing the-id [[1,null,true],null,[1,"made",true],null]',
        "again thing create not yet",
        "again thing create not yet,not yet",
        "beforeCreate thing  [[1,null,true],null,null,null]",
      ]);
      expect(state()).toMatchObject({ version: 4, features: ["hooks"] });
      const stored = state().checkpoint.latest.resources.find(({ urn }: { urn: string }) =>
        urn.endsWith("::thing"),
      );
      expect(stored.resourceHooks).toMatchObject({ BeforeDelete: ["beforeDelete"], OnError: ["again"] });

      expectDone(await run(["preview"], { SIZE: "2", DRY: "afterUpdate" }));
      expect(called()).toEqual([
        expect.stringMatching(/^afterUpdate thing the-id \[\[2,null,true\],\[1,null,true\]/),
      ]);

      const refused = await run(["up", "--yes"], { SIZE: "2", FAIL: "beforeUpdate" });
      expect(refused.code).not.toBe(0);
      expect(refused.stdout + refused.stderr).toContain("no beforeUpdate");
      expect(called()).toHaveLength(1);

      expectDone(await run(["up", "--yes"], { SIZE: "2", FAIL: "beforeUpdate", IGNORE: "beforeUpdate" }));
      expect(called()).toEqual([
        'afterUpdate thing the-id [[2,null,true],[1,null,true],[2,"changed",true],[1,"made",true]]',
        'beforeUpdate thing the-id [[2,null,true],[1,null,true],null,[1,"made",true]]',
      ]);

      const after = await run(["up", "--yes"], { SIZE: "3", FAIL: "afterUpdate" });
      expect(after.code).not.toBe(0);
      expect(after.stdout + after.stderr).toContain("no afterUpdate");
      expect(called()).toHaveLength(2);
      for (const other of testedEngines(engine)) {
        expectDone(await run(["preview", "--expect-no-changes"], { SIZE: "3" }, other));
      }

      const destroyed = await run(["destroy", "--yes"]);
      expect(destroyed.code).not.toBe(0);
      expect(destroyed.stdout + destroyed.stderr).toContain("beforeDelete, afterDelete");
      expect(called()).toEqual([""]);

      expectDone(await run(["up", "--yes"], { EMPTY: "1" }));
      expect(called()).toEqual([
        'afterDelete thing the-id [null,[3,null,true],null,[3,"changed",true]]',
        'beforeDelete thing the-id [null,[3,null,true],null,[3,"changed",true]]',
      ]);
      expect(state().version).toBe(3);
      expect(state().features).toBeUndefined();
    } finally {
      project.remove();
    }
  },
  120_000,
);
