import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { Semaphore } from "../../semaphore";
import { type Project, readProject } from "../../state";
import type { RecordedStack } from "../recorded-stack";
import { UsageError } from "../usage-error";
import { Passphrases } from "./passphrases";
import { readBackendStacks } from "./read-backend";
import type { ReadContext } from "./read-context";
import { readExport } from "./read-export";
import { readProjectStacks } from "./read-project";
import { withoutRepeated } from "./repeated-stacks";
import type { ProjectSource, ReadStacksOptions, StackSource } from "./sources";
import type { ReadStack } from "./stack-store";

/**
 * Reads stacks without changing or locking anything. A stack that occurs in several sources is read once.
 * @throws StateError, UsageError or NodecloudError: nothing is returned then.
 */
export async function readStacks(
  sources: readonly StackSource[],
  options: ReadStacksOptions,
): Promise<readonly RecordedStack[]> {
  if (sources.length === 0)
    throw new UsageError("No stack is specified. Nothing was read. Specify at least one.");
  const projects = await findProjects(sources);
  const context = {
    ...options,
    passphrases: new Passphrases(options.env),
    cliSemaphore: new Semaphore(maxCliProcesses),
  };
  const stacks = await Promise.all(sources.map((source) => readSource(source, projects, context)));
  return withoutRepeated(stacks.flat()).map(({ recorded }) => recorded);
}

/** Processes of the Pulumi CLI at a time. */
const maxCliProcesses = 4;

async function readSource(
  source: StackSource,
  projects: ReadonlyMap<StackSource, Project>,
  context: ReadContext,
): Promise<readonly ReadStack[]> {
  switch (source.kind) {
    case "project": {
      const project = projects.get(source) ?? (await readProject(source.folder, "inspect"));
      return readProjectStacks(project, source, context);
    }
    case "backend":
      return readBackendStacks(source, context);
    case "export":
      return [await readExport(source, context)];
  }
}

/** The project of each folder. Two folders of one project are most likely a mistake in one of them. */
async function findProjects(sources: readonly StackSource[]): Promise<ReadonlyMap<StackSource, Project>> {
  const projects = new Map<StackSource, Project>();
  const byFile = new Map<string, ProjectSource>();
  for (const source of sources) {
    if (source.kind !== "project") continue;
    const project = await readProject(source.folder, "inspect");
    const file = await realpath(project.file);
    const other = byFile.get(file);
    if (other !== undefined) {
      throw new UsageError(
        `The folders ${resolve(other.folder)} and ${resolve(source.folder)} both belong to the project ${project.file}. Nothing was read. Specify it once, with all of its stacks.`,
      );
    }
    byFile.set(file, source);
    projects.set(source, project);
  }
  return projects;
}
