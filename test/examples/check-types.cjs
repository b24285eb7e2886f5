// Checks the types of projects with one compiler: `node check-types.cjs <compiler> <all | own> <tsconfig.json>...`. Projects with
// equal settings are one program. With `all`, errors in the declarations of this package count too, as without `skipLibCheck`. With
// `own`, only those in the projects' files, as for the SDK's compiler. Prints the errors.
const { readFileSync } = require("node:fs");
const { dirname } = require("node:path");

const [compiler, scope, ...configs] = process.argv.slice(2);
const ts = require(compiler);

/** By their text. */
const programs = new Map();
for (const config of configs) {
  const text = readFileSync(config, "utf8");
  const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
    ts.parseConfigFileTextToJson(config, text).config,
    ts.sys,
    dirname(config),
    undefined,
    config,
  );
  const program = programs.get(text) ?? { options, files: [], errors: [] };
  program.files.push(...fileNames);
  program.errors.push(...errors);
  programs.set(text, program);
}

const found = [...programs.values()].flatMap(({ options, files, errors }) => {
  const program = ts.createProgram(files, { ...options, skipLibCheck: false });
  const checked = program.getSourceFiles().filter(({ fileName }) => {
    const isOwn = !/\/node_modules\/(?!\.cache\/packed\/)/.test(fileName);
    return isOwn && (scope === "all" || !fileName.endsWith(".d.ts"));
  });
  return [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...checked.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
});
process.stdout.write(
  ts.formatDiagnostics(found, {
    getCurrentDirectory: () => process.cwd(),
    getCanonicalFileName: (name) => name,
    getNewLine: () => "\n",
  }),
);
console.log(`${ts.version}: ${configs.length} projects`);
