import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ModuleKind, ScriptTarget, transpileModule } from "typescript";
import { inputProblems } from "../../src/lifecycle/values/inputs";
import { resourceTypes } from "../../src/resources/resource-types";
import { compilePrograms } from "./compile";

type Args = Readonly<Record<string, unknown>>;

const compiled = compilePrograms(["accepted-programs.ts", "refused-programs.ts"]);
const refused = readFileSync(join(__dirname, "refused-programs.ts"), "utf8");

it("loads nothing of the layers behind the resources with the root import", () => {
  const own = compiled.files.filter((file) => file.includes("/dist/")).map((file) => file.split("/dist/")[1]);
  expect(own).toContain("resources/instance.d.ts");
  expect(own.filter((file) => /^(lifecycle|client|contract|plugin)\//.test(file ?? ""))).toEqual([]);
});

it("loads no types of zod, axios or hono with anything that it exports", () => {
  expect(
    compiled.allFiles.filter((file) => file.endsWith("dist/emulator/types.generated.d.ts")),
  ).toHaveLength(1);
  expect(compiled.allFiles.filter((file) => /node_modules\/@?(zod|axios|hono)\//.test(file))).toEqual([]);
});

it("has no error in the declarations of anything that it exports", () => {
  expect(compiled.ownErrors).toEqual([]);
});

// A project without types of its own does not load them: `types` is empty by default since TypeScript 6.
it.each(["client", "emulator", "engine", "drift"])(
  "declares that the types of %s need those of Node.js",
  (name) => {
    const declarations = readFileSync(join(__dirname, "../../dist", name, "index.d.ts"), "utf8");
    expect(declarations).toMatch(/^\/\/\/ <reference types="node"/);
  },
);

it("accepts the programs that users write", () => {
  expect(compiled.errorsIn("accepted-programs.ts")).toEqual([]);
});

it("refuses each wrong combination of arguments with a readable message", () => {
  const lines = refused.split("\n");
  const expected = lines.flatMap((text, line) => {
    const message = /\/\/ @ts-expect-error (.*)/.exec(text)?.[1];
    return message === undefined ? [] : [{ line: line + 1, message }];
  });
  // The last line of a message says what to do; the lines before it name the types.
  const errors = compiled.errorsIn("refused-programs.ts").map(({ line, message }) => ({
    line,
    message: message.split("\n").slice(-1).join().trim(),
    lines: message.split("\n").length,
  }));
  expect(errors.map(({ line, message }) => ({ line, message }))).toEqual(expected);
  expect(Math.max(...errors.map(({ lines }) => lines))).toBeLessThanOrEqual(2);
});

it("refuses at compile time only what the resources refuse too", () => {
  const accepted: string[] = [];
  const classes = Object.entries(resourceTypes).map(([type, { definition }]) => [
    type,
    class {
      readonly instanceId = 7;

      constructor(name: string, args?: Args) {
        if (args !== undefined && inputProblems(definition as never, args, true).length === 0)
          accepted.push(name);
      }
    },
  ]);
  const { outputText } = transpileModule(refused, {
    compilerOptions: { target: ScriptTarget.ES2022, module: ModuleKind.CommonJS },
  });
  new Function("require", "exports", outputText)(() => Object.fromEntries(classes), {});
  expect(accepted).toEqual(["database"]);
});
