import {
  chooseUnnamedStack,
  noSuchStackError,
  type Project,
  StateError,
  saltOf,
  selectedStack,
} from "../../state";
import { UsageError } from "../usage-error";
import { backendOfProject, type ProjectBackend } from "./backend-of-project";
import { settingsOf } from "./project-settings";
import { readResourcesAndSettings } from "./provider-connections";
import type { ReadContext } from "./read-context";
import type { ProjectSource } from "./sources";
import { StackSecrets } from "./stack-secrets";
import type { ReadStack } from "./stack-store";

export async function readProjectStacks(
  project: Project,
  source: ProjectSource,
  context: ReadContext,
): Promise<readonly ReadStack[]> {
  const backend = await backendOfProject(project, context);
  const names = await namesOf(project, source, backend, context);
  if (source.configFile !== undefined && names.length > 1) {
    throw new UsageError(
      `The configuration file ${source.configFile} is given for ${names.length} stacks: ${names.join(", ")}. Nothing was read. Specify one stack.`,
    );
  }
  return Promise.all(names.map((name) => readStack(project, name, source, backend, context)));
}

async function namesOf(
  project: Project,
  { stacks }: ProjectSource,
  { store, url }: ProjectBackend,
  { env }: ReadContext,
): Promise<readonly string[]> {
  if (stacks === "all") {
    const all = await store.list();
    if (all.length > 0) return all;
    throw new StateError(
      "noStack",
      `The project "${project.name}" has no stacks in ${store.place}. Nothing was read. Set PULUMI_BACKEND_URL if they are elsewhere.`,
    );
  }
  if (stacks !== undefined) return [...new Set(stacks.map((name) => store.nameOf(name)))];
  if (env.PULUMI_STACK) return [store.nameOf(env.PULUMI_STACK)];
  const selected = await selectedStack(project, { ...env, PULUMI_BACKEND_URL: url });
  return [selected ?? chooseUnnamedStack(project, await store.list()).stack];
}

async function readStack(
  project: Project,
  name: string,
  { configFile }: ProjectSource,
  { isFoundByCli, store, pulumi }: ProjectBackend,
  context: ReadContext,
): Promise<ReadStack> {
  const state = await store.read(name);
  if (!state) throw noSuchStackError(project, name, store.place, await store.list());
  const { deployment, source } = state;
  const { passphrases } = context;
  const stack = shortName(name);
  const salt = saltOf(deployment, source);
  const secrets = new StackSecrets({
    ...{ name: `${project.name}/${stack} (${source})`, deployment, passphrases },
    readShown: pulumi && (() => pulumi.readSecrets(name)),
  });
  const configured = {
    ...{ project, stack, configFile, salt },
    isForeign: salt === undefined && (store === pulumi || deployment.secretsProvider !== undefined),
    readShown: pulumi && (() => pulumi.readConfiguration(name, configFile)),
  };
  const place = `The state of ${source}`;
  const read = await readResourcesAndSettings({ deployment, place, secrets }, context, () =>
    settingsOf(configured, context),
  );
  const recorded = {
    ...{
      project: project.name,
      stack,
      selector: name,
      source,
      folder: project.folder,
      configFile,
      backend: store.backend,
      isFoundByCli,
      organization: store.organizationOf(name),
    },
    ...read,
    isInFile: store.isInFile,
    findUpdate: () => store.findUpdate(name, state),
    listSiblings: async () => (await store.list()).map(shortName),
  };
  return { recorded, name, deployment };
}

/** The name of a stack without its organization. */
function shortName(name: string): string {
  return name.split("/").at(-1) ?? name;
}
