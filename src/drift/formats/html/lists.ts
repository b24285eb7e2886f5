import type { CleanResource, Problem } from "../../types.generated";
import { counted, nameOf } from "../wording";
import { type Html, html, nothing } from "./markup";

/** More lines make a file that browsers open slowly. */
const maxLines = 5000;

export function problemList(problems: readonly Problem[]): Html {
  if (problems.length === 0) return nothing;
  const lines = problems
    .slice(0, maxLines)
    .map(({ subject, message }) => html`<li><b>${subject}</b> ${message}</li>\n`);
  return html`<section class="problems"><h2>Not read or not compared</h2><ul>${lines}</ul>${rest(problems)}</section>`;
}

export function warningList(warnings: readonly string[]): Html {
  if (warnings.length === 0) return nothing;
  const lines = warnings.slice(0, maxLines).map((warning) => html`<li>${warning}</li>\n`);
  return html`<section class="warnings"><h2>Warnings</h2><ul>${lines}</ul>${rest(warnings)}</section>`;
}

export function cleanList(clean: readonly CleanResource[]): Html {
  if (clean.length === 0) return nothing;
  const lines = clean
    .slice(0, maxLines)
    .map(
      (resource) =>
        html`<li><span class="type">${resource.type}</span> <bdi>${nameOf(resource)}</bdi> <small>${resource.stack}</small></li>\n`,
    );
  return html`<details class="clean"><summary>${counted(clean.length, "resource")} without a finding</summary><ul>${lines}</ul>${rest(clean)}</details>`;
}

function rest(all: readonly unknown[]): Html {
  const left = all.length - maxLines;
  return left <= 0
    ? nothing
    : html`<p class="notice">${counted(left, "more is", "more are")} in the JSON report.</p>`;
}
