import { backendIdentity, currentLogin } from "../../plugin/state-identity";
import {
  backendAt,
  backendUrl,
  folderBackend,
  listStacks,
  type Project,
  removeCredentials,
  StateError,
} from "../../state";
import { FolderStore } from "./folder-store";
import { pulumiOnPath } from "./pulumi-command";
import { PulumiStore } from "./pulumi-store";
import type { Reading } from "./reading";
import type { StackStore } from "./stack-store";

/** How the stacks of a project are read. */
export interface ProjectBackend {
  readonly url: string;
  readonly store: StackStore;
  /** Reads what only the CLI can decrypt. Undefined: there is no CLI. */
  readonly pulumi: PulumiStore | undefined;
}

export async function backendOfProject(project: Project, reading: Reading): Promise<ProjectBackend> {
  const { env, signal, cliProcesses } = reading;
  const url = await addressOf(project, reading);
  const identity = backendIdentity(url, project.folder);
  const run = reading.runPulumi ?? (await pulumiOnPath(env));
  const pulumi = run && new PulumiStore({ run, env, signal, cliProcesses, url, identity, project });
  if (url.startsWith("file://")) {
    const store = new FolderStore(folderBackend(url, project.folder), project.name, identity);
    return { url, store, pulumi };
  }
  if (pulumi) return { url, store: pulumi, pulumi };
  throw new StateError(
    "backend",
    `The stacks of ${project.file} are in ${removeCredentials(url)}, and there is no \`pulumi\` on the PATH to read them. Nothing was read. Install the Pulumi CLI, or give what \`pulumi stack export\` writes.`,
  );
}

/**
 * The backend that the project's stacks are in: PULUMI_BACKEND_URL, else `backend.url` of the project, else the project's folder if it
 * has stacks of the project, else the one that the CLI is logged in to.
 */
async function addressOf(project: Project, { env }: Reading): Promise<string> {
  const own = backendAt(project.folder);
  if (env.PULUMI_BACKEND_URL || project.backendUrl) return backendUrl(project, env);
  const hasStacks = (await listStacks(own, project.name)).length > 0;
  return (hasStacks ? undefined : currentLogin(env)) || own.url;
}
