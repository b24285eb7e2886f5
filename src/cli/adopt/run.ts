import { relative } from "node:path";
import { type Survey, surveyAccount, writeAdoption } from "../../adoption";
import { exitCodeOfDriftError, exitCodes, UsageError } from "../../drift";
import { checkNewFolder, createFolder, FolderExistsError } from "../../files";
import { messageOf } from "../../unknown";
import { parseResourceClass } from "../drift/resource-class";
import { type SourceOptions, sourcesOf } from "../drift/sources";
import { listenForInterruption } from "../interruption";
import { readVersion } from "../package-version";
import { print, printError } from "../print";
import { withProgress } from "../progress";
import { exitCodeOf, summaryOf } from "./summary";

export interface AdoptCommandOptions extends SourceOptions {
  readonly all: boolean;
  readonly out?: string;
  readonly type?: readonly string[];
}

/** Writes the program and prints what it holds. Returns the exit code. */
export async function runAdopt(options: AdoptCommandOptions): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const folder = requireFolder(options);
    await checkNewFolder(folder);
    const scan = {
      sources: await stacksOf(options),
      types: options.type?.map(parseResourceClass),
      interrupt: interruption.signal,
    };
    const survey = await withProgress("Reading the account", ({ show }) =>
      surveyAccount({ ...scan, onProgress: show }),
    );
    if (survey.problems.length > 0) return reportProblems(survey, folder);
    interruption.signal.throwIfAborted();
    await createFolder(folder, writeAdoption(survey, folder, readVersion()));
    print(summaryOf(survey, relative(process.cwd(), folder) || folder));
    return exitCodeOf(survey);
  } catch (error) {
    if (interruption.exitCode !== undefined) {
      printError("The command was interrupted. Nothing was changed or written.\n");
      return interruption.exitCode;
    }
    if (error instanceof FolderExistsError) {
      printError(
        `error: --out: ${error.message} Nothing was written. Choose a folder that does not exist yet.\n`,
      );
      return 1;
    }
    printError(`error: ${messageOf(error)}\n`);
    return exitCodeOfDriftError(error);
  } finally {
    interruption.close();
  }
}

function requireFolder({ all, out }: AdoptCommandOptions): string {
  if (!all) {
    throw new UsageError(
      "adopt: no objects are selected. Nothing was read. Add --all for every object that no stack manages.",
    );
  }
  if (!out)
    throw new UsageError("adopt: --out is missing. Nothing was read. Specify a new folder for the program.");
  return out;
}

/** Unlike a drift report, the command needs no stack. */
async function stacksOf(options: AdoptCommandOptions) {
  const { cwd, stack, allStacks, export: exports, configFile } = options;
  const namesStacks = allStacks || [cwd, stack, exports, configFile].some((option) => option !== undefined);
  return namesStacks ? sourcesOf(options) : [];
}

function reportProblems({ problems }: Survey, folder: string): number {
  const lines = problems.map(({ subject, message }) => `  ${subject}: ${message}\n`);
  printError(
    `Incomplete: the program could lack objects or adopt those of a stack, so ${folder} was not written:\n${lines.join("")}`,
  );
  return exitCodes.incomplete;
}
