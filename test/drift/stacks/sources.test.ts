import "../../cheap-keys";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { readProject, writeSelection } from "../../../src/state";
import { deployment, environment, exportOf, ProjectFolder, resource } from "./project-folder";

const namesOf = (
  stacks: readonly { project: string; stack: string; resources: readonly { name: string }[] }[],
) =>
  stacks.map(({ project, stack, resources }) =>
    [`${project}/${stack}`, ...resources.map(({ name }) => name)].join(" "),
  );

/** A project with two stacks. */
function shop(): ProjectFolder {
  const folder = new ProjectFolder();
  folder.writeStack("dev", deployment([resource("web")]));
  folder.writeStack("prod", deployment([resource("db", { stack: "prod" })]));
  return folder;
}

describe("the stacks of a project's folder", () => {
  it("are read by name, in that order, each once", async () => {
    const folder = shop();
    const stacks = await folder.readProject(["prod", "dev", "organization/shop/prod"]);
    expect(namesOf(stacks)).toEqual(["shop/prod db", "shop/dev web"]);
    expect(stacks[1]).toMatchObject({
      folder: folder.path,
      backend: `file://${folder.path}`,
      source: join(folder.path, ".pulumi/stacks/shop/dev.json"),
      organization: "organization",
    });
  });

  it("are all read on request, and from a folder below", async () => {
    const folder = shop();
    folder.write("src/index.ts", "");
    const stacks = await folder.read([{ kind: "project", folder: join(folder.path, "src"), stacks: "all" }]);
    expect(namesOf(stacks)).toEqual(["shop/dev web", "shop/prod db"]);
  });

  it("default to PULUMI_STACK, then to the selected stack, then to dev", async () => {
    const folder = shop();
    const env = environment(folder.path);
    const read = async (more: object = {}) =>
      namesOf(await folder.readProject(undefined, { env: { ...env, ...more } }));
    expect(await read()).toEqual(["shop/dev web"]);
    const project = await readProject(folder.path);
    await writeSelection(project, `file://${folder.path}`, env, "prod");
    expect(await read()).toEqual(["shop/prod db"]);
    expect(await read({ PULUMI_STACK: "dev" })).toEqual(["shop/dev web"]);
  });

  it("know the other stacks of the project", async () => {
    const [stack] = await shop().readProject(["dev"]);
    expect(await stack?.listSiblings()).toEqual(["dev", "prod"]);
  });

  it("may be compressed", async () => {
    const folder = new ProjectFolder();
    const text = JSON.stringify({ version: 3, checkpoint: { latest: deployment([resource("web")]) } });
    folder.write(".pulumi/stacks/shop/dev.json.gz", gzipSync(text));
    expect(namesOf(await folder.readProject(["dev"]))).toEqual(["shop/dev web"]);
  });

  it("may use what the embedded engine does not support", async () => {
    const folder = new ProjectFolder();
    folder.write(
      "Pulumi.yaml",
      "name: shop\nruntime: bun\noptions: { refresh: later }\nplugins:\n  providers: [{ name: x, path: . }]\n",
    );
    const taken = { ...resource("web"), taint: true, viewOf: "x", resourceHooks: { Later: ["f"] } };
    const checkpoint = { latest: deployment([taken], { snippets: {} }) };
    folder.write(
      ".pulumi/stacks/shop/dev.json",
      JSON.stringify({ version: 4, features: ["taint"], checkpoint }),
    );
    expect(namesOf(await folder.readProject(["dev"]))).toEqual(["shop/dev web"]);
  });
});

