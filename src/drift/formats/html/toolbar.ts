import type { FindingKind } from "../../finding-kinds";
import type { DriftReport } from "../../types.generated";
import { kindNames, kindsIn, noStack, withSeparators } from "../wording";
import { type Html, html, nothing } from "./markup";

const explanations: Readonly<Record<FindingKind, string>> = {
  changed: "The live object differs from what the program declares",
  deleted: "A stack records an object that no longer exists",
  unmanaged: "The object exists, and no scanned stack records it",
  notOurs: "A stack records an id that belongs to another object",
  unfinished: "A run did not finish its work",
  inMotion: "The object was still changing on its own and was not compared",
  informational: "An output changed that the program does not declare",
};

/** The number of findings of each kind, which are also buttons that filter by kind, and the other filters. */
export function toolbar({ findings, ignored }: DriftReport): Html {
  const all = [...findings, ...ignored];
  if (all.length === 0) return nothing;
  const types = [...new Set(all.map(({ type }) => type))].sort();
  const stacks = [...new Set(all.map(({ stack }) => stack ?? ""))].sort();
  return html`<section class="toolbar" aria-label="Filters">
<div class="chips" role="group" aria-label="Findings">${kindsIn(kindNames).map((kind) => chip(kind, countOf(kind, findings)))}
${ignored.length === 0 ? nothing : html`<button type="button" class="chip" id="show-ignored" aria-pressed="false"><b>${withSeparators(ignored.length)}</b> ignored</button>`}</div>
<div class="fields">
<input type="search" id="search" placeholder="Search labels, ids, fields, values" aria-label="Search" autocomplete="off" spellcheck="false">
<select id="type" aria-label="Type"><option value="">All types</option>${types.map((type) => html`<option value="${type}">${type}</option>`)}</select>
<select id="stack" aria-label="Stack"><option value="*">All stacks</option>${stacks.map((stack) => html`<option value="${stack}">${stack || noStack}</option>`)}</select>
</div>
<div class="status"><p id="status" role="status"></p><button type="button" id="open-all">Open all</button><button type="button" id="reset">Reset</button></div>
</section>`;
}

function countOf(kind: FindingKind, findings: DriftReport["findings"]): number {
  return findings.filter((finding) => finding.kind === kind).length;
}

function chip(kind: FindingKind, count: number): Html {
  if (count === 0) return nothing;
  return html`<button type="button" class="chip ${kind}" data-filter="${kind}" aria-pressed="false" title="${explanations[kind]}"><b>${withSeparators(count)}</b> ${kindNames[kind]}</button>
`;
}
