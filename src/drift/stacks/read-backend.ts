import { backendIdentity } from "../../plugin/state-identity";
import {
  type Backend,
  folderBackend,
  listProjects,
  listStacks,
  noSuchStackError,
  removeCredentials,
  StateError,
} from "../../state";
import { UsageError } from "../usage-error";
import { FolderStore } from "./folder-store";
import { readResourcesAndSettings } from "./provider-connections";
import type { ReadContext } from "./read-context";
import { settingsFor } from "./settings";
import type { BackendSource } from "./sources";
import { StackSecrets } from "./stack-secrets";
import type { ReadStack } from "./stack-store";

/** Reads stacks of a folder of the file backend, without the folders of their projects. */
export async function readBackendStacks(
  source: BackendSource,
  context: ReadContext,
): Promise<readonly ReadStack[]> {
  const { url } = source;
  const { passphrases } = context;
  if (!url.startsWith("file://")) {
    throw new UsageError(
      `The backend ${removeCredentials(url)} is not a folder (file://...). Nothing was read. Specify the folders of the projects instead, or pass exports of the stacks.`,
    );
  }
  const here = process.cwd();
  const backend = folderBackend(url, here);
  const stacks: ReadStack[] = [];
  for (const { project, stack } of await namesOf(source, backend)) {
    const store = new FolderStore(backend, project, backendIdentity(url, here));
    const name = store.nameOf(stack);
    const state = await store.read(name);
    if (!state) throw noSuchStackError({ name: project }, name, backend.url, await store.list());
    const { deployment, source: path } = state;
    const secrets = new StackSecrets({ name: `${project}/${name} (${path})`, deployment, passphrases });
    const place = `The state of ${path}`;
    const read = await readResourcesAndSettings({ deployment, place, secrets }, context, () =>
      settingsFor(`${project}/${name}`, context),
    );
    const recorded = {
      ...{ project, stack: name, selector: name, source: path, folder: undefined, backend: store.backend },
      isFoundByCli: true,
      organization: store.organizationOf(),
      ...read,
      isInFile: store.isInFile,
      findUpdate: () => store.findUpdate(name, state),
      listSiblings: () => store.list(),
    };
    stacks.push({ recorded, name, deployment });
  }
  return stacks;
}

interface StackName {
  readonly project: string;
  readonly stack: string;
}

async function namesOf(source: BackendSource, backend: Backend): Promise<readonly StackName[]> {
  const { stacks = "all", project } = source;
  if (stacks !== "all") return stacks.map((name) => parseName(name, project));
  const projects = project === undefined ? await listProjects(backend) : [project];
  const found: StackName[] = [];
  for (const one of projects) {
    for (const stack of await listStacks(backend, one)) found.push({ project: one, stack });
  }
  if (found.length > 0) return found;
  const of = project === undefined ? "" : ` of the project "${project}"`;
  throw new StateError(
    "noStack",
    `There are no stacks${of} in ${backend.url}. Nothing was read. Specify the folder that contains \`.pulumi\`.`,
  );
}

function parseName(text: string, project: string | undefined): StackName {
  const parts = text.split("/");
  const stack = parts.at(-1) ?? "";
  const named = parts.at(-2) ?? project;
  if (named !== undefined) return { project: named, stack: parts.length > 2 ? text : stack };
  throw new UsageError(
    `The project of the stack "${text}" is not specified, and no project folder is given. Nothing was read. Write <project>/${stack}.`,
  );
}
