import { formatReport } from "../../../src/drift";
import { groupByResource, groupByStack } from "../../../src/drift/formats/reported-resource";
import { actionOf, findingOf, objectFinding, reportOf } from "../report-builder";

const countsOf = (...findings: ReturnType<typeof findingOf>[]) =>
  groupByResource(findings).map((resource) => resource.findings.length);

test("findings of one resource belong together, whatever their position", () => {
  expect(countsOf(findingOf(), findingOf({ id: "9" }), findingOf({ field: "tags" }))).toEqual([2, 1]);
});

test.each([
  ["stack", { stack: "shop/other", urn: findingOf().urn }],
  ["type", { type: "Image" }],
  ["id", { id: "9", urn: findingOf().urn }],
  ["urn", { urn: "urn:other" }],
])("another %s is another resource", (_, other) => {
  expect(countsOf(findingOf(), findingOf(other))).toEqual([1, 1]);
});

test("an object of another account is another resource", () => {
  const unmanaged = (account: string) => objectFinding({ kind: "unmanaged", account });
  const findings = [unmanaged("E1AF5EEC"), unmanaged("F2BE6FFD")];
  expect(countsOf(...findings)).toEqual([1, 1]);
  expect(formatReport(reportOf({ findings }), "table")).toContain("2 findings on 2 resources");
  const ignored = findings.slice(1);
  const junit = formatReport(reportOf({ findings: findings.slice(0, 1), ignored }), "junit");
  expect(junit).toContain('tests="2" failures="1" errors="0" skipped="1"');
});

test("the label distinguishes only resources with neither id nor URN", () => {
  const create = (label: string) => objectFinding({ kind: "unfinished", id: null, urn: null, label });
  expect(countsOf(create("a"), create("b"), create("a"))).toEqual([2, 1]);
  expect(countsOf(findingOf({ label: "before" }), findingOf({ label: "after" }))).toEqual([2]);
});

test("an action that several findings recommend is one action", () => {
  const [first, second] = [actionOf(), actionOf({ text: "another" })];
  const [resource] = groupByResource([
    findingOf({ actions: [first] }),
    findingOf({ field: "tags", actions: [actionOf(), second] }),
  ]);
  expect(resource?.actions).toEqual([first, second]);
});

test("stacks keep the order of the report", () => {
  const findings = ["b", "a", null].map((stack) => findingOf({ stack }));
  expect(groupByStack(findings).map(({ name, resources }) => [name, resources.length])).toEqual([
    ["b", 1],
    ["a", 1],
    [null, 1],
  ]);
});
