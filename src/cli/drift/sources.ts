import { text } from "node:stream/consumers";
import { type StackSource, UsageError } from "../../drift";

export interface SourceOptions {
  readonly cwd?: readonly string[];
  readonly stack?: readonly string[];
  readonly allStacks: boolean;
  readonly export?: readonly string[];
  readonly configFile?: string;
}

/** The stacks that the command line specifies. */
export async function sourcesOf(options: SourceOptions): Promise<readonly StackSource[]> {
  const { cwd, stack, allStacks, configFile } = options;
  const exports = options.export ?? [];
  if (allStacks && stack !== undefined) {
    throw new UsageError(
      "--stack and --all-stacks contradict each other. Nothing was read. Pass only one of them.",
    );
  }
  const usesProjects = exports.length === 0 || cwd !== undefined || stack !== undefined || allStacks;
  const stacks = allStacks ? ("all" as const) : stack;
  const projects = usesProjects ? (cwd ?? ["."]) : [];
  return [
    ...projects.map((folder): StackSource => {
      return { kind: "project", folder, configFile, ...(stacks === undefined ? {} : { stacks }) };
    }),
    ...(await Promise.all(
      exports.map(async (file): Promise<StackSource> => {
        return { kind: "export", from: file === "-" ? { text: await text(process.stdin) } : { file } };
      }),
    )),
  ];
}
