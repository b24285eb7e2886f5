import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPrivateFolder, writeAtomicallySync } from "../files";
import { runsFolder } from "./folders";
import { backendIdentity } from "./state-identity";

/** A stack, and where its state is. */
export interface RunPlace {
  readonly backendUrl: string;
  readonly project: string;
  readonly stack: string;
  /** The folder against which a relative address of the backend is resolved. */
  readonly projectFolder: string;
}

/** The maximum number of runs of a stack that are remembered. A pending create of an older run counts as one of another machine. */
const maxRuns = 100;

/**
 * Remembers, before a run of a stack creates anything, that it ran on this machine. A create that it leaves pending was then either never
 * sent or has a record here. A run that cannot be remembered counts as one of another machine.
 * @param startedAt When it began, as the state records times.
 */
export function recordRun(place: RunPlace, startedAt: string, env: NodeJS.ProcessEnv = process.env): void {
  const runs = runsOf(place, env);
  if (runs.includes(startedAt)) return;
  try {
    createPrivateFolder(runsFolder(env));
    writeAtomicallySync(fileOf(place, env), JSON.stringify([...runs, startedAt].slice(-maxRuns)));
  } catch {
    // The first create needs the same folder and reports the failure.
  }
}

/** Whether this machine remembers a run of the stack. */
export function isRunRecorded(
  place: RunPlace,
  startedAt: string,
  env: Readonly<NodeJS.ProcessEnv> = process.env,
): boolean {
  return runsOf(place, env).includes(startedAt);
}

function runsOf(place: RunPlace, env: NodeJS.ProcessEnv): readonly unknown[] {
  try {
    const runs: unknown = JSON.parse(readFileSync(fileOf(place, env), "utf8"));
    return Array.isArray(runs) ? runs : [];
  } catch {
    return [];
  }
}

function fileOf({ backendUrl, project, stack, projectFolder }: RunPlace, env: NodeJS.ProcessEnv): string {
  const parts = [backendIdentity(backendUrl, projectFolder), project, stack];
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
  return join(runsFolder(env), `${key}.json`);
}
