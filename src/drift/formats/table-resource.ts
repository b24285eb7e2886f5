import { printable } from "../../printable";
import type { FindingKind } from "../finding-kinds";
import type { Finding } from "../types.generated";
import type { Color, Paint } from "./paint";
import type { ReportedResource } from "./reported-resource";
import { shorten } from "./shorten";
import { actorText, comparesValues, kindNames, nameOf, valueText } from "./wording";

const marks: Readonly<Record<FindingKind, { readonly symbol: string; readonly color: Color }>> = {
  changed: { symbol: "~", color: "yellow" },
  deleted: { symbol: "-", color: "red" },
  unmanaged: { symbol: "+", color: "cyan" },
  notOurs: { symbol: "!", color: "magenta" },
  unfinished: { symbol: "*", color: "yellow" },
  inMotion: { symbol: ">", color: "cyan" },
  informational: { symbol: "i", color: "dim" },
};

/** The maximum length of a value that is printed in full. */
const maxValueLength = 120;

/** Resources and their findings. A message that an earlier resource already has is not printed again. */
export function resourceLines(resources: readonly ReportedResource[], paint: Paint): readonly string[] {
  const printed = new Set<string>();
  return resources.flatMap((resource) => {
    const lines = linesOf(resource, printed, paint);
    for (const { message } of resource.findings) printed.add(message);
    return lines;
  });
}

function linesOf(resource: ReportedResource, printed: ReadonlySet<string>, paint: Paint): readonly string[] {
  const { type, findings } = resource;
  const kinds = [...new Set(findings.map(({ kind }) => kind))];
  const [mark] = kinds.map((kind) => marks[kind]);
  const symbol = mark === undefined ? " " : paint(mark.symbol, mark.color);
  const names = kinds.map((kind) => paint(kindNames[kind], marks[kind].color)).join(", ");
  const width = Math.max(0, ...findings.filter(comparesValues).map(({ field }) => field?.length ?? 0));
  return [
    `  ${symbol} ${printable(type)} ${paint(printable(nameOf(resource)), "bold")}: ${names}`,
    ...findings.flatMap((finding) => findingLines(finding, width, printed, paint)),
  ];
}

function findingLines(
  finding: Finding,
  width: number,
  printed: ReadonlySet<string>,
  paint: Paint,
): readonly string[] {
  const { field, declared, live, isSecret, message, who, ignoredBecause } = finding;
  const lines: string[] = [];
  if (comparesValues(finding)) {
    const shown = (value: Finding["live"]) => printable(shorten(valueText(value, isSecret), maxValueLength));
    const before = paint(shown(declared), "red");
    lines.push(`${printable(field ?? "").padEnd(width)}  ${before} → ${paint(shown(live), "green")}`);
  }
  const indent = lines.length > 0 ? " ".repeat(width + 2) : "";
  if (!printed.has(message)) lines.push(`${indent}${paint(printable(message), "dim")}`);
  if (who !== null) lines.push(`${indent}${printable(actorText(who))}`);
  if (ignoredBecause !== null) lines.push(`${indent}Ignored: ${printable(ignoredBecause)}`);
  return lines.map((line) => `      ${line}`);
}
