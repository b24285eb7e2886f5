import type { FindingKind } from "../finding-kinds";
import type { Actor, DriftReport, Finding, TypeCoverage } from "../types.generated";
import { groupByResource } from "./reported-resource";

/** The names of the kinds of findings in human-readable reports, in the order in which they are counted. */
export const kindNames: Readonly<Record<FindingKind, string>> = {
  changed: "changed",
  deleted: "deleted",
  unmanaged: "unmanaged",
  notOurs: "not ours",
  unfinished: "unfinished",
  inMotion: "in motion",
  informational: "informational",
};

/** The heading of objects that no stack records. */
export const noStack = "Not in any scanned stack";

export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${withSeparators(count)} ${count === 1 ? noun : plural}`;
}

/** `12,345`, whatever the locale. */
export function withSeparators(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

export const verdictNames = { inSync: "In sync", drift: "Drift", incomplete: "Incomplete" } as const;

/** The verdict in one or two sentences, without untrusted text. */
export function verdictText(report: DriftReport): string {
  return `${verdictNames[report.verdict]}: ${verdictDetails(report)}`;
}

/** The basis of the verdict. */
export function verdictDetails({ verdict, isComplete, findings, stacks, clean }: DriftReport): string {
  if (verdict === "drift") {
    const resources = counted(groupByResource(findings).length, "resource");
    const rest = isComplete ? "" : " The scan is incomplete, so there may be more.";
    return `${counted(findings.length, "finding")} on ${resources} (${kindCounts(findings)}).${rest}`;
  }
  if (verdict === "incomplete") {
    return "not everything could be read and compared. The rest has no drift.";
  }
  // A stack of several accounts has an entry for each.
  const scanned = new Set(stacks.map(({ name, source }) => `${source} ${name}`));
  return `${counted(clean.length, "resource")} of ${counted(scanned.size, "stack")} without a finding.`;
}

/** `3 changed, 1 deleted`. */
export function kindCounts(findings: readonly Pick<Finding, "kind">[]): string {
  const counts = new Map<FindingKind, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kindsIn(kindNames)
    .filter((kind) => counts.has(kind))
    .map((kind) => `${withSeparators(counts.get(kind) ?? 0)} ${kindNames[kind]}`)
    .join(", ");
}

export function kindsIn(table: Readonly<Record<FindingKind, unknown>>): readonly FindingKind[] {
  const kinds: FindingKind[] = [];
  for (const kind in table) if (isKind(kind)) kinds.push(kind);
  return kinds;
}

function isKind(text: string): text is FindingKind {
  return text in kindNames;
}

/** `3 of 5 managed, 1 changed`. */
export function coverageText({ isScanned, managed, existing, changed }: TypeCoverage): string {
  if (!isScanned) return "not scanned";
  const drifted = changed > 0 ? `, ${withSeparators(changed)} changed` : "";
  return `${withSeparators(managed)} of ${withSeparators(existing)} managed${drifted}`;
}

export function typesScannedText({ coverage: { typesScanned, typesKnown } }: DriftReport): string {
  return `${typesScanned} of ${counted(typesKnown, "type")} scanned`;
}

/** `By alice, 2026-11-22 09:00:00 UTC, node_update.` */
export function actorText({ user, time, action }: Actor): string {
  return `By ${user ?? "an unnamed user or the service"}, ${readableTime(time)}, ${action}.`;
}

/** `2026-11-22 09:00:00 UTC`, or the string as it is. The service's times are UTC unless they contain a time zone. */
export function readableTime(time: string): string {
  return time.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z?$/, "$1 $2 UTC");
}

/** `2 findings are ignored by .nodecloudignore.` Empty if none is. */
export function ignoredText({ ignored }: DriftReport, fileName = ".nodecloudignore"): string {
  if (ignored.length === 0) return "";
  return `${counted(ignored.length, "finding is", "findings are")} ignored by ${fileName}.`;
}

/** Identifies the resource for a reader, without its type. */
export function nameOf({ label, id, urn }: Pick<Finding, "label" | "id" | "urn">): string {
  // A label that was changed to an empty one identifies nothing.
  const name = label || urn?.split("::").at(-1);
  if (name === undefined) return id ?? "unnamed";
  return id === null ? name : `${name} (${id})`;
}

/** A value as JSON. */
export function valueText(value: Finding["live"], isSecret: boolean): string {
  if (isSecret) return "[secret]";
  return value === null ? "none" : JSON.stringify(value);
}

/** Whether a row compares two values. */
export function comparesValues({ field, isSecret, declared, live }: Finding): boolean {
  return field !== null && (isSecret || declared !== null || live !== null);
}
