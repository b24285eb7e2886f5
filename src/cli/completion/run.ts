import { text } from "node:stream/consumers";
import type { Command } from "commander";
import { printable } from "../../printable";
import { print, printVerbatim } from "../print";
import { bashReplies, parseBashLine } from "./bash-line";
import { complete } from "./complete";
import type { Completions } from "./completions";
import { formatForBash, formatForFish, formatForZsh } from "./format";
import { type CompletedShell, scripts } from "./scripts";

export function printScript(shell: CompletedShell): void {
  print(scripts[shell]);
}

/**
 * Prints the completions at the cursor of the command line on standard input. Each part of the input ends with a NUL: for bash the
 * line up to the cursor and COMP_WORDBREAKS, for other shells the words, the last of which ends at the cursor.
 */
export async function printCompletions(program: Command, shell: string): Promise<void> {
  const parts = (await text(process.stdin)).split("\0").slice(0, -1);
  if (shell === "bash") {
    const line = parseBashLine(parts[0] ?? "", parts[1] ?? "");
    const found = await find(program, line.words, line.current);
    const values = found.candidates.map(({ value }) => value);
    printVerbatim(formatForBash(found.kind, bashReplies(line, values)));
    return;
  }
  const found = await find(program, parts.slice(0, -1), parts.at(-1) ?? "");
  printVerbatim(shell === "zsh" ? formatForZsh(found) : formatForFish(found));
}

/** Omits values that do not fit on a line or would change the terminal. */
async function find(program: Command, words: readonly string[], current: string): Promise<Completions> {
  const { kind, candidates } = await complete(program, words.slice(1), current, process.env);
  return { kind, candidates: candidates.filter(({ value }) => printable(value) === value) };
}
