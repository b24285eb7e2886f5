// Writes src/client/operations.generated.ts from the contract. Build first; a test fails when the file is stale.
import { writeFileSync } from "node:fs";
import { clientSource } from "../dist/client/generate/index.js";
import { allOperations } from "../dist/contract/index.js";

writeFileSync(new URL("../src/client/operations.generated.ts", import.meta.url), clientSource(allOperations));
