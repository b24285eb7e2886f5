import { realClock } from "../../clock";
import { locateExisting, lockOwners, nameInUrn, type ResourceState } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { print } from "../print";
import { resolveStack } from "../stack-address";
import { ago, table } from "../table";
import { outputsOf, outputTable, readStackState } from "./read-outputs";
import { updateTimeOf } from "./update-time";

interface ShowStackOptions extends ProjectOptions {
  readonly showIds: boolean;
  readonly showUrns: boolean;
  readonly showSecrets: boolean;
  readonly showName: boolean;
}

export async function showStack(options: ShowStackOptions): Promise<number> {
  const address = await resolveStack(options);
  const located = await locateExisting(address);
  const { project, stack, backend, deployment } = located;
  if (options.showName) {
    print(`${stack}\n`);
    return 0;
  }
  const snapshot = await readStackState(located, address, options);
  const { resources, pendingOperations } = snapshot;
  const time = updateTimeOf(deployment.json.manifest);
  print(`Current stack is ${stack}:\n    Managed by ${backend.url}\n`);
  if (time !== undefined)
    print(`    Last updated: ${ago(realClock.now() - time)} (${new Date(time).toISOString()})\n`);
  print(`Current stack resources (${resources.length}):\n`);
  if (resources.length === 0) print("    No resources currently in this stack\n");
  else {
    print(table(["TYPE", "NAME"], treeRows(resources, options), "    "));
    print(`\n${outputTable(outputsOf(snapshot))}`);
  }
  if (pendingOperations.length > 0) {
    const isLocked = (await lockOwners(backend, project.name, stack)).length > 0;
    const runs = isLocked ? "a run that is in progress or was killed" : "interrupted runs";
    print(`\nPending operations of ${runs} (${pendingOperations.length}):\n`);
    for (const { type, resource } of pendingOperations) print(`    ${type} ${resource.urn}\n`);
  }
  print("\nUse `nodecloud stack select` to change stack; `nodecloud stack ls` lists known ones\n");
  return 0;
}

/** The resources as a tree, in the order of the state. Those without a known parent come last under the stack. */
function treeRows(resources: readonly ResourceState[], options: ShowStackOptions): string[][] {
  const urns = new Set(resources.map(({ urn }) => urn));
  const [root] = resources;
  const childrenOf = ({ urn, delete: isToBeDeleted }: ResourceState) => {
    // A replaced resource that is still to be deleted has the URN of its replacement, which has the children.
    const own = isToBeDeleted ? [] : resources.filter(({ parent }) => parent === urn);
    const orphans = resources.filter((one) => one !== root && !urns.has(one.parent));
    return urn === root?.urn ? [...own, ...orphans] : own;
  };
  const rows: string[][] = [];
  const addRows = (resource: ResourceState, branch: string, margin: string) => {
    const children = childrenOf(resource);
    const name = nameInUrn(resource.urn);
    rows.push([`${branch}${resource.type}`, resource.delete ? `${name} (to be deleted)` : name]);
    const detail = `${margin}${children.length > 0 ? "│  " : "   "}`;
    if (options.showUrns) rows.push([`${detail}URN: ${resource.urn}`]);
    if (options.showIds && resource.id !== "") rows.push([`${detail}ID: ${resource.id}`]);
    children.forEach((child, index) => {
      const isLast = index === children.length - 1;
      addRows(child, `${margin}${isLast ? "└─ " : "├─ "}`, `${margin}${isLast ? "   " : "│  "}`);
    });
  };
  if (root) addRows(root, "", "");
  return rows;
}