describe("the backend of a project", () => {
  it("is PULUMI_BACKEND_URL, else that of Pulumi.yaml, else its folder, else what the CLI is logged in to", async () => {
    const folder = new ProjectFolder();
    const places = ["a", "b", "c"].map((name) => {
      const place = new ProjectFolder();
      place.writeStack("dev", deployment([resource(name)]));
      return place.path;
    });
    const [fromEnvironment, fromProject, fromLogin] = places;
    const env = environment(folder.path);
    const read = async (more: object = {}) => {
      const [stack] = await folder.readProject(["dev"], { env: { ...env, ...more } });
      return [stack?.resources[0]?.name, stack?.backend, stack?.isFoundByCli];
    };
    folder.write("home/credentials.json", JSON.stringify({ current: `file://${fromLogin}` }));
    expect(await read()).toEqual(["c", `file://${fromLogin}`, true]);
    folder.writeStack("dev", deployment([resource("own")]));
    expect(await read()).toEqual(["own", `file://${folder.path}`, false]);
    folder.write("Pulumi.yaml", `name: shop\nruntime: nodejs\nbackend: { url: "file://${fromProject}" }\n`);
    expect(await read()).toEqual(["b", `file://${fromProject}`, true]);
    const url = `file://${fromEnvironment}`;
    expect(await read({ PULUMI_BACKEND_URL: url })).toEqual(["a", url, true]);
  });

  it("that the CLI is logged in to also has the selected stack", async () => {
    const [folder, login] = [new ProjectFolder(), shop()];
    const url = `file://${login.path}`;
    folder.write("home/credentials.json", JSON.stringify({ current: url }));
    await writeSelection(await readProject(folder.path), url, environment(folder.path), "prod");
    expect(namesOf(await folder.readProject(undefined))).toEqual(["shop/prod db"]);
  });

  it("is its folder after a logout", async () => {
    const folder = shop();
    folder.write("home/credentials.json", JSON.stringify({ current: "" }));
    const empty = new ProjectFolder("empty");
    const env = environment(folder.path);
    await expect(empty.readProject("all", { env })).rejects.toThrow(`no stacks in file://${empty.path}`);
  });
});

describe("several sources", () => {
  it("are read together", async () => {
    const [first, second] = [shop(), new ProjectFolder("blog")];
    second.writeStack("dev", deployment([resource("page", { project: "blog" })]), "blog");
    const file = second.write("export.json", exportOf(deployment([resource("old", { project: "wiki" })])));
    const stacks = await first.read([
      { kind: "project", folder: first.path, stacks: ["dev"] },
      { kind: "project", folder: second.path },
      { kind: "export", from: { file } },
    ]);
    expect(namesOf(stacks)).toEqual(["shop/dev web", "blog/dev page", "wiki/dev old"]);
  });

  it("give a stack of one backend once", async () => {
    const [folder, checkout] = [shop(), new ProjectFolder()];
    const env = environment(folder.path, { PULUMI_BACKEND_URL: `file://${folder.path}` });
    const stacks = await folder.read(
      [
        { kind: "project", folder: folder.path, stacks: "all" },
        { kind: "project", folder: checkout.path, stacks: ["dev"] },
        { kind: "backend", url: `file://${folder.path}`, stacks: ["shop/prod"] },
      ],
      { env },
    );
    expect(namesOf(stacks)).toEqual(["shop/dev web", "shop/prod db"]);
    expect(stacks.map(({ folder: of }) => of)).toEqual([folder.path, folder.path]);
  });

  it("give stacks of the same name in two backends both", async () => {
    const [one, other] = [shop(), shop()];
    const stacks = await one.read([
      { kind: "project", folder: one.path, stacks: ["dev"] },
      { kind: "project", folder: other.path, stacks: ["dev"] },
    ]);
    expect(stacks.map(({ backend }) => backend)).toEqual([`file://${one.path}`, `file://${other.path}`]);
  });

  it("return a stack once if an export and another source have it", async () => {
    const folder = shop();
    const text = exportOf(deployment([resource("web")], { manifest: {} }));
    const stacks = await folder.read([
      { kind: "project", folder: folder.path, stacks: ["dev"] },
      { kind: "export", from: { text } },
    ]);
    expect(namesOf(stacks)).toEqual(["shop/dev web"]);
    expect(stacks[0]?.folder).toBe(folder.path);
  });
});

