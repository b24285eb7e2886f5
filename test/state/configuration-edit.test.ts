import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  createStack,
  listConfiguration,
  readProject,
  readStackSettings,
  removeConfiguration,
  setConfiguration,
  writeSalt,
} from "../../src/state";
import { parseYaml, replaceNull } from "../../src/state/yaml";
import { temporaryFolder } from "./fixtures";

const folder = temporaryFolder();
let count = 0;

/** A project whose stack has this configuration file. */
function newProject(text: string) {
  const cwd = join(folder, `project-${count++}`);
  mkdirSync(cwd);
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  writeFileSync(join(cwd, "Pulumi.dev.yaml"), text);
  const address = { cwd, stack: "dev", env: { PULUMI_CONFIG_PASSPHRASE: "x", PULUMI_HOME: cwd } };
  return { address, read: () => readFileSync(join(cwd, "Pulumi.dev.yaml"), "utf8") };
}

async function textAfter(text: string, key: string, value: string, path = false): Promise<string> {
  const { address, read } = newProject(text);
  await setConfiguration(address, key, value, { secret: false, path });
  return read();
}

describe("a value is set in a file", () => {
  it.each([
    ["without values", "config:\n", "config:\n  shop:size: big\n"],
    [
      "whose values are commented out",
      "config: # ours\n  # shop:a: 1\n  # shop:b: 2\nother: 1 # kept\n",
      "config:\n  shop:size: big\n  # ours\n  # shop:a: 1\n  # shop:b: 2\nother: 1 # kept\n",
    ],
    ["whose configuration is null", "other: 1\nconfig: ~\n", "other: 1\nconfig:\n  shop:size: big\n"],
    ["that is all comments", "# shop:a: 1\n", "# shop:a: 1\n\nconfig:\n  shop:size: big\n"],
    ["with an empty document", "---\n# shop:a: 1\n", "---\nconfig:\n  shop:size: big\n# shop:a: 1\n"],
    ["that is null", "~\n", "config:\n  shop:size: big\n"],
  ])("%s", async (_, text, expected) => {
    expect(await textAfter(text, "size", "big")).toBe(expected);
  });

  it.each(["config: big\n", "config: [big]\n"])("not if its configuration is no map: %j", async (text) => {
    const { address, read } = newProject(text);
    const set = setConfiguration(address, "size", "small", { secret: false });
    await expect(set).rejects.toThrow(
      /Pulumi\.dev\.yaml: config is not a map\. Nothing was changed\. Write one/,
    );
    expect(read()).toBe(text);
  });

  it("whose salt is the first value of an empty document", async () => {
    const { address, read } = newProject("---\n");
    const settings = await readStackSettings(await readProject(address.cwd), "dev");
    await writeSalt(settings, "v1:salt");
    expect(read()).toBe("---\nencryptionsalt: v1:salt\n");
  });

  it("whose values a new stack gets later", async () => {
    const { address } = newProject("config:\n");
    await createStack(address, "2025-03-01T08:00:00.000Z");
    await setConfiguration(address, "token", "t-canary", { secret: true });
    expect((await listConfiguration(address, { showSecrets: true })).get("shop:token")?.value).toBe(
      "t-canary",
    );
  });
});

it("only null is replaced by an empty map", () => {
  const { document } = parseYaml("a: text\nb: [1]\nc: {d: 1}\n");
  for (const name of ["a", "b", "c", "e"]) replaceNull(document, [name]);
  expect(document.toJS()).toEqual({ a: "text", b: [1n], c: { d: 1n } });
});

it("a file that is a link stays one, and what it leads to keeps its permissions", async () => {
  const { address, read } = newProject("");
  const [file, shared] = [join(address.cwd, "Pulumi.dev.yaml"), join(address.cwd, "shared.yaml")];
  rmSync(file);
  writeFileSync(shared, "config: {}\n");
  chmodSync(shared, 0o600);
  symlinkSync("shared.yaml", file);
  await createStack(address, "2025-03-01T08:00:00.000Z");
  await setConfiguration(address, "size", "big", { secret: false });
  for (const text of ["size: big", "encryptionsalt"]) expect(read()).toContain(text);
  await removeConfiguration(address, "size");
  expect(readFileSync(shared, "utf8")).toBe(read());
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(statSync(shared).mode & 0o777).toBe(0o600);
});

it.each([
  ["true", "true"],
  ["false", "false"],
  ["-17", "-17"],
  ["017", '"017"'],
])("a value that is set by path keeps its type: %s", async (value, written) => {
  expect(await textAfter("config:\n  shop:size: big\n", "web.option", value, true)).toBe(
    `config:\n  shop:size: big\n  shop:web:\n    option: ${written}\n`,
  );
});

describe("an alias", () => {
  const shared = "shared: &all\n  shop:a: 1 # one\n  shop:db: &db\n    user: me\n";

  it("of the configuration becomes a copy, and the original stays", async () => {
    expect(await textAfter(`${shared}config: *all\n`, "size", "big")).toBe(
      `${shared}config:\n  shop:a: 1 # one\n  shop:db:\n    user: me\n  shop:size: big\n`,
    );
  });

  it("of a value becomes a copy when something inside it is set", async () => {
    const text = "db: &db\n  user: me\nconfig:\n  shop:db: *db\n  shop:other: *db\n";
    const edited = "db: &db\n  user: me\nconfig:\n  shop:db:\n    user: me\n    port: 1\n  shop:other: *db\n";
    expect(await textAfter(text, "db.port", "1", true)).toBe(edited);
  });

  it("is removed, or replaced, as a whole", async () => {
    const text = "db: &db\n  user: me\nconfig:\n  shop:db: *db\n";
    expect(await textAfter(text, "db", "none")).toBe("db: &db\n  user: me\nconfig:\n  shop:db: none\n");
    const { address, read } = newProject(text);
    expect(await removeConfiguration(address, "db")).toBe(true);
    expect(read()).toBe("db: &db\n  user: me\nconfig: {}\n");
  });

  it("becomes a copy when something inside it is removed", async () => {
    const { address, read } = newProject("db: &db\n  a: 1\n  b: 2\nconfig:\n  shop:db: *db\n");
    expect(await removeConfiguration(address, "db.a", { path: true })).toBe(true);
    expect(read()).toBe("db: &db\n  a: 1\n  b: 2\nconfig:\n  shop:db:\n    b: 2\n");
  });
});
