import "../../cheap-keys";
import { symlinkSync } from "node:fs";
import { deployment, environment, exportOf, failure, ProjectFolder, resource } from "./project-folder";

const content = deployment([resource("web", { inputs: { rootPass: "hunter2-canary" } })]);
const whole = exportOf(content);

describe("an export is refused with its file, the reason and what to do, if it", () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ["is empty", " \n", ["is empty", "Check that `pulumi stack export` succeeded"]],
    [
      "is truncated",
      whole.slice(0, 200),
      ["is truncated or is not JSON", "200 characters", "Write it again"],
    ],
    ["is not JSON", 'error: "hunter2-canary"', ["is truncated or is not JSON"]],
    [
      "is JSON, but not an export",
      '{"hunter2-canary": 1}',
      ["is JSON, but not a stack's state", "`pulumi stack export`"],
    ],
    ["is a list", "[]", ["is JSON, but not a stack's state"]],
    ["has no deployment", '{"version":3,"deployment":null}', ["is JSON, but not a stack's state"]],
    ["has a newer version", exportOf(content, 5), ["has version 5", "Update pulumi-nodecloud"]],
    ["has an older version", exportOf(content, 2), ["has version 2", "current Pulumi CLI"]],
    ["has no version", JSON.stringify({ deployment: content }), ["has version undefined"]],
    [
      "has resources that are not a list",
      exportOf(deployment([], { resources: {} })),
      [": resources must be a list"],
    ],
    [
      "has a resource without a URN",
      exportOf(deployment([{ type: "a" }])),
      ["resources[0].urn must be a string"],
    ],
    [
      "has an invalid URN",
      exportOf(deployment([{ type: "a", urn: "b" }])),
      ["resources[0].urn is not a URN"],
    ],
    [
      "has inputs that are not an object",
      exportOf(deployment([resource("web", { inputs: [] })])),
      ["resources[0].inputs must be an object"],
    ],
    [
      "has a pending operation of no kind",
      exportOf(deployment([resource("web")], { pending_operations: [{ resource: resource("web") }] })),
      ["pending_operations[0].type must be a string"],
    ],
    [
      "has a pending operation without a URN",
      exportOf(deployment([], { pending_operations: [{ type: "creating", resource: {} }] })),
      ["pending_operations[0].resource.urn must be a string"],
    ],
    [
      "has a pending operation of another stack",
      exportOf(
        deployment([resource("a")], {
          pending_operations: [{ type: "creating", resource: resource("b", { stack: "prod" }) }],
        }),
      ),
      ["resources of several stacks: shop/dev, shop/prod"],
    ],
    [
      "was edited",
      exportOf({ ...content, manifest: { magic: "x", version: "v3" } }),
      ["the manifest's magic does not match"],
    ],
    [
      "has resources of several stacks",
      exportOf(deployment([resource("a"), resource("b", { stack: "prod" })])),
      ["resources of several stacks: shop/dev, shop/prod"],
    ],
    [
      "does not say which stack it is",
      exportOf(deployment([])),
      ["has no resources", "Specify its project and its stack"],
    ],
  ];

  it.each(cases)("%s", async (_, text, parts) => {
    const folder = new ProjectFolder();
    const file = folder.write("export.json", text);
    const places = [
      [{ file }, `The export ${file}`],
      [{ text }, "The export on standard input"],
    ] as const;
    for (const [from, place] of places) {
      const { message, exitCode } = await failure(folder.read([{ kind: "export", from }]));
      expect(exitCode).toBe(1);
      for (const part of [place, ...parts]) expect(message).toContain(part);
      expect(message).not.toContain("hunter2");
    }
  });

  it("does not exist, or is a folder", async () => {
    const folder = new ProjectFolder();
    const read = (file: string) => failure(folder.read([{ kind: "export", from: { file } }]));
    expect((await read("/nonexistent/e.json")).message).toContain(
      "The export /nonexistent/e.json does not exist",
    );
    expect((await read(folder.path)).message).toContain(`The export ${folder.path} is a folder`);
  });

  it.each([{ project: "shop" }, { stack: "dev" }])(
    "has no resources, with only %j specified",
    async (expected) => {
      const from = { text: exportOf(deployment([])) };
      const { message } = await failure(new ProjectFolder().read([{ kind: "export", from, ...expected }]));
      expect(message).toContain("has no resources, so it does not say which stack it is");
    },
  );

  it("belongs to a project or stack other than the expected one", async () => {
    const folder = new ProjectFolder("blog");
    const read = (expected: object) =>
      failure(folder.read([{ kind: "export", from: { text: whole }, ...expected }]));
    const found = 'belongs to the stack "dev" of the project "shop", not to';
    expect((await read({ project: "blog" })).message).toContain(`${found} the project "blog"`);
    expect((await read({ stack: "prod" })).message).toContain(`${found} the stack "prod"`);
    expect((await read({ folder: folder.path, stack: "dev" })).message).toContain(
      `${found} the project "blog" and the stack "dev"`,
    );
    expect((await read({ folder: folder.path })).exitCode).toBe(1);
  });
});

it("refuses two different states of one stack, if one is an export", async () => {
  const folder = new ProjectFolder();
  const path = folder.writeStack("dev", content);
  const { message, exitCode } = await failure(
    folder.read([
      { kind: "export", from: { text: exportOf(deployment([resource("other")])) } },
      { kind: "project", folder: folder.path, stacks: ["dev"] },
    ]),
  );
  expect(message).toContain(`shop/dev is specified twice, with different states: standard input and ${path}`);
  expect(exitCode).toBe(64);
});

