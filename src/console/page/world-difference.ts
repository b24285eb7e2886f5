import type { FieldDifference, NamedRecord, TableDifference } from "../model/compare-worlds";
import { count, formatTime } from "../model/format";
import { h } from "./dom";
import { jsonView } from "./json-view";

const firstTime = Date.UTC(2001);
const lastTime = Date.UTC(2200);
/** Differences in a table beyond this number are only counted. */
const maxShown = 200;

/** The removed, added and changed records of one table. */
export function tableDifference({ table, added, removed, changed }: TableDifference): HTMLElement {
  const records = [
    ...removed.map((one) => recordDifference("−", "removed", one, wholeRecord(one))),
    ...added.map((one) => recordDifference("+", "added", one, wholeRecord(one))),
    ...changed.map((one) => recordDifference("~", "changed", one, fieldList(one.fields))),
  ];
  const rest = records.length - maxShown;
  return h(
    "details",
    { open: records.length <= 20 },
    h(
      "summary",
      {},
      h("strong", {}, table.replaceAll("_", " ")),
      ` ${removed.length} removed, ${added.length} added, ${changed.length} changed`,
    ),
    ...records.slice(0, maxShown),
    rest > 0 && h("p", { class: "none" }, `and ${count(rest, "more record")}`),
  );
}

function wholeRecord({ key, record }: NamedRecord): HTMLElement {
  return h("details", { class: "whole" }, h("summary", {}, "Show it"), jsonView(record, `Record ${key}`));
}

function fieldList(fields: readonly FieldDifference[]): HTMLElement {
  const lines = fields.map(({ path, before, after }) =>
    h(
      "li",
      {},
      path !== "" && h("span", { class: "path" }, path),
      before !== undefined && h("del", {}, valueText(before)),
      after !== undefined && h("ins", {}, valueText(after)),
    ),
  );
  return h("ul", { class: "mono" }, ...lines);
}

/** Worlds hold times in milliseconds since 1970. No other number of theirs is as large. */
function valueText(value: unknown): string {
  const isTime = Number.isInteger(value) && Number(value) > firstTime && Number(value) < lastTime;
  return isTime ? formatTime(Number(value)) : JSON.stringify(value);
}

function recordDifference(
  sign: string,
  kind: string,
  { key, label }: { readonly key: string; readonly label: string },
  content: HTMLElement,
): HTMLElement {
  const name = h(
    "p",
    { class: "mono" },
    h("span", { "aria-hidden": "true" }, `${sign} `),
    h("span", { class: "sr" }, `${kind} `),
    [key, label].join(" "),
  );
  return h("div", { class: `record ${kind}` }, name, content);
}
