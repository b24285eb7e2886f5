import { createHash } from "node:crypto";
import type { DriftReport } from "../../types.generated";
import { groupByStack } from "../reported-resource";
import { counted, ignoredText, noStack, readableTime, verdictDetails, verdictNames } from "../wording";
import { resourceCard } from "./card";
import { coveragePicture } from "./coverage-picture";
import { cleanList, problemList, warningList } from "./lists";
import { type Html, html, nothing, trusted } from "./markup";
import { script } from "./script";
import { style } from "./style";
import { toolbar } from "./toolbar";

/** More cards make a file that browsers open slowly. */
const maxCards = 2000;

/** One file that opens from disk and loads nothing. It is complete without its script, which filters and searches. */
export function formatHtml(report: DriftReport): string {
  const { verdict, time, stacks } = report;
  const sections = cardSections(report);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${verdictNames[verdict]} – drift report</title>
<style>${trusted(style)}</style>
</head>
<body>
<header class="top ${verdict}">
<p class="overline">Drift report <time datetime="${time}">${readableTime(time)}</time></p>
<h1><span class="light" aria-hidden="true"></span>${verdictNames[verdict]}</h1>
<p class="lead">${[verdictDetails(report), ignoredText(report)].join(" ").trim()}</p>
<ul class="stacks">${stacks.map(({ name, source, resources }) => html`<li><b>${name}</b> ${counted(resources, "resource")}, from ${source}</li>`)}</ul>
</header>
<main>
${problemList(report.problems)}
${coveragePicture(report)}
${toolbar(report)}
${sections}
${cleanList(report.clean)}
${warningList(report.warnings)}
</main>
<footer><p class="keys"><kbd>/</kbd> search <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open <kbd>e</kbd> open all <kbd>Esc</kbd> reset</p><p>nodecloud drift</p></footer>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.toString();
}

function cardSections({ findings, ignored, stacks }: DriftReport): Html {
  const groups = groupByStack([...findings, ...ignored]);
  if (groups.length === 0) return html`<p class="empty">No findings.</p>`;
  const sourceOf = new Map(stacks.map(({ name, source }) => [name, source]));
  let room = maxCards;
  const sections = groups.map(({ name, resources }) => {
    const shown = resources.slice(0, room);
    room -= shown.length;
    if (shown.length === 0) return nothing;
    const source = name === null ? undefined : sourceOf.get(name);
    return html`<section class="stack"><h2><bdi>${name ?? noStack}</bdi>${source === undefined ? nothing : html` <small>${source}</small>`}</h2>
<div class="cards">${shown.map(resourceCard)}</div></section>
`;
  });
  const total = groups.reduce((sum, { resources }) => sum + resources.length, 0);
  if (total <= maxCards) return html`<div id="cards">${sections}</div>${noMatch}`;
  const left = counted(
    total - maxCards,
    "more resource with findings is",
    "more resources with findings are",
  );
  return html`<div id="cards">${sections}</div>${noMatch}<p class="notice">${left} not shown here. The JSON report lists all.</p>`;
}

const noMatch = html`<p class="empty" id="no-match" hidden>No finding matches the filters.</p>`;

/** Nothing may be loaded, and only the style and script of this file may take effect. */
const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src '${digestOf(style)}'`,
  `script-src '${digestOf(script)}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
