import * as pulumi from "@pulumi/pulumi";
import { BackupSchedule, Image, Instance } from "../../src";
import { type Program, type TestedStack, testStack } from "../../src/program-testing";

const small = { region: "us-east", type: "g1-nano-1", booted: false } as const;

/** A program with the instance `web`, and its backup schedule. */
const webWith =
  (args: object, options: pulumi.CustomResourceOptions = {}): Program =>
  () => {
    const web = new Instance("web", { ...small, ...args }, options);
    new BackupSchedule("nightly", { instanceId: web.instanceId, day: "Saturday", window: "W10" });
  };

const replace = ["**Instance::web"];

/** Creates the resources of a program and replaces `web`. Returns the steps, which the preview has to announce. */
async function replaceWeb(stack: TestedStack, program: Program): Promise<string[]> {
  const run = async (mode: "preview" | "up") => {
    const { steps } = await stack[mode](program, { replace });
    return steps.map(({ kind, name }) => `${kind} ${name}`);
  };
  const previewed = await run("preview");
  const done = await run("up");
  expect(done).toEqual(expect.arrayContaining(previewed));
  expect(done).toHaveLength(previewed.length);
  return done;
}

const instancesOf = ({ world }: TestedStack) => world.instances.map(({ id, label }) => ({ id, label }));

it("a program is warned that `replaceOnChanges` has no effect", async () => {
  const stack = await testStack();
  const { messages } = await stack.up(webWith({}, { replaceOnChanges: ["tags"] }));
  expect(messages).toMatchObject([
    {
      severity: "warning",
      text: 'Instance "web": the option `replaceOnChanges` has no effect on dynamic resources. To replace the resource, run `up --replace`.',
    },
  ]);
  const without = await stack.up(webWith({ tags: ["web"] }, { replaceOnChanges: [] }));
  expect(without.steps.map(({ kind }) => kind)).toEqual(["update"]);
  expect(without.messages).toEqual([]);
});

it.each([
  ["101", "101"],
  ["private/7", '"private/7"'],
])("the option `import: %j` is refused in favor of `adopt: %s`", async (id, adopt) => {
  const stack = await testStack();
  await expect(stack.preview(webWith({}, { import: id }))).rejects.toThrow(
    `Instance "web": the option \`import\` does not work with dynamic resources. Replace it with the argument \`adopt: ${adopt}\`.`,
  );
});

describe("a requested replacement of an instance", () => {
  it("with a label from the program deletes the old one first, with what depends on its id", async () => {
    const stack = await testStack();
    await stack.up(webWith({ label: "mine" }));
    expect(await replaceWeb(stack, webWith({ label: "mine" }))).toEqual([
      ...["deleteReplaced nightly", "deleteReplaced web"],
      ...["createReplacement web", "createReplacement nightly"],
    ]);
    expect(instancesOf(stack)).toEqual([{ id: 2, label: "mine" }]);
    expect(stack.world.instances).toMatchObject([{ backups: { enabled: true } }]);
    expect((await stack.up(webWith({ label: "mine" }))).steps).toEqual([]);
  });

  it("with a label that is an output deletes the old one first too", async () => {
    const stack = await testStack();
    const program: Program = () => webWith({ label: pulumi.interpolate`${pulumi.getStack()}-web` })();
    await stack.up(program);
    const [first] = await replaceWeb(stack, program);
    expect(first).toBe("deleteReplaced nightly");
    expect(instancesOf(stack)).toMatchObject([{ id: 2 }]);
  });

  it.each([[undefined], [null]])("with a generated label creates the new one first: %s", async (label) => {
    const stack = await testStack();
    await stack.up(webWith({ label }));
    const [first] = await replaceWeb(stack, webWith({ label }));
    expect(first).toBe("createReplacement web");
    expect(stack.world.instances).toMatchObject([{ id: 2 }]);
  });

  it("is created first if the program says so, and fails before anything is deleted", async () => {
    const stack = await testStack();
    const program = webWith({ label: "mine" }, { deleteBeforeReplace: false });
    await stack.up(program);
    await expect(stack.up(program, { replace })).rejects.toThrow(
      /"mine" already exists \(1\).*`deleteBeforeReplace: true`/,
    );
    expect(instancesOf(stack)).toEqual([{ id: 1, label: "mine" }]);
    expect((await stack.up(program)).steps).toEqual([]);
  });

  it("deletes first if the program says so, also with a generated label", async () => {
    const stack = await testStack();
    const program = webWith({}, { deleteBeforeReplace: true });
    await stack.up(program);
    expect((await replaceWeb(stack, program))[0]).toBe("deleteReplaced nightly");
  });

  it("that is adopted keeps the instance and its backup service", async () => {
    const stack = await testStack();
    await stack.up(() => void new Instance("old", { ...small, label: "mine" }, { retainOnDelete: true }));
    await stack.up(() => undefined);
    const program = webWith({ label: "mine", adopt: 1 });
    await stack.up(program);
    await stack.up(program, { replace });
    expect(stack.world.instances).toMatchObject([{ id: 1, backups: { enabled: true } }]);
    expect(stack.calls.filter(({ operation }) => operation === "backups.cancel")).toEqual([]);
  });

  it("that is deleted with a replaced one frees the label first", async () => {
    const stack = await testStack();
    const program = () => {
      const web = new Instance("web", small);
      new Instance("worker", { ...small, label: "worker" }, { deletedWith: web });
    };
    await stack.up(program);
    expect(await replaceWeb(stack, program)).toEqual([
      ...["createReplacement web", "deleteReplaced worker", "createReplacement worker", "deleteReplaced web"],
    ]);
    expect(stack.world.instances.map(({ id }) => id)).toEqual([3, 4]);
  });
});

it.each([
  ["requested", { ...small }, { replace }],
  ["that a change requires", { ...small, region: "eu-west" }, {}],
])(
  "a replacement %s of an instance that is retained fails before the instance leaves the state",
  async (_, args, options) => {
    const stack = await testStack();
    await stack.up(webWith({ label: "mine" }, { retainOnDelete: true }));
    const replaced = webWith({ ...args, label: "mine" }, { retainOnDelete: true });
    await expect(stack.up(replaced, options)).rejects.toThrow(/"mine" already exists \(1\).*retainOnDelete/);
    expect((await stack.up(webWith({ label: "mine" }, { retainOnDelete: true }))).steps).toEqual([]);
  },
);

it.each([
  ["requested", 1, { replace: ["**Image::golden"] }],
  ["that a change requires", 2, {}],
])(
  "a replacement %s of an image creates the new one first: images may have equal labels",
  async (_, disk, options) => {
    const stack = await testStack();
    const source = { ...small, image: "node/debian12", rootPass: "long-enough-1" };
    const program = (diskId: number) => () => {
      new Instance("source", source);
      new Image("golden", { label: "golden", diskId });
    };
    await stack.up(() => void new Instance("source", source));
    await stack.up(program(1));
    const { steps } = await stack.up(program(disk), options);
    expect(steps.map(({ kind }) => kind)).toEqual(["createReplacement", "deleteReplaced"]);
  },
);
