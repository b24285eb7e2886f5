import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { settingNames } from "../../src/config";
import { variables } from "../../src/reference/environment";
import { errorClasses, internalErrors, resourceMessages } from "../../src/reference/errors";

const source = join(__dirname, "../../src");
const code = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("reference"))
  .map((file) => readFileSync(join(source, file), "utf8"))
  .join("\n");

/** The distinct first groups of a pattern's matches in the code, sorted. */
function inCode(pattern: RegExp): readonly string[] {
  return [...new Set([...code.matchAll(pattern)].map(([, name = ""]) => name))].sort();
}

it("has every class of errors in the code on the page of errors, and none that is not in the code", () => {
  const named = [
    "NodecloudError",
    "StateError",
    ...Object.keys(errorClasses),
    ...Object.keys(internalErrors),
  ];
  const errors = inCode(/class (\w+) extends (?:Error|\w+Error)\b/g);
  expect(named.sort()).toEqual(errors);
});

it.each(resourceMessages.map(({ text }) => text))("quotes a message of the code: %s", (text) => {
  expect(code).toContain(text);
});

/** Shells and terminals set them, not users. */
const ofTheSystem = ["PATH", "PWD", "TERM"];

const name = /\b[A-Z][A-Z0-9_]+\b/g;

/** The variables in `env.NAME`, in `const { NAME: value } = env`, and in `.env("NAME")` of an option. */
function variablesRead(): readonly string[] {
  const destructured = inCode(/\{([^{}]*)\}\s*=\s*(?:\w+\.)?env\b/g).flatMap(
    (names) => names.match(name) ?? [],
  );
  return [...inCode(/\benv\.([A-Z][A-Z0-9_]+)/g), ...inCode(/\.env\("(\w+)"\)/g), ...destructured];
}

it("has every environment variable that the code reads on the page of the configuration", () => {
  const read = variablesRead();
  const settings = Object.values(settingNames).map(({ variable }) => variable);
  const documented = [...settings, ...variables.map(({ name }) => name)];
  expect(read.filter((name) => !documented.includes(name) && !ofTheSystem.includes(name))).toEqual([]);
  expect(documented.filter((name) => !read.includes(name) && !code.includes(`"${name}"`))).toEqual([]);
});
