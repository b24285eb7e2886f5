import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "../../src/contract";
import { settings } from "../../src/emulator";
import { conformancePage } from "../../src/emulator/conformance";

describe("the page docs/conformance.md", () => {
  test("is up to date (otherwise run: npm run generate)", () => {
    const committed = readFileSync(join(__dirname, "../../docs/conformance.md"), "utf8");
    expect(committed === conformancePage()).toBe(true);
  });

  test("describes every operation, and every setting with all its values", () => {
    const lines = conformancePage().split("\n");
    const rowOf = (name: string) =>
      lines.find((line) => line.startsWith(`| \`${name}\` |`))?.split(/ \| |^\| | \|$/);
    for (const { name, operation } of allOperations) {
      const row = rowOf(name);
      expect([name, row?.[2]?.includes(operation.call), row?.[4] !== ""]).toEqual([name, true, true]);
    }
    for (const { name, values } of settings) {
      const row = rowOf(name)?.join(" ") ?? "";
      expect([name, values.every((value) => row.includes(`\`${value}\``))]).toEqual([name, true]);
    }
  });
});
