import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as publicSurface from "../../src";
import { allOperations, argumentsOf } from "../../src/contract";
import { referencePages } from "../../src/reference";
import { kebabCase } from "../../src/reference/markdown";
import { resources } from "../../src/reference/resources";
import { SourceFile } from "../../src/reference/source-file";
import { sectionsOf } from "./sections";

const folder = join(__dirname, "../../docs/reference");
const pages = referencePages();

it("is up to date in docs/reference (npm run generate)", () => {
  const stale = [...pages].filter(([file, text]) => {
    const path = join(folder, file);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  expect(stale.map(([file]) => file)).toEqual([]);
  expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
});

it("lists every page on its first one", () => {
  const first = pages.get("README.md") ?? "";
  const others = [...pages.keys()].filter((file) => file !== "README.md");
  // The package does not contain the client's page, so its link leads to the repository.
  const isLinked = (file: string) =>
    first.includes(`](${file})`) || first.includes(`/blob/main/docs/reference/${file})`);
  expect(others.filter((file) => !isLinked(file))).toEqual([]);
});

it.each(Object.keys(publicSurface))("documents %s", (name) => {
  const all = [...pages.values()].join("\n");
  const place = name.endsWith("Output") ? `- \`${name}\`: Same as ` : `# ${name}\n`;
  expect(all.includes(place) || all.includes(`- \`${name}\`: Reads `)).toBe(true);
});

it("describes every output, field and setting", () => {
  const withoutDescription = [...pages].flatMap(([file, text]) =>
    [...text.matchAll(/^\| `.*\| +\|$/gm)].map(([row]) => `${file}: ${row}`),
  );
  expect(withoutDescription).toEqual([]);
});

describe.each(Object.entries(resources))("the page of %s", (name, { fields, keptSecrets = [] }) => {
  const file = kebabCase(name);
  const sections = sectionsOf(pages.get(`${file}.md`) ?? "");
  const rows = Object.entries(fields);
  const declarable = rows.filter(([, { computedFrom }]) => computedFrom === undefined);

  it("has a section for each argument that a program can declare, and for no other", () => {
    const [, ...afterArguments] = [...sections.keys()].join("\n").split(/^Arguments$/m);
    const [named = ""] = afterArguments.join("\n").split(/^(?:Type |Outputs$)/m);
    expect(named.trim().split("\n").sort()).toEqual(declarable.map(([argument]) => argument).sort());
  });

  it.each(declarable)(
    "describes %s, with the effect of a change, and whether it is secret",
    (argument, field) => {
      const [, facts = "", description = ""] = sections.get(argument)?.split("\n\n") ?? [];
      expect(description).toMatch(/^[A-Z`].*\.$/);
      const { change } = fieldThatCounts(rows, argument) ?? field;
      const effect =
        change === "replace" ? /replaces the/ : change === "record" ? /is recorded/ : /is made in place/;
      expect(facts).toMatch(effect);
      expect(/· secret\b/.test(facts)).toBe(field.secret === true);
      const [row = ""] =
        sections.get("Arguments")?.match(new RegExp(`^\\| \\[\`${argument}\`.*$`, "m")) ?? [];
      expect(row).toContain(field.secret ? " | yes | " : " | no | ");
    },
  );

  it.each(declarable)("agrees with the documentation of %s in the code", (argument, field) => {
    const { members } = new SourceFile(`resources/${file}.inputs.ts`).interface(`${name}Inputs`);
    const { description = "" } = members.find((member) => member.name === argument) ?? {};
    const isReplaced = fieldThatCounts(rows, argument)?.change === "replace";
    if (/^.*A change replaces/.test(description)) expect(isReplaced).toBe(true);
    if (/Changed in place/.test(description)) expect(field.change).toHaveProperty("inPlace");
    if (/[Aa]lways secret/.test(description)) expect(field.secret).toBe(true);
    const [, literal] = /Default: (true|false|\d+)\b/.exec(description) ?? [];
    if (literal !== undefined && field.default !== undefined) expect(String(field.default)).toBe(literal);
  });

  it("marks the outputs that are secret", () => {
    const text = sections.get("Outputs") ?? "";
    const secret = keptSecrets.filter((output) => text.includes(`| \`${output}\` |`));
    expect(text).toContain(secret.length > 0 ? `Secret: \`${secret.join("`, `")}\`.` : "None is secret.");
  });
});

/** The field that determines the effect of changing an argument: for a file, that of its hash. */
function fieldThatCounts<Field>(rows: readonly (readonly [string, Field])[], argument: string) {
  const find = (wanted: string) => rows.find(([name]) => name === wanted)?.[1];
  return find(`${argument}Hash`) ?? find(argument);
}

/** What the interface says about arguments, for the pages that take it from the contract. */
it.each([
  ["instance.md", "rootPass", "`string` · 7 to 128 characters · required to create an instance with `image`"],
  ["instance.md", "label", "`string` · 3 to 64 characters · default: the resource's name and seven random"],
  ["instance.md", "interfaces", "[`InstanceInterface[]`](#type-instanceinterface) · at most 3 values"],
  ["instance.md", "region", "required, except with `adopt` and with `cloneFrom` · default for a clone"],
  [
    "instance.md",
    "swapSize",
    "integer, from 0 · default: 512 · a change replaces the instance · drift is not visible",
  ],
  ["instance.md", "backupsEnabled", "a change is made in place · drift is repaired in part"],
  ["instance.md", "tags", "a change is made in place · drift is repaired"],
  ["instance.md", "timeouts", "without it `20m` to create, `10m` to update, `10m` to delete"],
  [
    "image.md",
    "file",
    "`string | pulumi.asset.FileAsset` · not empty · required unless `diskId` is set · a change to the content",
  ],
  ["instance.md", "Outputs", "| `status` | `string` | unknown |"],
  ["instance.md", "Outputs", "| `instanceId` | `number` | known |"],
  ["instance.md", "Outputs", "| `hypervisor` | `string` | known |"],
  ["image.md", "description", "1 to 65,000 characters"],
  ["oauth-client.md", "redirectUri", "URL · required, except with `adopt`"],
  ["payment-method.md", "Type CardInputs", "| `expiryMonth` | `number` | integer, 1 to 12 |"],
  ["configuration.md", "Settings", "| `token?` | `NODECLOUD_TOKEN` | `nodecloud:token` | `string` | yes |"],
])("says in %s of %s: %s", (file, section, text) => {
  expect(sectionsOf(pages.get(file) ?? "").get(section)).toContain(text);
});

it("has every operation with its call, scopes and arguments", () => {
  const sections = sectionsOf(pages.get("client.md") ?? "");
  for (const { name, operation } of allOperations) {
    const text = sections.get(name) ?? "";
    const rows = argumentsOf(operation).map((one) => `| \`${one.name}${one.required ? "" : "?"}\` | `);
    const parts = [
      `\`${operation.call}\` · `,
      `section ${operation.section} · `,
      ...operation.scopes,
      ...rows,
    ];
    expect([name, parts.filter((part) => !text.includes(part))]).toEqual([name, []]);
  }
});

it("has null in the type of each argument that may be null, as the type in TypeScript has", () => {
  const page = sectionsOf(pages.get("client.md") ?? "");
  const source = readFileSync(join(__dirname, "../../src/client/operations.generated.ts"), "utf8");
  const declared = [...source.matchAll(/^export interface \w+Args \{\n(.*?)^\}/gms)].flatMap(
    ([, members = ""]) => [...members.matchAll(/^ {2}(\w+\??): .*\| null/gm)].map(([, name]) => name),
  );
  const documented = allOperations.flatMap(({ name }) =>
    [...(page.get(name) ?? "").matchAll(/^\| `(\w+\??)` \| `[^`]* \\\| null` \|/gm)].map(
      ([, argument]) => argument,
    ),
  );
  expect(declared).toEqual(["description?"]);
  expect(documented).toEqual(declared);
});
