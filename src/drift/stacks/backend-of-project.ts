import { backendIdentity } from "../../plugin/state-identity";
import {
  absoluteUrl,
  findBackend,
  folderBackend,
  type Project,
  removeCredentials,
  StateError,
} from "../../state";
import { FolderStore } from "./folder-store";
import { pulumiOnPath } from "./pulumi-command";
import { PulumiStore } from "./pulumi-store";
import type { ReadContext } from "./read-context";
import type { StackStore } from "./stack-store";

/** How the stacks of a project are read. */
export interface ProjectBackend {
  readonly url: string;
  /** Whether the Pulumi CLI also finds this backend. */
  readonly isFoundByCli: boolean;
  readonly store: StackStore;
  /** Reads values that only the CLI can decrypt. Undefined if there is no CLI. */
  readonly pulumi: PulumiStore | undefined;
}

export async function backendOfProject(project: Project, context: ReadContext): Promise<ProjectBackend> {
  const { env, signal, cliSemaphore } = context;
  const { url, source } = await findBackend(project, env);
  const isFoundByCli = source !== "folder";
  const identity = backendIdentity(url, project.folder);
  const run = context.runPulumi ?? (await pulumiOnPath(env));
  const pulumi =
    run &&
    new PulumiStore({
      ...{ run, env, signal, cliSemaphore, identity, project },
      url: absoluteUrl(url, project.folder),
    });
  if (url.startsWith("file://")) {
    const store = new FolderStore(folderBackend(url, project.folder), project.name, identity);
    return { url, isFoundByCli, store, pulumi };
  }
  if (pulumi) return { url, isFoundByCli, store: pulumi, pulumi };
  throw new StateError(
    "backend",
    `The stacks of ${project.file} are in ${removeCredentials(url)}, and there is no \`pulumi\` on the PATH to read them. Nothing was read. Install the Pulumi CLI, or pass the output of \`pulumi stack export\`.`,
  );
}
