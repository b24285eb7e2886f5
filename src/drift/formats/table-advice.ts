import { printable, printableText } from "../../printable";
import { groupAdvice } from "./advice";
import type { Paint } from "./paint";
import type { ReportedResource } from "./reported-resource";
import { counted } from "./wording";

/** The maximum number of commands, pieces of code or rules that are printed for the same advice. */
const maxCommands = 10;

/** What to do about a stack's findings. */
export function adviceLines(resources: readonly ReportedResource[], paint: Paint): readonly string[] {
  const advice = groupAdvice(resources);
  if (advice.length === 0) return [];
  return [
    `  ${paint("What to do", "bold")}`,
    ...advice.flatMap(({ purpose, description, texts }) => [
      `    ${paint(purpose, "cyan")}: ${printable(description)}`,
      ...textLines(texts, paint),
    ]),
  ];
}

function textLines(texts: readonly string[], paint: Paint): readonly string[] {
  const lines = texts
    .slice(0, maxCommands)
    .flatMap((text) => printableText(text.trimEnd()).split("\n"))
    .map((line) => `      ${line}`);
  const left = texts.length - maxCommands;
  if (left <= 0) return lines;
  const more = counted(left, "more is", "more are");
  return [...lines, paint(`      ${more} in the JSON and HTML reports`, "dim")];
}
