import { printable, printableJson } from "../../printable";
import type { Finding, WatchEvent } from "../types.generated";
import { watchEvent } from "../watch/watch-event";
import { createPaint, type Paint } from "./paint";
import { shorten } from "./shorten";
import { actorText, comparesValues, counted, kindNames, nameOf, valueText, verdictNames } from "./wording";

export interface WatchLineOptions {
  /** `text`: human-readable. `json`: for programs. */
  readonly format: "text" | "json";
  /** Whether to color text for a terminal. Default: false. */
  readonly color?: boolean | undefined;
}

/** Writes an event of a watch as one line that ends with a line feed. It is safe to print, whatever labels contain. */
export function formatWatchEvent(event: WatchEvent, { format, color = false }: WatchLineOptions): string {
  const shown = withoutSecrets(event);
  return format === "json"
    ? `${printableJson(JSON.stringify(watchEvent.parse(shown)))}\n`
    : `${textOf(shown, createPaint(color))}\n`;
}

const colors = { inSync: "green", drift: "red", incomplete: "yellow" } as const;
const words = { found: "found", changed: "changed", resolved: "resolved" } as const;
const maxValueLength = 120;

function textOf(event: WatchEvent, paint: Paint): string {
  const verdict = paint(verdictNames[event.verdict].padEnd(10), colors[event.verdict]);
  const start = `${event.time.replace(/\.\d+Z$/, "Z")}  ${verdict}  `;
  switch (event.event) {
    case "scanned": {
      const stacks = event.stacks.length === 1 ? event.stacks.join() : counted(event.stacks.length, "stack");
      return `${start}full scan of ${counted(event.resources, "resource")} of ${printable(stacks)}: ${printable(event.message)}`;
    }
    case "found":
    case "changed":
    case "resolved":
      return `${start}${words[event.event]}: ${findingText(event.finding)}`;
    case "problem":
      return `${start}problem: ${printable(`${event.problem.subject}: ${event.problem.message}`)}`;
    case "problemEnded":
      return `${start}problem ended: ${printable(event.problem.subject)}`;
    case "notice":
      return `${start}notice: ${printable(event.message)}`;
  }
}

function findingText(finding: Finding): string {
  const { kind, type, stack, field, declared, live, isSecret, message, who } = finding;
  const value = (one: Finding["live"]) => shorten(valueText(one, isSecret), maxValueLength);
  const values = comparesValues(finding) ? `${field} ${value(declared)} → ${value(live)}` : undefined;
  const where = stack === null ? "" : ` of ${stack}`;
  const what = values ?? message;
  const by = who === null ? "" : `${values === undefined ? "" : "."} ${actorText(who)}`;
  return printable(`${type} ${nameOf(finding)}${where} ${kindNames[kind]}: ${what}${by}`);
}

/** Scans omit secret values. A line that contains one nevertheless must not publish it. */
function withoutSecrets(event: WatchEvent): WatchEvent {
  switch (event.event) {
    case "found":
    case "resolved":
      return { ...event, finding: withoutSecret(event.finding) };
    case "changed":
      return { ...event, finding: withoutSecret(event.finding), before: withoutSecret(event.before) };
    default:
      return event;
  }
}

function withoutSecret(finding: Finding): Finding {
  return finding.isSecret ? { ...finding, declared: null, live: null } : finding;
}