it("refuses two exports of one stack that differ in what is pending", async () => {
  const folder = new ProjectFolder();
  const pending = { pending_operations: [{ type: "creating", resource: resource("new") }] };
  const texts = [whole, exportOf({ ...content, ...pending })];
  const sources = texts.map((text) => ({ kind: "export", from: { text } }) as const);
  expect((await failure(folder.read(sources))).message).toContain("shop/dev is specified twice");
});

describe("a stack that does not exist is reported with similar names", () => {
  it("in a project", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("prod", content);
    const { message, exitCode } = await failure(folder.readProject(["prd"]));
    expect(message).toContain(
      `no stack "prd" of the project "shop" in file://${folder.path}, so nothing was done. Did you mean prod?`,
    );
    expect(exitCode).toBe(1);
  });

  it("in a backend", async () => {
    const folder = new ProjectFolder();
    folder.writeStack("prod", content);
    const source = { kind: "backend", url: `file://${folder.path}` } as const;
    const read = (stack: string) => failure(folder.read([{ ...source, stacks: [stack] }]));
    expect((await read("shop/prd")).message).toContain("Did you mean prod?");
    expect((await read("acme/shop/prod")).message).toContain(
      '"acme/shop/prod" is not a stack of this backend',
    );
    const { message, exitCode } = await read("prod");
    expect(message).toContain('The project of the stack "prod" is not specified');
    expect(exitCode).toBe(64);
  });
});

describe("a project is refused if", () => {
  it("the stack's name is invalid", async () => {
    const { message, exitCode } = await failure(new ProjectFolder().readProject(["a b"]));
    expect(message).toContain('"a b" is not a stack name');
    expect(exitCode).toBe(64);
  });

  it("the project has no stacks at all", async () => {
    const folder = new ProjectFolder();
    expect(await failure(folder.readProject("all"))).toMatchObject({
      message: expect.stringContaining(`The project "shop" has no stacks in file://${folder.path}`),
      exitCode: 1,
    });
    expect((await failure(folder.readProject(undefined))).message).toContain('There is no stack "dev"');
  });

  it("several stacks exist, and none is named or selected", async () => {
    const folder = new ProjectFolder();
    for (const stack of ["a", "b"]) folder.writeStack(stack, content);
    expect((await failure(folder.readProject(undefined))).message).toContain("Existing stacks: a, b.");
  });

  it("there is no such folder, or no project in it", async () => {
    const folder = new ProjectFolder();
    const read = (path: string) => failure(folder.read([{ kind: "project", folder: path }]));
    expect((await read(`${folder.path}/gone`)).message).toContain(`There is no folder ${folder.path}/gone`);
    expect((await read("/")).message).toContain("There is no Pulumi.yaml in /");
  });

  it("its folder is given twice", async () => {
    const folder = new ProjectFolder();
    folder.write("src/index.ts", "");
    const { message, exitCode } = await failure(
      folder.read([
        { kind: "project", folder: folder.path, stacks: "all" },
        { kind: "project", folder: `${folder.path}/src` },
      ]),
    );
    expect(message).toContain(
      `The folders ${folder.path} and ${folder.path}/src both belong to the project ${folder.path}/Pulumi.yaml`,
    );
    expect(exitCode).toBe(64);
  });

  it("its folder is given twice through a link", async () => {
    const folder = new ProjectFolder();
    const link = `${new ProjectFolder().path}/link`;
    symlinkSync(folder.path, link);
    const sources = [folder.path, link].map((path) => ({ kind: "project", folder: path }) as const);
    expect((await failure(folder.read(sources))).exitCode).toBe(64);
  });

  it("its state is damaged, or of a newer version", async () => {
    const folder = new ProjectFolder();
    const path = folder.write(".pulumi/stacks/shop/dev.json", '{"version": 3, "checkpo');
    expect((await failure(folder.readProject(["dev"]))).message).toContain(
      `The state at ${path} is not JSON`,
    );
    folder.write(".pulumi/stacks/shop/dev.json", exportOf(content, 9));
    expect((await failure(folder.readProject(["dev"]))).message).toContain(
      `The state at ${path} has version 9`,
    );
  });

  it("its backend needs the Pulumi CLI, and there is none", async () => {
    const folder = new ProjectFolder();
    const env = environment(folder.path, {
      PULUMI_BACKEND_URL: "s3://key:secret@bucket",
      PATH: "/nonexistent",
    });
    const { message } = await failure(folder.readProject(["dev"], { env }));
    expect(message).toContain(
      `The stacks of ${folder.path}/Pulumi.yaml are in s3://****@bucket, and there is no \`pulumi\``,
    );
    expect(message).not.toContain("secret");
  });
});

it("refuses no sources, and a backend that is not a folder or has no stacks", async () => {
  const folder = new ProjectFolder();
  expect((await failure(folder.read([]))).exitCode).toBe(64);
  const remote = await failure(folder.read([{ kind: "backend", url: "s3://bucket" }]));
  expect(remote.message).toContain("s3://bucket is not a folder");
  expect(remote.exitCode).toBe(64);
  const empty = await failure(folder.read([{ kind: "backend", url: `file://${folder.path}` }]));
  expect(empty.message).toContain(`There are no stacks in file://${folder.path}`);
  const other = await failure(folder.read([{ kind: "backend", url: `file://${folder.path}`, project: "x" }]));
  expect(other.message).toContain('There are no stacks of the project "x"');
});
