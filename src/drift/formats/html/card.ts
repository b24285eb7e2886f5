import type { Finding, FindingAction } from "../../types.generated";
import type { ReportedResource } from "../reported-resource";
import { actorText, comparesValues, kindNames, nameOf } from "../wording";
import { compareValues } from "./compare-values";
import { type Html, html, nothing } from "./markup";

/** A resource: a line that expands to its findings and the recommended actions. */
export function resourceCard(resource: ReportedResource): Html {
  const { type, stack, id, urn, label, findings, actions } = resource;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const isIgnored = findings.every(({ ignoredBecause }) => ignoredBecause !== null);
  const name = nameOf({ label, urn, id: label === null && urn === null ? id : null });
  return html`<details class="card${isIgnored ? " ignored" : ""}" data-type="${type}" data-stack="${stack ?? ""}">
<summary><span class="badges">${kinds.map((kind) => html`<span class="badge ${kind}">${kindNames[kind]}</span>`)}${isIgnored ? html`<span class="badge">ignored</span>` : nothing}</span>
<span class="what"><span class="type">${type}</span> <bdi class="name">${name}</bdi> ${id === null || id === name ? nothing : html`<code>${id}</code>`}</span>
<span class="gist">${fieldSummary(findings)}</span></summary>
<div class="body">
${urn === null ? nothing : html`<p class="urn"><code>${urn}</code></p>`}
${findings.map((finding) => findingBlock(finding, kinds.length > 1))}
${actions.length === 0 || isIgnored ? nothing : html`<h3>What to do</h3><ul class="actions">${actions.map(actionItem)}</ul>`}
</div></details>
`;
}

/** The fields of a closed card. */
function fieldSummary(findings: readonly Finding[]): string {
  const fields = findings.filter(comparesValues).map(({ field }) => field ?? "");
  return fields.length > 4 ? `${fields.slice(0, 4).join(", ")}, …` : fields.join(", ");
}

function findingBlock(finding: Finding, showsKind: boolean): Html {
  const { kind, field, message, who, ignoredBecause } = finding;
  const badge = showsKind ? html`<span class="badge ${kind}">${kindNames[kind]}</span>` : nothing;
  return html`<article class="finding" data-kind="${kind}"${ignoredBecause === null ? nothing : html` data-ignored`}>
${comparesValues(finding) ? html`<h3>${field ?? ""} ${badge}</h3>${compareValues(finding)}` : nothing}
<p>${withCode(message)}</p>
${who === null ? nothing : html`<p class="who">${actorText(who)}</p>`}
${ignoredBecause === null ? nothing : html`<p class="who">Ignored: ${ignoredBecause}</p>`}
</article>
`;
}

/** Text in backticks as code. */
function withCode(text: string): readonly Html[] {
  return text
    .split(/`([^`]+)`/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));
}

function actionItem({ purpose, description, text }: FindingAction): Html {
  return html`<li><p><span class="purpose">${purpose}</span> ${withCode(description)}</p><div class="snippet"><pre tabindex="0">${text.trimEnd()}</pre><button type="button" class="copy">Copy</button></div></li>
`;
}
