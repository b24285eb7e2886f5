import { realClock } from "../../clock";
import {
  backendUrl,
  listStacks,
  locateProject,
  parseStackName,
  readSelection,
  readStackFile,
} from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print, printJson } from "../print";
import { projectAddress } from "../stack-address";
import { ago, table } from "../table";
import { updateTimeOf } from "./update-time";

/** Lists the project's stacks as `pulumi stack ls` does, with or without `--json`. */
export async function printStacks(options: ProjectOptions & { readonly json: boolean }): Promise<number> {
  const address = projectAddress(options);
  const { project, backend } = await locateProject(address);
  const selected =
    address.env.PULUMI_STACK ||
    (await readSelection(project, await backendUrl(project, address.env), address.env));
  const current = selected && parseStackName(selected, project.name);
  const stacks = await Promise.all(
    (await listStacks(backend, project.name)).map(async (name) => {
      const { manifest, resources } = (await readStackFile(backend, project.name, name))?.json ?? {};
      return { name, time: updateTimeOf(manifest), count: Array.isArray(resources) ? resources.length : 0 };
    }),
  );
  if (options.json) {
    const shown = stacks.map(({ name, time, count }) => ({
      name,
      current: name === current,
      ...(time !== undefined && { lastUpdate: new Date(time).toISOString() }),
      resourceCount: count,
    }));
    printJson(JSON.stringify(shown, undefined, 2));
    return 0;
  }
  const rows = stacks.map(({ name, time, count }) => [
    name === current ? `${name}*` : name,
    time === undefined ? "n/a" : ago(realClock.now() - time),
    String(count),
  ]);
  print(table(["NAME", "LAST UPDATE", "RESOURCE COUNT"], rows));
  return 0;
}
