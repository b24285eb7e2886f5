// Writes the generated files. The client's operations and the OpenAPI document come from the contract. The types of the emulator, and the
// types and JSON Schemas of drift reports and of the lines of `--watch`, come from their shapes. The pages about the emulator's conformance
// and the command's flags come from their tables. The reference and the reports of the API come from the code. Tests fail when a file is
// out of date.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flagsPage } from "../build/cli/flags/page.js";
import { bindingSource, clientSource } from "../build/client/generate/index.js";
import { allOperations, brandOf, interfaceWord, openApi } from "../build/contract/index.js";
import { reportSchema, watchSchema } from "../build/drift/formats/json-schema.js";
import { driftTypes } from "../build/drift/types-source.js";
import { conformancePage } from "../build/emulator/conformance/index.js";
import { emulatorTypes } from "../build/emulator/types-source.js";
import { referencePages } from "../build/reference/index.js";
import { apiReports } from "./api-report.cjs";

const root = new URL("../", import.meta.url);

writeFileSync(new URL("src/client/operations.generated.ts", root), clientSource(allOperations));
writeFileSync(new URL("src/client/bind-operations.generated.ts", root), bindingSource(allOperations));
writeFileSync(new URL("src/emulator/types.generated.ts", root), emulatorTypes());
writeFileSync(new URL("src/drift/types.generated.ts", root), driftTypes());

mkdirSync(new URL("docs/", root), { recursive: true });
const document = new URL("docs/openapi.json", root);
writeFileSync(document, `${JSON.stringify(openApi(brandOf(interfaceWord)), null, 2)}\n`);

const reportDocument = new URL("docs/drift-report.schema.json", root);
writeFileSync(reportDocument, `${JSON.stringify(reportSchema())}\n`);

const watchDocument = new URL("docs/drift-watch.schema.json", root);
writeFileSync(watchDocument, `${JSON.stringify(watchSchema())}\n`);

writeFileSync(new URL("docs/conformance.md", root), conformancePage());

writeFileSync(new URL("docs/engine-flags.md", root), flagsPage());

const reference = new URL("docs/reference/", root);
const pages = referencePages();
rmSync(reference, { recursive: true, force: true });
mkdirSync(reference, { recursive: true });
for (const [file, text] of pages) writeFileSync(new URL(file, reference), text);

// The linter checks the format of the document too. The schemas, which only programs read, are part of the package and stay small.
const biome = fileURLToPath(new URL("node_modules/.bin/biome", root));
run(biome, ["format", "--write", fileURLToPath(document)]);

// The reports list the declarations of the files that were just written.
run(fileURLToPath(new URL("node_modules/.bin/tsc", root)), ["-p", fileURLToPath(root), "--noCheck"]);
const api = new URL("api/", root);
rmSync(api, { recursive: true, force: true });
mkdirSync(api);
for (const [file, text] of apiReports()) writeFileSync(new URL(file, api), text);

function run(command, options) {
  const { status, error } = spawnSync(command, options, { stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
