import type { IgnoreFile } from "../../../src/drift/ignore/ignore-files";
import { parseIgnoreRules } from "../../../src/drift/ignore/parse-rules";
import { type ScanExtent, unusedRuleWarnings } from "../../../src/drift/ignore/unused-rules";
import type { DriftReport } from "../../../src/drift/types.generated";
import { resourceClasses } from "../../../src/resources/resource-class";
import { coverageOf, reportOf } from "../report-builder";
import { stackNamed } from "./named-stack";

const whole = { allFields: true, unmanaged: true };
const types = resourceClasses.map((type) => coverageOf({ type }));
const complete = reportOf({ coverage: { typesScanned: 5, typesKnown: 5, types } });

const dev = stackNamed("shop", "dev");
/** The project has a stack that was not scanned. */
const besideProd = stackNamed("shop", "dev", { listSiblings: async () => ["dev", "prod"] });

interface Scanned {
  readonly report?: DriftReport;
  readonly extent?: ScanExtent;
  readonly stacks?: IgnoreFile["stacks"];
}

/** The warnings about rules that matched nothing. */
function warningsFor(text: string, { report = complete, extent = whole, stacks = [dev] }: Scanned = {}) {
  const file = { rules: parseIgnoreRules(text, "f"), stacks };
  const unmatched = file.rules.map((rule) => ({ file, rule }));
  return unusedRuleWarnings(unmatched, report, extent);
}

const rule = "- { type: Instance, label: old, reason: x }";
const warning = "f:1, rule 1 matches no finding. Remove it.";

describe("a rule that matches nothing", () => {
  it("is reported after a complete scan", async () => {
    expect(await warningsFor(rule)).toEqual([warning]);
    expect(await warningsFor(`${rule}\n- { id: 9, reason: x }`)).toHaveLength(2);
  });

  it("is not reported after an incomplete one", async () => {
    expect(await warningsFor(rule, { report: { ...complete, isComplete: false } })).toEqual([]);
  });

  it("is not reported if a type that it may match was not scanned", async () => {
    const some = (isScanned: boolean) => {
      const image = coverageOf({ type: "Image", isScanned });
      return { ...complete, coverage: { ...complete.coverage, types: [coverageOf(), image] } };
    };
    expect(await warningsFor(rule, { report: some(true) })).toEqual([warning]);
    for (const pattern of ["type: Image", "type: '*'"]) {
      expect(await warningsFor(`- { ${pattern}, label: old, reason: x }`, { report: some(false) })).toEqual(
        [],
      );
    }
    expect(await warningsFor("- { label: old, reason: x }", { report: some(true) })).toEqual([]);
    expect(await warningsFor("- { type: Image, label: old, reason: x }", { report: some(true) })).toEqual([
      warning,
    ]);
  });

  it.each([
    ["finding: unmanaged", false],
    ["label: old", false],
    ["finding: '*ed'", false],
    ["finding: changed", true],
    ["field: tags", true],
    ["urn: 'urn:*::old'", true],
    ["stack: shop/dev", true],
    ["urn: null", false],
  ])(
    "is reported after a scan without unmanaged objects only if it can match none: %s",
    async (condition, isJudged) => {
      const extent = { allFields: true, unmanaged: false };
      const warnings = await warningsFor(`- { ${condition}, type: Image, reason: x }`, { extent });
      expect(warnings).toHaveLength(isJudged ? 1 : 0);
    },
  );

  it("is reported after a scan without all fields unless it concerns those fields", async () => {
    const extent = { allFields: false, unmanaged: true };
    expect(await warningsFor("- { finding: informational, reason: x }", { extent })).toEqual([]);
    expect(await warningsFor("- { finding: informational, reason: x }")).toEqual([warning]);
    expect(await warningsFor(rule, { extent })).toEqual([warning]);
    expect(await warningsFor("- { finding: changed, field: tags, reason: x }", { extent })).toEqual([
      warning,
    ]);
    expect(await warningsFor("- { field: tags, reason: x }", { extent })).toEqual([
      "f:1, rule 1 matches no finding. Remove it, unless it is for --all-fields.",
    ]);
    expect(await warningsFor("- { field: tags, reason: x }")).toEqual([warning]);
  });

  it.each([
    ["type: Image", false],
    ["stack: shop/dev", true],
    ["stack: shop/prod", false],
    ["stack: shop/*", false],
    ["urn: 'urn:pulumi:dev::shop::*::old'", true],
    ["urn: 'urn:pulumi:prod::shop::*::old'", false],
    ["urn: 'urn:pulumi:prod::shop::x::old'", false],
    ["urn: '*::old'", false],
    ["finding: unmanaged", true],
    ["stack: null", true],
  ])(
    "is reported, although a stack was not scanned, only if it cannot apply to that stack: %s",
    async (condition, isJudged) => {
      const warnings = await warningsFor(`- { ${condition}, label: old, reason: x }`, {
        stacks: [besideProd],
      });
      expect(warnings).toHaveLength(isJudged ? 1 : 0);
    },
  );

  it("is reported once all stacks of the project were scanned", async () => {
    const stacks = ["dev", "prod"].map((name) => ({
      name: `shop/${name}`,
      source: "x",
      account: null,
      resources: 0,
    }));
    expect(await warningsFor(rule, { report: { ...complete, stacks }, stacks: [besideProd] })).toEqual([
      warning,
    ]);
  });

  it("is not reported if the stacks of the project could not be listed", async () => {
    const listSiblings = () => Promise.reject(new Error("no backend"));
    expect(await warningsFor(rule, { stacks: [stackNamed("shop", "dev", { listSiblings })] })).toEqual([]);
  });

  it("has the stacks of each project listed once, and only for it", async () => {
    const listSiblings = jest.fn(async () => ["dev", "prod"]);
    const stacks = ["dev", "prod"].map((name) => stackNamed("shop", name, { listSiblings }));
    await warningsFor("", { stacks });
    expect(listSiblings).not.toHaveBeenCalled();
    await warningsFor(`${rule}\n${rule}`, { stacks });
    expect(listSiblings).toHaveBeenCalledTimes(1);
  });
});
