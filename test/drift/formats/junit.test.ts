import { formatReport } from "../../../src/drift";
import { everyKind, findingOf, hostileReport, hostileStrings, problemOf, reportOf } from "../report-builder";
import { readXml, type XmlElement } from "./read-xml";

const suitesOf = (report: ReturnType<typeof reportOf>): readonly XmlElement[] =>
  readXml(formatReport(report, "junit")).children;

/** Each case as `suite: name outcome`. */
const casesOf = (report: ReturnType<typeof reportOf>) =>
  suitesOf(report).flatMap(({ attributes, children }) =>
    children.map((one) => `${attributes.name}: ${one.attributes.name} ${one.children[0]?.name ?? "passed"}`),
  );

test("one case for each resource: drift fails, incomplete is an error, ignored is skipped", () => {
  const urn = "urn:pulumi:dev::shop::t::fine";
  const report = reportOf({
    findings: [findingOf(), findingOf({ field: "tags" }), ...everyKind.slice(1)],
    ignored: [
      findingOf({ id: "50", label: "known", ignoredBecause: "Moves next month." }),
      findingOf({ field: "label", ignoredBecause: "Its resource has other findings." }),
    ],
    problems: [problemOf(), problemOf({ subject: "instance 5", stack: "shop/dev", type: null })],
    clean: [{ type: "Instance", id: "6", label: "fine", stack: "shop/dev", urn }],
  });
  expect(casesOf(report)).toEqual([
    "shop/dev: scan instance 5 error",
    "shop/dev: Instance web (123) failure",
    "shop/dev: Image base (private/7) failure",
    "shop/dev: Instance db (9) failure",
    "shop/dev: Instance new failure",
    "shop/dev: Instance worker (11) error",
    "shop/dev: Instance web (12) system-out",
    "shop/dev: Instance known (50) skipped",
    "shop/dev: Instance fine (6) passed",
    "account: Image list of images error",
    "account: Instance stray (77) failure",
  ]);
  const root = readXml(formatReport(report, "junit"));
  expect(root.attributes).toMatchObject({ tests: "11", failures: "5", errors: "3", skipped: "1" });
  expect(root.children[0]?.attributes).toMatchObject({
    tests: "9",
    failures: "4",
    errors: "2",
    skipped: "1",
  });
  expect(root.children[0]?.attributes.timestamp).toBe(report.time);
});

test("a resource that is being changed is an error although it also has findings that only inform", () => {
  const informational = { kind: "informational", id: "11", label: "worker" } as const;
  const inMotion = { kind: "inMotion", id: "11", label: "worker" } as const;
  const report = reportOf({ findings: [findingOf(informational), findingOf(inMotion)] });
  expect(casesOf(report)).toEqual(["shop/dev: Instance worker (11) error"]);
  expect(readXml(formatReport(report, "junit")).attributes).toMatchObject({ tests: "1", errors: "1" });
});

test("a case holds the ignored findings of a resource that has others, with their reason", () => {
  const ignored = [
    findingOf({ field: "label", ignoredBecause: "Known." }),
    findingOf({ id: "9", ignoredBecause: "Other." }),
  ];
  const [suite] = suitesOf(reportOf({ findings: [findingOf()], ignored }));
  const text = suite?.children[0]?.children[0]?.text ?? "";
  expect(text.split("\n").slice(0, 2)).toEqual([
    'changed: type: "g1-nano-1" -> "g1-small-1". type was changed outside the program.',
    'changed: label: "g1-nano-1" -> "g1-small-1". type was changed outside the program. Ignored: Known.',
  ]);
  expect(text).not.toContain("Other.");
});

test("a failure contains every difference, who caused it and what to do", () => {
  const who = { user: null, time: "2026-11-21T17:04:11", action: "node_update" };
  const [suite] = suitesOf(reportOf({ findings: [findingOf({ who })] }));
  expect(suite?.children[0]?.children[0]).toEqual({
    name: "failure",
    attributes: { message: "1 changed", type: "Instance" },
    children: [],
    text:
      'changed: type: "g1-nano-1" -> "g1-small-1". type was changed outside the program.' +
      " By an unnamed user or the service, 2026-11-21 17:04:11 UTC, node_update.\n" +
      "repair: Sets the declared values again.\nnodecloud up --target 123",
  });
});

test("a skipped case says why it is ignored, and not what to do", () => {
  const ignored = [findingOf({ ignoredBecause: "Known." })];
  const [suite] = suitesOf(reportOf({ ignored }));
  expect(suite?.children[0]?.children).toMatchObject([
    {
      name: "skipped",
      text: 'changed: type: "g1-nano-1" -> "g1-small-1". type was changed outside the program. Ignored: Known.',
    },
  ]);
});

test("a stack without resources still has its suite", () => {
  expect(suitesOf(reportOf()).map(({ attributes }) => attributes.name)).toEqual(["shop/dev"]);
});

test.each(hostileStrings)("is well-formed with the text %j", (text) => {
  const suites = suitesOf(hostileReport(text));
  expect(suites.flatMap(({ children }) => children)).toHaveLength(5);
});