describe("the file backend without a project's folder", () => {
  const backend = () => {
    const folder = shop();
    folder.writeStack("dev", deployment([resource("page", { project: "blog" })]), "blog");
    folder.write(".pulumi/meta.yaml", "version: 1\n");
    folder.write(".pulumi/stacks/stray.json", "");
    return folder;
  };

  it("gives all stacks, those of a project, or those that are named", async () => {
    const folder = backend();
    const url = `file://${folder.path}`;
    const read = async (more: object) => namesOf(await folder.read([{ kind: "backend", url, ...more }]));
    expect(await read({})).toEqual(["blog/dev page", "shop/dev web", "shop/prod db"]);
    expect(await read({ project: "shop" })).toEqual(["shop/dev web", "shop/prod db"]);
    expect(await read({ stacks: ["shop/prod"] })).toEqual(["shop/prod db"]);
    expect(await read({ project: "blog", stacks: ["dev", "organization/shop/dev"] })).toEqual([
      "blog/dev page",
      "shop/dev web",
    ]);
  });

  it("has its own identity and no folder", async () => {
    const folder = backend();
    const [stack] = await folder.read([{ kind: "backend", url: `file://${folder.path}`, project: "blog" }]);
    expect(stack).toMatchObject({
      ...{ backend: `file://${folder.path}`, folder: undefined, organization: "organization" },
    });
    expect(await stack?.listSiblings()).toEqual(["dev"]);
  });
});

describe("an export", () => {
  const read = async (text: string) =>
    namesOf(await new ProjectFolder().read([{ kind: "export", from: { text } }]));
  const content = deployment([resource("web")]);

  it("is read from a string or a file", async () => {
    const folder = new ProjectFolder();
    const file = folder.write("export.json", exportOf(content));
    expect(await read(exportOf(content))).toEqual(["shop/dev web"]);
    const [fromFile] = await folder.read([{ kind: "export", from: { file } }]);
    const [fromText] = await folder.read([{ kind: "export", from: { text: exportOf(content) } }]);
    expect([fromFile?.source, fromText?.source]).toEqual([file, "standard input"]);
    expect(fromFile).toMatchObject({ folder: undefined, backend: undefined });
    expect(await fromFile?.findUpdate()).toBeUndefined();
    expect(await fromFile?.listSiblings()).toEqual(["dev"]);
  });

  it("may have nothing but the pending operations of a killed run", async () => {
    const pending = { pending_operations: [{ type: "creating", resource: resource("web") }] };
    expect(await read(exportOf(deployment([], pending)))).toEqual(["shop/dev"]);
  });

  it("may be a state file, even a compressed one", async () => {
    const folder = new ProjectFolder();
    const file = folder.writeStack("dev", content);
    const text = JSON.stringify({
      version: 3,
      checkpoint: { stack: "organization/blog/test", latest: null },
    });
    const compressed = folder.write("state.json.gz", gzipSync(text));
    expect(namesOf(await folder.read([{ kind: "export", from: { file } }]))).toEqual(["shop/dev web"]);
    expect(namesOf(await folder.read([{ kind: "export", from: { file: compressed } }]))).toEqual([
      "blog/test",
    ]);
  });

  it("may be a state file whose name lacks the stack or the project, as its resources have both", async () => {
    for (const stack of ["dev", "organization/dev"])
      expect(await read(JSON.stringify({ version: 3, checkpoint: { stack, latest: content } }))).toEqual([
        "shop/dev web",
      ]);
  });

  it("may begin with a byte order mark, and be in UTF-16", async () => {
    const folder = new ProjectFolder();
    const file = folder.write("export.json", Buffer.from(`\uFEFF${exportOf(content)}`, "utf16le"));
    expect(namesOf(await folder.read([{ kind: "export", from: { file } }]))).toEqual(["shop/dev web"]);
    expect(await read(`\uFEFF${exportOf(content)}`)).toEqual(["shop/dev web"]);
  });

  it("may be of version 4 with any features", async () => {
    expect(await read(exportOf(content, 4))).toEqual(["shop/dev web"]);
  });

  it("without resources counts as an export of the expected stack", async () => {
    const from = { text: exportOf(deployment([])) };
    const stacks = await new ProjectFolder().read([{ kind: "export", from, project: "shop", stack: "dev" }]);
    expect(namesOf(stacks)).toEqual(["shop/dev"]);
  });

  it("of a project's folder has that folder", async () => {
    const folder = new ProjectFolder();
    const [stack] = await folder.read([
      { kind: "export", from: { text: exportOf(content) }, folder: folder.path },
    ]);
    expect(stack?.folder).toBe(folder.path);
  });
});
