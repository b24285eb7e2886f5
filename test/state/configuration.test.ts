import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mergeConfiguration, readProject, readStackSettings, writeSalt } from "../../src/state";
import { messageOf } from "../../src/unknown";
import { prefixSecrets, temporaryFolder } from "./fixtures";

const folder = temporaryFolder();
let count = 0;

async function writeProject(files: Record<string, string>) {
  const projectFolder = join(folder, `project-${count++}`);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(projectFolder, name, ".."), { recursive: true });
    writeFileSync(join(projectFolder, name), text);
  }
  return readProject(projectFolder);
}

async function readConfiguration(files: Record<string, string>) {
  const found = await writeProject(files);
  const settings = await readStackSettings(found, "dev");
  return Object.fromEntries(mergeConfiguration(found, settings, prefixSecrets()));
}

describe("the project", () => {
  it("is found in parent folders, with a runtime with or without options", async () => {
    const found = await writeProject({
      "Pulumi.yaml":
        "name: shop\nruntime:\n  name: nodejs\n  options: {typescript: false, nodeargs: --a --b}\nmain: program\nstackConfigDir: stacks\n",
      "program/index.js": "",
    });
    expect(found).toMatchObject({
      name: "shop",
      entry: ".",
      typescript: false,
      nodeArguments: ["--a", "--b"],
    });
    expect(found.programFolder).toBe(join(found.folder, "program"));
    expect(found.stackConfigFolder).toBe(join(found.folder, "stacks"));
    expect((await readProject(found.programFolder)).file).toBe(found.file);
  });

  it("may have its stacks' files in the folder that `config` names, as older projects have", async () => {
    const found = await writeProject({ "Pulumi.yaml": "name: shop\nruntime: nodejs\nconfig: stacks\n" });
    expect(found.stackConfigFolder).toBe(join(found.folder, "stacks"));
  });

  it("accepts a file as `main`", async () => {
    const found = await writeProject({
      "Pulumi.yaml": "name: shop\nruntime: nodejs\nmain: src/program.ts\n",
    });
    expect(found).toMatchObject({ entry: "program.ts", programFolder: join(found.folder, "src") });
  });

  it.each([
    ["runtime: python\nname: shop\n", '"python"'],
    ["runtime: nodejs\nname: 'a b'\n", "name"],
    ["runtime: nodejs\nname: shop\nplugins: {providers: []}\n", "plugins"],
    ["a: [", "cannot be read"],
  ])("is rejected: %s", async (text, problem) => {
    await expect(writeProject({ "Pulumi.yaml": text })).rejects.toThrow(problem);
  });
});

