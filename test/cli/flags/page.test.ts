import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flagsPage } from "../../../src/cli/flags/page";

it("docs/engine-flags.md is up to date (npm run generate)", () => {
  expect(readFileSync(join(__dirname, "../../../docs/engine-flags.md"), "utf8")).toBe(flagsPage());
});
