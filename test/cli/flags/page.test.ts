import { readFileSync } from "node:fs";
import { join } from "node:path";
import { flagsPage } from "../../../src/cli/flags/page";
import { unsupportedOperationFlags } from "../../../src/cli/flags/unsupported-operation-flags";

it("docs/engine-flags.md is up to date (npm run generate)", () => {
  expect(readFileSync(join(__dirname, "../../../docs/engine-flags.md"), "utf8")).toBe(flagsPage());
});

it.each(unsupportedOperationFlags.map(({ usage, instead = "" }) => [usage, instead]))(
  "says in whole sentences what to do instead of %s",
  (_, instead) => {
    expect(instead).toMatch(/^[A-Z`-].*\.$/);
    expect(instead).not.toMatch(/\. [a-z]/);
  },
);
