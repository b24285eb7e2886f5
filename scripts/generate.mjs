// Writes what is committed beside its source: the client's operations and the OpenAPI document from the contract, the pages of
// what the emulator models and of the flags from their tables. Build first; tests fail when one is stale.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { flagsPage } from "../dist/cli/flags/page.js";
import { clientSource } from "../dist/client/generate/index.js";
import { allOperations, brandOf, interfaceWord, openApi } from "../dist/contract/index.js";
import { conformancePage } from "../dist/emulator/conformance/index.js";

const root = new URL("../", import.meta.url);

writeFileSync(new URL("src/client/operations.generated.ts", root), clientSource(allOperations));

mkdirSync(new URL("docs/", root), { recursive: true });
const document = new URL("docs/openapi.json", root);
writeFileSync(document, `${JSON.stringify(openApi(brandOf(interfaceWord)), null, 2)}\n`);

writeFileSync(new URL("docs/conformance.md", root), conformancePage());

writeFileSync(new URL("docs/engine-flags.md", root), flagsPage());

// The document is formatted like everything else, so that the linter has nothing to say about it.
const biome = fileURLToPath(new URL("node_modules/.bin/biome", root));
const { status, error } = spawnSync(biome, ["format", "--write", fileURLToPath(document)], {
  stdio: "inherit",
});
if (error) throw error;
process.exitCode = status ?? 1;
