import type { DriftReport, TypeCoverage } from "../../types.generated";
import { coverageText, typesScannedText } from "../wording";
import { type Html, html, nothing } from "./markup";

/** A bar for each type: managed as declared, managed and changed, unmanaged. */
export function coveragePicture(report: DriftReport): Html {
  const { types } = report.coverage;
  return html`<section class="coverage" aria-labelledby="coverage">
<h2 id="coverage">Coverage <small>${typesScannedText(report)}</small></h2>
<ul class="bars">${types.map(bar)}</ul>
${types.length === 0 ? nothing : legend}
</section>`;
}

const legend = html`<p class="legend"><span class="managed">managed</span> <span class="changed">changed</span> <span class="unmanaged">unmanaged</span></p>`;

function bar(coverage: TypeCoverage): Html {
  const { type, isScanned, managed, existing, changed } = coverage;
  const text = coverageText(coverage);
  const share = (count: number) => (existing > 0 ? Math.min(100, (100 * count) / existing) : 0);
  const segments = html`<rect class="managed" width="${percent(share(managed))}" height="8"/><rect class="changed" x="${percent(share(managed - changed))}" width="${percent(share(changed))}" height="8"/>`;
  return html`<li><b>${type}</b><svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none"><rect class="${isScanned ? (existing > 0 ? "unmanaged" : "none") : "unknown"}" width="100" height="8"/>${isScanned ? segments : nothing}</svg><span>${text}</span></li>
`;
}

function percent(share: number): string {
  return String(Math.max(0, Math.round(share * 100) / 100));
}
