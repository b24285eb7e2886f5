import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const api = join(__dirname, "../../api");
const { apiReports }: { apiReports(): ReadonlyMap<string, string> } = require("../../scripts/api-report.cjs");
const reports = apiReports();

it("has a report for each export of the package that is up to date (npm run generate)", () => {
  expect(readdirSync(api).sort()).toEqual([...reports.keys()].sort());
  const stale = [...reports].filter(([file, text]) => readFileSync(join(api, file), "utf8") !== text);
  expect(stale.map(([file]) => file)).toEqual([]);
});

it.each([
  ["index.md", "index"],
  ["client.md", "client"],
  ["provider.md", "provider"],
  ["emulator.md", "emulator"],
  ["engine.md", "engine"],
  ["drift.md", "drift"],
  ["testing.md", "program-testing"],
])("names in %s every value that the module exports", (file, module) => {
  const [, exported = ""] = /## Exports\n\n```ts\n([\s\S]*?)```/.exec(reports.get(file) ?? "") ?? [];
  const declared =
    /(?<!as a type\n)^(?:\/\/ exported as (\w+)\n)?(?:abstract )?(?:class|const|function|enum) (\w+)/gm;
  const names = [...exported.matchAll(declared)].map(([, exportedAs, name]) => exportedAs ?? name);
  const values = Object.keys(require(`../../build/${module}`));
  expect([...new Set(names)].sort()).toEqual(values.sort());
});

it("shows signatures, overloads, and types that cannot be imported", () => {
  const client = reports.get("client.md") ?? "";
  expect(client).toContain("function createClient(options: ClientOptions): Client;");
  expect(client).not.toMatch(/\/\*\*|#private/);
  expect(reports.get("index.md")).toMatch(/cannot be imported[\s\S]*interface NeedsPasswordOrKeys/);
});
