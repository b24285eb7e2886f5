import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flagsPage } from "../../../src/cli/flags/page";

it("is what docs/engine-flags.md holds (npm run generate)", () => {
  expect(readFileSync(join(__dirname, "../../../docs/engine-flags.md"), "utf8")).toBe(flagsPage());
});
