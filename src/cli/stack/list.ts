import { realClock } from "../../clock";
import {
  type Backend,
  backendUrl,
  type Environment,
  listStacks,
  locateProject,
  type Project,
  parseJson,
  parseStackName,
  readSelection,
  readStackText,
  readStoredDeployment,
  StateError,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printJson, printWarnings } from "../print";
import { projectAddress } from "../stack-address";
import { ago, table } from "../table";
import { updateTimeOf } from "./update-time";

/** Lists the project's stacks as `pulumi stack ls` does, with or without `--json`. */
export async function printStacks(options: ProjectOptions & { readonly json: boolean }): Promise<number> {
  const address = projectAddress(options);
  const { project, backend } = await locateProject(address);
  const current = await findCurrent(project, address.env);
  const stacks = await Promise.all(
    (await listStacks(backend, project.name)).map(async (name) => ({
      name,
      ...(await summarize(backend, project.name, name)),
    })),
  );
  if (options.json) {
    const shown = stacks.map(({ name, time, count }) => ({
      name,
      current: name === current,
      ...(time !== undefined && { lastUpdate: new Date(time).toISOString() }),
      ...(count !== undefined && { resourceCount: count }),
    }));
    printJson(JSON.stringify(shown, undefined, 2));
    return 0;
  }
  const rows = stacks.map(({ name, time, count }) => [
    name === current ? `${name}*` : name,
    time === undefined ? "n/a" : ago(realClock.now() - time),
    count === undefined ? "n/a" : String(count),
  ]);
  print(table(["NAME", "LAST UPDATE", "RESOURCE COUNT"], rows));
  return 0;
}

/** Undefined, after a warning, if the selected stack is unknown, which must not hide the stacks. */
async function findCurrent(project: Project, env: Environment): Promise<string | undefined> {
  try {
    const selected = env.PULUMI_STACK || (await readSelection(project, await backendUrl(project, env), env));
    return selected === undefined ? undefined : parseStackName(selected, project.name);
  } catch (cause) {
    if (!(cause instanceof StateError)) throw cause;
    printWarnings([cause.message]);
    return undefined;
  }
}

interface StackSummary {
  readonly time?: number | undefined;
  readonly count?: number;
}

/** Reads a state that only the Pulumi CLI may support. Empty if it cannot be read, which must not hide the other stacks. */
async function summarize(backend: Backend, project: string, name: string): Promise<StackSummary> {
  try {
    const found = await readStackText(backend, project, name);
    if (!found) return { count: 0 };
    const { json } = readStoredDeployment(parseJson(found.text, found.path), found.path);
    const { manifest, resources } = json;
    return { time: updateTimeOf(manifest), count: Array.isArray(resources) ? resources.length : 0 };
  } catch {
    return {};
  }
}
