import { realClock } from "../../clock";
import {
  backendUrl,
  isObject,
  listStacks,
  locateExisting,
  locateProject,
  parseStackName,
  type ResourceState,
  readSelection,
  readStackFile,
} from "../../state";
import { print, printJson } from "../print";
import type { ProjectOptions } from "../project-options";
import { projectOf, stackOf } from "../stack-address";
import { ago, table } from "../table";
import { outputsOf, outputTable, readState } from "./read-outputs";

export interface ShowStackOptions extends ProjectOptions {
  readonly showIds: boolean;
  readonly showUrns: boolean;
  readonly showSecrets: boolean;
  readonly showName: boolean;
}

export async function showStack(options: ShowStackOptions): Promise<number> {
  const address = await stackOf(options);
  const located = await locateExisting(address);
  const { stack, backend, deployment } = located;
  if (options.showName) {
    print(`${stack}\n`);
    return 0;
  }
  const snapshot = await readState(located, address, options);
  const { resources, pendingOperations } = snapshot;
  const time = timeOf(deployment.json.manifest);
  print(`Current stack is ${stack}:\n    Managed by ${backend.url}\n`);
  if (time > 0) print(`    Last updated: ${ago(realClock.now() - time)} (${new Date(time).toISOString()})\n`);
  print(`Current stack resources (${resources.length}):\n`);
  if (resources.length === 0) print("    No resources currently in this stack\n");
  else {
    print(table(["TYPE", "NAME"], rowsOf(resources, options), "    "));
    print(`\n${outputTable(outputsOf(snapshot))}`);
  }
  if (pendingOperations.length > 0) {
    print(`\nPending operations, whose end nobody saw (${pendingOperations.length}):\n`);
    for (const { type, resource } of pendingOperations) print(`    ${type} ${resource.urn}\n`);
  }
  print("\nUse `nodecloud stack select` to change stack; `nodecloud stack ls` lists known ones\n");
  return 0;
}

export async function listAllStacks(options: ProjectOptions & { readonly json: boolean }): Promise<number> {
  const address = projectOf(options);
  const { project, backend } = await locateProject(address);
  const chosen =
    address.env.PULUMI_STACK || (await readSelection(project, backendUrl(project, address.env), address.env));
  const current = chosen && parseStackName(chosen, project.name);
  const stacks = await Promise.all(
    (await listStacks(backend, project.name)).map(async (name) => {
      const { manifest, resources } = (await readStackFile(backend, project.name, name))?.json ?? {};
      return { name, time: timeOf(manifest), count: Array.isArray(resources) ? resources.length : 0 };
    }),
  );
  if (options.json) {
    const shown = stacks.map(({ name, time, count }) => ({
      name,
      current: name === current,
      ...(time > 0 && { lastUpdate: new Date(time).toISOString() }),
      resourceCount: count,
    }));
    printJson(JSON.stringify(shown, undefined, 2));
    return 0;
  }
  const rows = stacks.map(({ name, time, count }) => [
    name === current ? `${name}*` : name,
    time > 0 ? ago(realClock.now() - time) : "n/a",
    String(count),
  ]);
  print(table(["NAME", "LAST UPDATE", "RESOURCE COUNT"], rows));
  return 0;
}

/** The tree of parents and children, in the order of the state; what has no parent stands last under the stack. */
function rowsOf(resources: readonly ResourceState[], options: ShowStackOptions): string[][] {
  const urns = new Set(resources.map(({ urn }) => urn));
  const [root] = resources;
  const childrenOf = ({ urn, delete: dying }: ResourceState) => {
    // Of a URN that stands there twice only the living one has children.
    const own = dying ? [] : resources.filter(({ parent }) => parent === urn);
    const orphans = resources.filter((one) => one !== root && !urns.has(one.parent));
    return urn === root?.urn ? [...own, ...orphans] : own;
  };
  const rows: string[][] = [];
  const visit = (one: ResourceState, branch: string, margin: string) => {
    const children = childrenOf(one);
    const name = one.urn.split("::").at(-1) ?? "";
    rows.push([`${branch}${one.type}`, one.delete ? `${name} (to be deleted)` : name]);
    const detail = `${margin}${children.length > 0 ? "│  " : "   "}`;
    if (options.showUrns) rows.push([`${detail}URN: ${one.urn}`]);
    if (options.showIds && one.id !== "") rows.push([`${detail}ID: ${one.id}`]);
    children.forEach((child, at) => {
      const last = at === children.length - 1;
      visit(child, `${margin}${last ? "└─ " : "├─ "}`, `${margin}${last ? "   " : "│  "}`);
    });
  };
  if (root) visit(root, "", "");
  return rows;
}

function timeOf(manifest: unknown): number {
  return isObject(manifest) && typeof manifest.time === "string" ? Date.parse(manifest.time) : Number.NaN;
}
