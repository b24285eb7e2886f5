import { mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import {
  backendAt,
  backendUrl,
  findBackend,
  locateProject,
  readProject,
  readSelection,
  removeStack,
  writeSelection,
} from "../../src/state";
import { temporaryFolder } from "./fixtures";

const parent = temporaryFolder();
let count = 0;
const login = "https://api.pulumi.com";

function newProject(settings = "") {
  const cwd = join(parent, `project-${count++}`);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  };
  write("Pulumi.yaml", `name: shop\nruntime: nodejs\n${settings}`);
  const env = { PULUMI_HOME: join(cwd, "home") };
  const address = (more: object = {}) => ({ cwd, env: { ...env, ...more } });
  return {
    ...{ cwd, env, write, address },
    logIn: (current: string) => write("home/credentials.json", JSON.stringify({ current })),
    addStack: (project = "shop") => {
      write(".pulumi/meta.yaml", "version: 1\n");
      write(`.pulumi/stacks/${project}/dev.json`, '{"version": 3, "checkpoint": {"latest": {}}}');
    },
    find: async (more: object = {}) => {
      const { url, source } = await findBackend(await readProject(cwd), { ...env, ...more });
      return [url, source];
    },
    folder: async (more: object = {}) => (await locateProject(address(more))).backend.folder,
  };
}

describe("the backend of a project", () => {
  it("is PULUMI_BACKEND_URL, else the project's setting, else the project's folder", async () => {
    const plain = newProject();
    expect(await plain.find()).toEqual([`file://${plain.cwd}`, "folder"]);
    expect(await plain.folder({ PULUMI_BACKEND_URL: "file://./state" })).toBe(
      join(plain.cwd, "state/.pulumi"),
    );
    const named = newProject("backend: { url: 'file:///a' }\n");
    expect(await named.folder()).toBe("/a/.pulumi");
    expect(await named.find()).toEqual(["file:///a", "backend.url of Pulumi.yaml"]);
    const url = "file:///b%20c";
    expect(await named.find({ PULUMI_BACKEND_URL: url })).toEqual([url, "PULUMI_BACKEND_URL"]);
    expect(await named.folder({ PULUMI_BACKEND_URL: url })).toBe("/b c/.pulumi");
  });

  it("is the login of the CLI before a folder without stacks of the project", async () => {
    const project = newProject();
    project.logIn(login);
    expect(await project.find()).toEqual([login, "login"]);
    project.addStack("blog");
    expect(await project.find()).toEqual([login, "login"]);
    expect((await project.find({ PULUMI_BACKEND_URL: "file:///a" }))[0]).toBe("file:///a");
    project.addStack();
    expect(await project.find()).toEqual([`file://${project.cwd}`, "folder"]);
  });

  it("is not the login if Pulumi.yaml names one", async () => {
    const project = newProject("backend: { url: 'file://.' }\n");
    project.logIn(login);
    expect(await project.folder()).toBe(join(project.cwd, ".pulumi"));
  });

  it("is a folder that the CLI is logged in to", async () => {
    const project = newProject();
    project.logIn("file://~");
    expect(await project.folder()).toBe(join(homedir(), ".pulumi"));
  });

  it("is Pulumi Cloud with an access token, as for the CLI, unless that is logged in elsewhere", async () => {
    const project = newProject();
    const token = { PULUMI_ACCESS_TOKEN: "pul-canary" };
    expect(await project.find(token)).toEqual([login, "login"]);
    const api = "https://pulumi.example.com";
    expect(await project.find({ ...token, PULUMI_API: api })).toEqual([api, "login"]);
    expect((await project.find({ PULUMI_API: api }))[1]).toBe("folder");
    project.logIn("s3://stacks");
    expect(await project.find(token)).toEqual(["s3://stacks", "login"]);
    project.logIn("");
    expect(await project.find()).toEqual([`file://${project.cwd}`, "folder"]);
  });

  it("is rejected if it is not a folder, without printing credentials", async () => {
    const project = newProject();
    const PULUMI_BACKEND_URL = "https://user:p@canary@api.example.com";
    await expect(locateProject(project.address({ PULUMI_BACKEND_URL }))).rejects.toThrow(
      "PULUMI_BACKEND_URL specifies the backend https://****@api.example.com, but",
    );
    project.logIn(PULUMI_BACKEND_URL);
    await expect(locateProject(project.address())).rejects.toMatchObject({
      code: "backend",
      message: `The Pulumi CLI is logged in to https://****@api.example.com, but the embedded engine stores stacks in folders only (file://...). Nothing was done. To keep the state in the project's folder, set PULUMI_BACKEND_URL=file://${project.cwd} or \`backend.url\` in Pulumi.yaml; to use the login, run the stack with the Pulumi CLI (--engine pulumi).`,
    });
  });
});

it("clears the selection of the folder when its last stack is removed, whatever the CLI is logged in to", async () => {
  const fixture = newProject();
  fixture.addStack();
  fixture.logIn(login);
  const project = await readProject(fixture.cwd);
  const { url } = backendAt(fixture.cwd);
  await writeSelection(project, url, fixture.env, "dev");
  await writeSelection(project, login, fixture.env, "dev");
  const options = { force: false, preserveConfig: false, removeBackups: false };
  await removeStack({ ...fixture.address(), stack: "dev" }, "2026-01-01T00:00:00Z", options);
  expect(await readSelection(project, url, fixture.env)).toBeUndefined();
  expect(await readSelection(project, login, fixture.env)).toBe("organization/shop/dev");
  expect(await backendUrl(project, fixture.env)).toBe(login);
});
