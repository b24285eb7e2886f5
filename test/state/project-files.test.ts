import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backendOf } from "../../src/plugin/state-identity";
import {
  createStack,
  listConfiguration,
  readProject,
  removeConfiguration,
  removeStack,
  renameStack,
  setConfiguration,
} from "../../src/state";
import { temporaryFolder } from "./fixtures";

const folder = temporaryFolder();
const time = "2025-03-01T08:00:00.000Z";
let count = 0;

function write(files: Readonly<Record<string, string>>): string {
  const project = join(folder, `project-${count++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(project, name, ".."), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  return project;
}

const addressIn = (cwd: string) => ({
  cwd,
  stack: "dev",
  env: { PULUMI_CONFIG_PASSPHRASE: "x", PULUMI_HOME: join(cwd, "home") },
});
const yaml = "name: shop\nruntime: nodejs\n";
const json = JSON.stringify({ name: "shop", runtime: "nodejs", description: "A shop" }, undefined, "\t");

describe("the file of a project", () => {
  it("is Pulumi.json, else Pulumi.yaml, else Pulumi.yml, for the plugin too", async () => {
    const projectIn = (file: string) => `name: shop\nruntime: nodejs\nbackend: { url: "s3://${file}" }\n`;
    const cwd = write({
      "Pulumi.json": JSON.stringify({ name: "shop", runtime: "nodejs", backend: { url: "s3://json" } }),
      "Pulumi.yaml": projectIn("yaml"),
      "Pulumi.yml": projectIn("yml"),
      "Pulumi.toml": projectIn("toml"),
    });
    for (const extension of ["json", "yaml", "yml"]) {
      expect((await readProject(cwd)).file).toBe(join(cwd, `Pulumi.${extension}`));
      expect(backendOf({ env: {}, cwd })).toBe(`s3://${extension}`);
      renameSync(join(cwd, `Pulumi.${extension}`), join(cwd, `${extension}.old`));
    }
  });

  it("is the nearest one, whatever its extension", async () => {
    const cwd = write({ "Pulumi.yaml": yaml, "child/Pulumi.json": json.replace("shop", "child") });
    expect((await readProject(join(cwd, "child"))).name).toBe("child");
  });

  it.each(["gone", "gone/deeper", "Pulumi.yaml"])(
    "is not that of a folder above %s, which is no folder",
    async (path) => {
      const cwd = write({ "Pulumi.yaml": yaml });
      await expect(readProject(join(cwd, path))).rejects.toMatchObject({
        code: "noProject",
        message: `There is no folder ${join(cwd, path)}. Nothing was done. Specify the folder of a Pulumi project.`,
      });
    },
  );
});

describe("the configuration of a stack", () => {
  it.each([
    ["Pulumi.yml", yaml, "Pulumi.dev.yml", "config:\n  shop:count: 3 # three\n"],
    ["Pulumi.json", json, "Pulumi.dev.json", '{\n\t"config": {\n\t\t"shop:count": "3"\n\t}\n}\n'],
  ])("has the extension of the project file %s", async (file, project, settings, text) => {
    const cwd = write({ [file]: project, [settings]: text });
    const address = addressIn(cwd);
    const read = async (name: string) =>
      (await listConfiguration(address, { showSecrets: true })).get(`shop:${name}`)?.value;
    const withoutPassphrase = { ...address, env: {} };
    const open = await listConfiguration(withoutPassphrase, { showSecrets: true });
    expect(open.get("shop:count")?.value).toBe("3");
    await createStack(address, time);
    await setConfiguration(address, "token", "t-canary", { secret: true });
    expect([await read("count"), await read("token")]).toEqual(["3", "t-canary"]);
    await renameStack(address, "test", time);
    expect(existsSync(join(cwd, settings))).toBe(false);
    const renamed = settings.replace("dev", "test");
    expect(readFileSync(join(cwd, renamed), "utf8")).toContain("encryptionsalt");
    await removeStack({ ...address, stack: "test" }, time, {
      ...{ force: false, preserveConfig: false, removeBackups: false },
    });
    expect(existsSync(join(cwd, renamed))).toBe(false);
  });

  it("stays JSON in a JSON file, also one that --config-file names", async () => {
    const cwd = write({ "Pulumi.json": json, "Pulumi.dev.json": "" });
    for (const configFile of [undefined, join(cwd, "other.json")]) {
      if (configFile) writeFileSync(configFile, "{}");
      const address = { ...addressIn(cwd), ...(configFile && { configFile }) };
      await setConfiguration(address, "region", "north: east", { secret: false });
      await setConfiguration(address, "sizes[0]", "12345678901234567890", { secret: false, path: true });
      await setConfiguration(address, "old", "1", { secret: false });
      await removeConfiguration(address, "old");
      expect(readFileSync(configFile ?? join(cwd, "Pulumi.dev.json"), "utf8")).toBe(
        '{\n    "config": {\n        "shop:region": "north: east",\n        "shop:sizes": [\n            12345678901234567890\n        ]\n    }\n}\n',
      );
    }
  });

  it("is refused if the only file has an extension that the project's does not have", async () => {
    const cwd = write({ "Pulumi.yml": yaml, "Pulumi.dev.yaml": "config:\n  shop:count: 3\n" });
    const address = addressIn(cwd);
    const refusal = {
      code: "configuration",
      message: `The project is in Pulumi.yml, so the configuration of the stack "dev" must be in ${join(cwd, "Pulumi.dev.yml")}, but only ${join(cwd, "Pulumi.dev.yaml")} exists. Nothing was done. Rename ${join(cwd, "Pulumi.dev.yaml")}, or remove it.`,
    };
    await expect(createStack(address, time)).rejects.toMatchObject(refusal);
    await expect(listConfiguration(address, { showSecrets: false })).rejects.toMatchObject(refusal);
    const given = { ...address, configFile: join(cwd, "Pulumi.dev.yaml") };
    expect((await listConfiguration(given, { showSecrets: false })).get("shop:count")?.value).toBe("3");
    writeFileSync(join(cwd, "Pulumi.dev.yml"), "config:\n  shop:count: 4\n");
    expect((await listConfiguration(address, { showSecrets: false })).get("shop:count")?.value).toBe("4");
  });
});
