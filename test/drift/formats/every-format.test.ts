/** @jest-environment node */
import { formatReport, reportFormats } from "../../../src/drift";
import type * as Formats from "../../../src/drift/formats";
import {
  everyKind,
  findingOf,
  hostileReport,
  hostileStrings,
  manyFindings,
  reportOf,
} from "../report-builder";

const everything = { all: true, showIgnored: true };

/** Characters that a terminal interprets, except line feeds, and characters that hide text or change its direction. */
const unprintable = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}]|[\u202a-\u202e\u2066-\u2069]/u;

describe.each(reportFormats)("%s", (format) => {
  it.each(hostileStrings)("prints nothing that a terminal interprets: %j", (text) => {
    expect(formatReport(hostileReport(text), format, everything)).not.toMatch(unprintable);
  });

  it("ends with one line feed, even without any finding", () => {
    for (const report of [reportOf(), reportOf({ findings: everyKind })]) {
      expect(formatReport(report, format)).toMatch(/[^\n]\n$/);
    }
  });

  it("names every kind of finding", () => {
    const text = formatReport(reportOf({ findings: everyKind }), format);
    const names = ["changed", "deleted", "unmanaged", "not ours", "unfinished", "in motion", "informational"];
    const found = names.filter((name) => text.includes(name) || text.includes(camelCase(name)));
    expect(found).toEqual(names);
  });

  it("never contains a secret value, even if the report does", () => {
    const secret = findingOf({ isSecret: true, declared: "hunter2", live: { nested: "hunter2" } });
    const report = reportOf({
      findings: [secret],
      ignored: [{ ...secret, id: "5", ignoredBecause: "known" }],
    });
    expect(formatReport(report, format, everything)).not.toContain("hunter2");
  });

  it("contains nothing but the fields of a report", () => {
    const more = { ...findingOf(), token: "hunter2" };
    let text = "";
    try {
      text = formatReport({ ...reportOf({ findings: [more] }), ...{ token: "hunter2" } }, format, everything);
    } catch (error) {
      text = String(error);
    }
    expect(text).not.toContain("hunter2");
  });

  it("is loaded without the others", () => {
    jest.isolateModules(() => {
      for (const other of reportFormats.filter((one) => one !== format)) {
        jest.doMock(`../../../src/drift/formats/${other}`, () => {
          throw new Error(`${other} was loaded`);
        });
      }
      const formats: typeof Formats = require("../../../src/drift/formats");
      expect(formats.formatReport(reportOf(), format)).not.toBe("");
      jest.resetModules();
      for (const other of reportFormats) jest.dontMock(`../../../src/drift/formats/${other}`);
    });
  });

  it("handles 10,000 findings", () => {
    const text = formatReport(reportOf({ findings: manyFindings(10_000) }), format);
    expect(text).toMatch(/10,?000/);
  });
});

function camelCase(name: string): string {
  return name.replace(/ (\w)/, (_, letter: string) => letter.toUpperCase());
}
