import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { formatReport } from "../../../src/drift";
import { reportSchema } from "../../../src/drift/formats/json-schema";
import { driftReport } from "../../../src/drift/report";
import { everyKind, findingOf, hostileReport, hostileStrings, problemOf, reportOf } from "../report-builder";

const published: object = JSON.parse(
  readFileSync(join(__dirname, "../../../docs/drift-report.schema.json"), "utf8"),
);
const isValid = new Ajv().compile(published);

test("the published schema is in step with the shape (npm run generate)", () => {
  expect(published).toEqual(reportSchema());
});

test.each([
  { title: "a clean report", report: reportOf() },
  {
    title: "every kind of finding",
    report: reportOf({ findings: everyKind, ignored: everyKind, problems: [problemOf()] }),
  },
  ...hostileStrings.map((text) => ({ title: JSON.stringify(text), report: hostileReport(text) })),
])("$title validates against the published schema and keeps its values", ({ report }) => {
  const parsed: unknown = JSON.parse(formatReport(report, "json"));
  expect(isValid(parsed) ? [] : isValid.errors).toEqual([]);
  expect(parsed).toEqual(JSON.parse(JSON.stringify(report)));
});

test.each([
  ["a missing verdict", { verdict: undefined }],
  ["an unknown verdict", { verdict: "fine" }],
  ["another version", { version: 2 }],
  ["an unknown kind", { findings: [{ ...findingOf(), kind: "odd" }] }],
  ["a negative count", { coverage: { typesScanned: -1, typesKnown: 5, types: [] } }],
])("the schema refuses %s", (_, wrong) => {
  expect(isValid(JSON.parse(JSON.stringify({ ...reportOf(), ...wrong })))).toBe(false);
});

test("the schema accepts fields that a later release adds, and the report of this release has none", () => {
  const later = { ...reportOf(), duration: 3 };
  expect(isValid(later)).toBe(true);
  expect(() => formatReport(later, "json")).toThrow("duration");
});

test("fields come in the order of the shape, however the report was built", () => {
  const report = reportOf({ findings: everyKind });
  const reversed = (value: object) => Object.fromEntries(Object.entries(value).reverse());
  const built = driftReport.parse({ ...reversed(report), findings: everyKind.map(reversed) });
  expect(formatReport(built, "json")).toBe(formatReport(report, "json"));
  const other = { ...report, time: "2026-11-22T10:00:00.000Z" };
  expect(formatReport(other, "json").replace("T10:", "T09:")).toBe(formatReport(report, "json"));
});
