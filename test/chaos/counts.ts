import type { Declared, History } from "./history";
import type { HistorySummary } from "./history-run";

/** Counts histories by the name of what they had. */
type Tally = Record<string, number>;

/** What the histories of a run went through. */
export interface Counts {
  histories: number;
  runs: number;
  /** Histories in which a message asked the user to do something, besides removing `protect`. */
  withUser: number;
  readonly faults: Tally;
  readonly stops: Tally;
  readonly resources: Tally;
  readonly providers: Tally;
  readonly faultCounts: Tally;
  readonly actions: Tally;
}

export function noCounts(): Counts {
  return {
    histories: 0,
    runs: 0,
    withUser: 0,
    faults: {},
    stops: {},
    resources: {},
    providers: {},
    faultCounts: {},
    actions: {},
  };
}

export function addSummary(
  counts: Counts,
  { resources }: Pick<History, "resources">,
  summary: HistorySummary,
): void {
  counts.histories++;
  counts.runs += summary.runs;
  if (summary.actions.some((action) => action !== "unprotect")) counts.withUser++;
  addAll(counts.faults, summary.faults);
  addAll(counts.stops, summary.stops);
  addAll(counts.resources, new Set(resources.map(({ type }) => type)));
  addAll(counts.providers, new Set(resources.map(nameOfProvider)));
  addAll(counts.faultCounts, [rangeOf(summary.faultCount)]);
  addAll(counts.actions, new Set(summary.actions));
}

function nameOfProvider({ provider }: Declared): string {
  return provider === undefined ? "default" : `explicit, ${provider} account`;
}

function addAll(tally: Tally, names: Iterable<string>): void {
  for (const name of names) tally[name] = (tally[name] ?? 0) + 1;
}

function rangeOf(faults: number): string {
  if (faults < 3) return String(faults);
  if (faults < 6) return "3 to 5";
  return faults < 11 ? "6 to 10" : "more than 10";
}
