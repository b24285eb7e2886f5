import { relative } from "node:path";
import type { RecordedStack } from "../recorded-stack";
import type { FindingAction } from "../report";
import { shellWord } from "./shell-word";

/** How commands name a stack. */
export type StackLocation = Pick<RecordedStack, "folder" | "selector">;

/** A command for a stack in both forms: of this package, which runs on either engine, and of the Pulumi CLI. */
export function stackCommands(
  stack: StackLocation,
  purpose: FindingAction["purpose"],
  description: string,
  words: readonly string[],
): FindingAction[] {
  const text = [...words, ...placeOf(stack)].map(shellWord).join(" ");
  return [
    { purpose, description, form: "command", text: `npx nodecloud ${text}` },
    { purpose, description: `${description} With the Pulumi CLI:`, form: "command", text: `pulumi ${text}` },
  ];
}

/** The folder is relative to the working folder, so that reports of one checkout are the same on every machine. */
function placeOf({ folder, selector }: StackLocation): readonly string[] {
  const path = folder === undefined ? "" : relative(process.cwd(), folder);
  return ["--stack", selector, ...(path === "" ? [] : ["--cwd", path])];
}
