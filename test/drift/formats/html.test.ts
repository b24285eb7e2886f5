import { createHash } from "node:crypto";
import { formatReport } from "../../../src/drift";
import {
  actionOf,
  coverageOf,
  everyKind,
  findingOf,
  objectFinding,
  problemOf,
  reportOf,
} from "../report-builder";

const html = (parts: Parameters<typeof reportOf>[0]) => formatReport(reportOf(parts), "html");

test("the policy allows this file's style and script, and nothing else", () => {
  const page = html({ findings: everyKind });
  const digest = (text: string | undefined) =>
    createHash("sha256")
      .update(text ?? "")
      .digest("base64");
  const [, style] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  const [, script] = /<script>([\s\S]*?)<\/script>/.exec(page) ?? [];
  const policy = `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; base-uri 'none'; form-action 'none'`;
  expect(page).toContain(`content="${policy.replaceAll("'", "&#39;")}"`);
  expect(page.match(/<(script|style)\b/g)).toHaveLength(2);
  expect(page).not.toMatch(/ (src|href|style|on\w+)=/);
});

test("a card has type, name, id, URN, fields, who and what to do", () => {
  const who = { user: "alice", time: "2026-11-21T17:04:11", action: "node_update" };
  const card = html({ findings: [findingOf({ who, message: "The next `up` restores it." })] });
  expect(card).toContain('<span class="type">Instance</span> <bdi class="name">web</bdi> <code>123</code>');
  expect(card).toContain(`<code>${findingOf().urn}</code>`);
  expect(card).toContain('<span class="gist">type</span>');
  expect(card).toContain("The next <code>up</code> restores it.");
  expect(card).toContain("By alice, 2026-11-21 17:04:11 UTC, node_update.");
  expect(card).toContain('<pre tabindex="0">nodecloud up --target 123</pre>');
  expect(card).toContain("<h4>Declared</h4>");
});

test("an informational row compares with the last run", () => {
  expect(html({ findings: [findingOf({ kind: "informational" })] })).toContain("<h4>Last run</h4>");
});

test("a kind is named for each finding only if a resource has several", () => {
  const badges = (page: string) => page.match(/<span class="badge changed">/g)?.length;
  expect(badges(html({ findings: [findingOf(), findingOf({ field: "tags" })] }))).toBe(1);
  expect(badges(html({ findings: [findingOf(), findingOf({ kind: "informational", field: "tags" })] }))).toBe(
    2,
  );
});

test("at most four fields are named on a closed card", () => {
  const fields = ["a", "b", "c", "d", "e"].map((field) => findingOf({ field }));
  expect(html({ findings: fields.slice(0, 4) })).toContain('<span class="gist">a, b, c, d</span>');
  expect(html({ findings: fields })).toContain('<span class="gist">a, b, c, d, …</span>');
});

test("an object without label and URN is called by its id, once", () => {
  const finding = objectFinding({ kind: "unmanaged", stack: null, label: null, id: "77", actions: [] });
  const card = html({ findings: [finding] });
  expect(card).toContain('<bdi class="name">77</bdi>');
  expect(card).not.toContain("<code>77</code>");
});

test("an ignored finding recommends nothing", () => {
  const ignored = [
    findingOf({ ignoredBecause: "Known.", actions: [actionOf({ text: "nodecloud nothing" })] }),
  ];
  expect(html({ ignored })).toContain("Ignored: Known.");
  expect(html({ ignored })).toContain("without a finding. 1 finding is ignored by .nodecloudignore.</p>");
  expect(html({ ignored })).not.toContain("nodecloud nothing");
});

test("problems, warnings and clean resources are listed, up to 5,000 of each", () => {
  const page = html({
    problems: Array.from({ length: 5001 }, (_, at) => problemOf({ subject: `problem ${at}.` })),
    warnings: ["Rule 3 matches nothing."],
    clean: [{ type: "Instance", id: "5", label: "db", stack: "shop/dev", urn: "urn:a::db" }],
  });
  expect(page).toContain("problem 4999.");
  expect(page).not.toContain("problem 5000.");
  expect(page).toContain("1 more is in the JSON report.");
  expect(page).toContain("Rule 3 matches nothing.");
  expect(page).toContain("<summary>1 resource without a finding</summary>");
  expect(page).toContain("<bdi>db (5)</bdi>");
});

test("the legend of the coverage is shown only with its bars", () => {
  const coverage = (types: readonly ReturnType<typeof coverageOf>[]) =>
    html({ coverage: { typesScanned: types.length, typesKnown: 5, types: [...types] } });
  expect(coverage([coverageOf()]).match(/<p class="legend">/g)).toHaveLength(1);
  expect(coverage([])).not.toContain('<p class="legend">');
});

test("2,000 resources of all stacks together have a card, and the others are counted", () => {
  const ofStack = (stack: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      findingOf({ stack, id: `${stack}-${at}`, urn: `${stack} ${at}` }),
    );
  const page = html({
    findings: [...ofStack("shop/dev", 1999), ...ofStack("shop/prod", 2), ...ofStack("shop/test", 1)],
  });
  expect(page.match(/<details class="card/g)).toHaveLength(2000);
  expect(page.match(/<section class="stack">/g)).toHaveLength(2);
  expect(page).toContain("2 more resources with findings are not shown here.");
});
