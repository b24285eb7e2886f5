import { backendIdentity } from "../../plugin/state-identity";
import {
  absoluteUrl,
  backendUrl,
  folderBackend,
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
  const url = await backendUrl(project, env);
  const identity = backendIdentity(url, project.folder);
  const run = reading.runPulumi ?? (await pulumiOnPath(env));
  const pulumi =
    run &&
    new PulumiStore({
      ...{ run, env, signal, cliProcesses, identity, project },
      url: absoluteUrl(url, project.folder),
    });
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
