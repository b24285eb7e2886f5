import { isAbsolute, relative, resolve } from "node:path";
import { shellWord } from "../../shell-word";
import type { RecordedStack } from "../recorded-stack";
import type { FindingAction } from "../types.generated";

/** How commands specify a stack, and which commands it supports. */
export type StackLocation = Pick<
  RecordedStack,
  "folder" | "configFile" | "selector" | "project" | "backend" | "isFoundByCli" | "isInFile"
>;

/**
 * A command for a stack, once for each tool that has it: this package, which runs on either engine, and the Pulumi CLI. If the
 * project's folder is unknown, the description says where to run it.
 */
export function stackCommands(
  stack: StackLocation,
  purpose: FindingAction["purpose"],
  description: string,
  words: readonly [string, ...string[]],
): FindingAction[] {
  const tools = toolsFor(stack, words[0]);
  const place = folderName(stack);
  const hints = [
    ...(place === undefined ? [] : [`in ${place}`]),
    ...(tools.length > 1 ? ["in either form"] : []),
  ].join(", ");
  const hint = hints === "" ? "" : ` ${hints.charAt(0).toUpperCase()}${hints.slice(1)}:`;
  return tools.map((tool) => {
    const text = [...words, ...placeOf(stack), ...configurationOf(stack, tool, words[0])];
    return {
      ...{ purpose, form: "command", description: `${description}${hint}` },
      text: `${tool} ${text.map(shellWord).join(" ")}`,
    };
  });
}

type Tool = "npx nodecloud" | "pulumi";

/** The folder in which to run the commands. Undefined if the commands themselves name it. */
export function folderName({ folder, project }: StackLocation): string | undefined {
  return folder === undefined ? `the folder of the project ${project}` : undefined;
}

function toolsFor({ backend, isFoundByCli, isInFile }: StackLocation, command: string): readonly Tool[] {
  if (command === "recover" || command === "drift" || !isFoundByCli) return ["npx nodecloud"];
  // `nodecloud state` edits files. The origin of an export is unknown.
  const isFile = isInFile && backend !== undefined;
  return command === "state" && !isFile ? ["pulumi"] : ["npx nodecloud", "pulumi"];
}

/** The folder is relative to the working folder, so that reports of one checkout are the same on every machine. */
function placeOf({ folder, selector }: StackLocation): readonly string[] {
  const path = folder === undefined ? "" : relative(process.cwd(), folder);
  return ["--stack", selector, ...(path === "" ? [] : ["--cwd", path])];
}

/** With `--cwd`, the Pulumi CLI reads a path as relative to that folder. `state` needs no configuration. */
function configurationOf(
  { folder = "", configFile }: StackLocation,
  tool: Tool,
  command: string,
): readonly string[] {
  if (!configFile || command === "state") return [];
  if (isAbsolute(configFile)) return ["--config-file", configFile];
  const start = tool === "pulumi" ? resolve(folder) : process.cwd();
  return ["--config-file", relative(start, resolve(configFile))];
}
