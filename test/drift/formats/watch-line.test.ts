import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv from "ajv";
import { formatWatchEvent, type WatchEvent } from "../../../src/drift";
import { watchSchema } from "../../../src/drift/formats/json-schema";
import { findingOf, hostileStrings, problemOf } from "../report-builder";

const published: object = JSON.parse(
  readFileSync(join(__dirname, "../../../docs/drift-watch.schema.json"), "utf8"),
);
const isValid = new Ajv().compile(published);

const line = { version: 1, time: "2026-11-22T09:00:00.000Z", verdict: "drift", isComplete: true } as const;
const finding = findingOf({ declared: "web", live: "other", field: "label" });

const events: Readonly<Record<WatchEvent["event"], WatchEvent>> = {
  scanned: {
    ...{ ...line, event: "scanned", reason: "start", message: "The first scan. Drift: 1 finding." },
    ...{ stacks: ["shop/dev"], resources: 3, findings: 1, problems: 0 },
  },
  found: { ...line, event: "found", finding },
  changed: { ...line, event: "changed", finding, before: { ...finding, live: "first" } },
  resolved: { ...line, event: "resolved", finding },
  problem: { ...line, event: "problem", problem: problemOf() },
  problemEnded: { ...line, event: "problemEnded", problem: problemOf() },
  notice: { ...line, event: "notice", message: "The event log can be followed again." },
};
const all = Object.entries(events);

test("the published schema is in step with the shape (npm run generate)", () => {
  expect(published).toEqual(watchSchema());
});

test.each(all)("a line of %s is one line of JSON that validates and keeps its values", (_, event) => {
  const text = formatWatchEvent(event, { format: "json" });
  expect(text.indexOf("\n")).toBe(text.length - 1);
  expect(isValid(JSON.parse(text)) ? [] : isValid.errors).toEqual([]);
  expect(JSON.parse(text)).toEqual(event);
});

test.each(all)("a human-readable line of %s begins with time and verdict", (_, event) => {
  const text = formatWatchEvent(event, { format: "text" });
  expect(text).toMatch(/^2026-11-22T09:00:00Z {2}Drift {7}\S[^\n]*\n$/);
});

test("a human-readable finding names resource, stack and both values", () => {
  const text = formatWatchEvent(events.found, { format: "text" });
  expect(text).toContain(`found: ${finding.type} `);
  expect(text).toContain(` of ${finding.stack} changed: label "web" → "other"`);
  const deleted = findingOf({
    kind: "deleted",
    field: null,
    declared: null,
    live: null,
    message: "It is gone.",
  });
  expect(formatWatchEvent({ ...line, event: "resolved", finding: deleted }, { format: "text" })).toMatch(
    /resolved: .* deleted: It is gone\.\n$/,
  );
});

test("a human-readable finding ends with the sentence that names who changed the object", () => {
  const who = { user: "alice", time: "2026-11-21T17:04:11", action: "node_update" };
  const textOf = (one: Parameters<typeof findingOf>[0]) =>
    formatWatchEvent({ ...line, event: "found", finding: findingOf({ ...one, who }) }, { format: "text" });
  const by = "By alice, 2026-11-21 17:04:11 UTC, node_update.\n";
  expect(textOf({ declared: "web", live: "other", field: "label" })).toContain(
    ` changed: label "web" → "other". ${by}`,
  );
  const deleted = {
    kind: "deleted",
    field: null,
    declared: null,
    live: null,
    message: "It is gone.",
  } as const;
  expect(textOf(deleted)).toContain(` deleted: It is gone. ${by}`);
});

test("the verdict is colored only on request", () => {
  expect(formatWatchEvent(events.found, { format: "text", color: true })).toContain("\u001b[31mDrift");
  expect(formatWatchEvent(events.found, { format: "text" })).not.toContain("\u001b");
});

test.each(["text", "json"] as const)("a secret is never in a line of %s", (format) => {
  const secret = { ...finding, isSecret: true, declared: "hunter2", live: "hunter3" };
  for (const event of [
    { ...line, event: "found", finding: secret },
    { ...line, event: "changed", finding: secret, before: secret },
    { ...line, event: "resolved", finding: secret },
  ] as const) {
    expect(formatWatchEvent(event, { format })).not.toMatch(/hunter/);
  }
});

test.each(hostileStrings)("terminal control sequences are escaped in every line: %j", (text) => {
  const hostile = { ...finding, label: text, declared: text, live: text, message: text };
  for (const event of [
    { ...line, event: "found", finding: hostile },
    { ...line, event: "problem", problem: { ...problemOf(), subject: text, message: text } },
    { ...line, event: "notice", message: text },
  ] as const) {
    for (const format of ["text", "json"] as const) {
      expect(formatWatchEvent(event, { format }).slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u202e]/u);
    }
  }
});
