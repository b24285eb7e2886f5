import { relative } from "node:path";
import { shellWord } from "../../shell-word";
import type { RecordedStack } from "../recorded-stack";
import type { FindingAction } from "../types.generated";

/** How commands name a stack. */
export type StackLocation = Pick<RecordedStack, "folder" | "selector">;

/** A command for a stack in both forms: of this package, which runs on either engine, and of the Pulumi CLI. */
export function stackCommands(
  stack: StackLocation,
  purpose: FindingAction["purpose"],
  description: string,
  words: readonly string[],
): FindingAction[] {
  const text = stackWords(stack, words);
  return ["npx nodecloud", "pulumi"].map((tool) => {
    return {
      purpose,
      description: `${description} In either form:`,
      form: "command",
      text: `${tool} ${text}`,
    };
  });
}

/** The words of a command, with the stack that it is for. */
export function stackWords(stack: StackLocation, words: readonly string[]): string {
  return [...words, ...placeOf(stack)].map(shellWord).join(" ");
}

/** The folder is relative to the working folder, so that reports of one checkout are the same on every machine. */
function placeOf({ folder, selector }: StackLocation): readonly string[] {
  const path = folder === undefined ? "" : relative(process.cwd(), folder);
  return ["--stack", selector, ...(path === "" ? [] : ["--cwd", path])];
}