describe("configuration", () => {
  const base = "name: shop\nruntime: nodejs\n";

  const invalidLines = [
    ["token: canary: x", "Nested mappings are not allowed in compact mappings at line 2, column 20."],
    ['token: "canary', 'Missing closing "quote at line 3, column 1.'],
    ['token: "\\canary"', "it is not valid YAML at line 2, column 21."],
    ["token: |canary", "it is not valid YAML at line 2, column 21."],
    ["token: 'a' canary", "it is not valid YAML at line 2, column 24."],
    [
      "token: *canary",
      "an alias (*) or a merge key (<<) in it cannot be resolved. Quote a string that begins with *.",
    ],
  ] as const;

  it.each(invalidLines)("is not quoted by the error if it is not valid YAML: %s", async (line, problem) => {
    const text = `config:\n  nodecloud:${line}\n`;
    const message = readConfiguration({ "Pulumi.yaml": base, "Pulumi.dev.yaml": text }).catch(messageOf);
    const file = join(folder, `project-${count - 1}`, "Pulumi.dev.yaml");
    expect(await message).toBe(`${file} cannot be read: ${problem}`);
    const inProject = await writeProject({ "Pulumi.yaml": `${base}${text}` }).catch(messageOf);
    expect(inProject).toMatch(/Pulumi\.yaml cannot be read: .*\.$/);
    expect(inProject).not.toContain("canary");
  });

  it("is not read from a folder, and the error names it", async () => {
    const files = { "Pulumi.yaml": base, "Pulumi.dev.yaml/file": "" };
    await expect(readConfiguration(files)).rejects.toThrow(
      /Pulumi\.dev\.yaml cannot be read: EISDIR: illegal operation on a directory, read$/,
    );
  });

  it("combines the stack's values with the project's, and the stack's take precedence", async () => {
    expect(
      await readConfiguration({
        "Pulumi.yaml": `${base}config:\n  region: {type: string, default: north}\n  size: 3\n  nodecloud:brand: {value: acme}\n`,
        "Pulumi.dev.yaml": "config:\n  shop:region: south\n  shop:config:old: yes\n  shop:flag: true\n",
      }),
    ).toEqual({
      "shop:region": { value: "south", secret: false },
      "shop:old": { value: "yes", secret: false },
      "shop:flag": { value: "true", secret: false },
      "shop:size": { value: "3", secret: false },
      "nodecloud:brand": { value: "acme", secret: false },
    });
  });

  it("parses plain numbers and dates as the CLI does", async () => {
    const written = {
      a: "010",
      b: "-010",
      c: "1_000",
      d: "0b11",
      e: "08",
      f: "2024-01-01",
      g: "2024-01-01T10:00:00Z",
    };
    const lines = Object.entries(written).map(([name, value]) => `  shop:${name}: ${value}\n`);
    const found = await readConfiguration({
      "Pulumi.yaml": base,
      "Pulumi.dev.yaml": `config:\n${lines.join("")}  shop:h: "010"\n  shop:i: {z: 010}\n`,
    });
    expect(Object.values(found).map(({ value }) => value)).toEqual([
      "8",
      "-8",
      "1000",
      "3",
      "8",
      "2024-01-01 00:00:00 +0000 UTC",
      "2024-01-01 10:00:00 +0000 UTC",
      "010",
      '{"z":8}',
    ]);
  });

  it("merges maps by `<<` as the CLI does", async () => {
    const shared = "one: &one { shop:a: 1, shop:b: 2 }\ntwo: &two { shop:b: 9, shop:c: 3 }\n";
    const found = await readConfiguration({
      "Pulumi.yaml": base,
      "Pulumi.dev.yaml": `${shared}config:\n  <<: [*one, *two]\n  shop:a: own\n  shop:db: { <<: *one }\n  shop:plain: { "<<": x }\n`,
    });
    expect(Object.fromEntries(Object.entries(found).map(([key, { value }]) => [key, value]))).toEqual({
      "shop:a": "own",
      "shop:b": "2",
      "shop:c": "3",
      "shop:db": '{"shop:a":1,"shop:b":2}',
      "shop:plain": '{"<<":"x"}',
    });
  });

  it("returns objects as JSON, secret as a whole if any part is secret", async () => {
    expect(
      await readConfiguration({
        "Pulumi.yaml": base,
        "Pulumi.dev.yaml":
          'config:\n  shop:token: {secure: "sealed:t0ken"}\n  shop:db:\n    user: me\n    password: {secure: "sealed:p"}\n',
      }),
    ).toEqual({
      "shop:token": { value: "t0ken", secret: true },
      "shop:db": { value: '{"password":"p","user":"me"}', secret: true, structured: true },
    });
  });

  it("names the place of each secret, for the error if it cannot be decrypted", async () => {
    const text =
      'config: { shop:users: [{ password: { secure: "a" } }, { keys: [{ secure: "b" }, { secure: "c" }] }] }';
    const found = await writeProject({ "Pulumi.yaml": base, "Pulumi.dev.yaml": text });
    const places: string[] = [];
    const secrets = { ...prefixSecrets(), decrypt: (_: string, place: string) => `${places.push(place)}` };
    mergeConfiguration(found, await readStackSettings(found, "dev"), secrets);
    expect(places).toEqual([
      expect.stringMatching(/shop:users\[0\]\.password$/),
      expect.stringMatching(/shop:users\[1\]\.keys\[0\]$/),
      expect.stringMatching(/shop:users\[1\]\.keys\[1\]$/),
    ]);
  });

  it("must set a value that the project declares without a default", async () => {
    await expect(
      readConfiguration({ "Pulumi.yaml": `${base}config:\n  region: {type: string}\n` }),
    ).rejects.toThrow("shop:region");
  });

  const types = `${base}config:
  count: {type: integer, default: 1}
  flag: {type: boolean, default: false}
  sizes: {type: array, items: {type: integer}, default: [1]}
  tags: {type: object, default: {}}
  token: {type: string, secret: true, default: t}
`;

  it("accepts values of the declared types", async () => {
    const fitting = 'shop:count: "7"\n  shop:flag: true\n  shop:sizes: [1, 2]\n  shop:tags: {a: 1}';
    const files = { "Pulumi.yaml": types, "Pulumi.dev.yaml": `config:\n  ${fitting}\n` };
    expect(await readConfiguration(files)).toMatchObject({ "shop:count": { value: "7", secret: false } });
  });

  it.each([
    ["count: 1.5", "of type integer"],
    ["flag: maybe", "of type boolean"],
    ["sizes: [1, x]", "of type array<integer>"],
    ['sizes: "[1]"', "of type array<integer>"],
    ["tags: [a]", "of type object"],
    ["token: canary", "stores it in plain text"],
  ])("rejects a value of another type: %s", async (line, problem) => {
    const refused = readConfiguration({
      "Pulumi.yaml": types,
      "Pulumi.dev.yaml": `config:\n  shop:${line}\n`,
    });
    await expect(refused).rejects.toThrow(problem);
    await expect(refused).rejects.not.toThrow("canary");
  });

  it.each(["secretsprovider: awskms://x", "encryptedkey: abc", "environment: [prod]"])(
    "rejects %s",
    async (line) => {
      await expect(
        readConfiguration({ "Pulumi.yaml": base, "Pulumi.dev.yaml": `${line}\n` }),
      ).rejects.toThrow("does not support");
    },
  );

  it("keeps comments when the salt is written", async () => {
    const found = await writeProject({
      "Pulumi.yaml": base,
      "Pulumi.dev.yaml": "# ours\nconfig:\n  shop:a: 1 # one\n",
    });
    const settings = await readStackSettings(found, "dev");
    await writeSalt(settings, "v1:abc");
    const text = readFileSync(settings.file, "utf8");
    expect(text).toContain("# ours");
    expect(text).toContain("# one");
    expect(text).toContain("encryptionsalt: v1:abc");
    expect((await readStackSettings(found, "dev")).salt).toBe("v1:abc");
  });
});
