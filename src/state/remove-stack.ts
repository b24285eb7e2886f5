import { rm } from "node:fs/promises";
import { isRecord } from "../unknown";
import { backendUrl } from "./choose-backend";
import { StateError } from "./error";
import { readList } from "./json";
import { type LocatedStack, locateExisting, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { refuseWithPendingCreates } from "./pending-creates";
import { readSelection, writeSelection } from "./selection";
import { stackType } from "./snapshot";
import { removeStackFile } from "./stack-file";
import { parseStackName } from "./stack-name";

export interface RemoveStackOptions {
  /** Also remove a stack that has resources, which are then no longer managed. */
  readonly force: boolean;
  readonly preserveConfig: boolean;
  readonly removeBackups: boolean;
}

/**
 * Removes a stack, its history and `Pulumi.<stack>.yaml`. Another configuration file is kept, because other stacks may use it.
 * The last state is kept as `.bak`, and so are the backups. Resolves to the warnings. `verify` is called under the lock with the resources
 * in the state, as its JSON has them, and throws if the stack must stay.
 */
export async function removeStack(
  { configFile: _, ...address }: StackAddress,
  time: string,
  options: RemoveStackOptions,
  verify: (located: LocatedStack, resources: readonly unknown[]) => void = () => undefined,
): Promise<readonly string[]> {
  const { project, stack, backend, settings } = await locateExisting(address);
  // Without its last stack, the folder may no longer be the backend.
  const url = await backendUrl(project, address.env);
  const unlock = await lockStack(backend, project.name, stack, time);
  try {
    const located = await locateExisting(address);
    const { deployment } = located;
    const resources = readList(deployment.json.resources ?? [], `The state of ${stack}: resources`);
    const left = resources.filter((one) => !isRecord(one) || one.type !== stackType).length;
    if (left > 0 && !options.force) {
      throw new StateError(
        "notEmpty",
        `The stack "${stack}" still has ${left} ${left === 1 ? "resource" : "resources"}. Nothing was removed. Run \`destroy\` to delete them first, or pass --force to remove the stack and leave its resources unmanaged.`,
      );
    }
    if (!options.force) {
      const operations = readList(
        deployment.json.pending_operations ?? [],
        `The state of ${stack}: pending_operations`,
      );
      refuseWithPendingCreates(operations, "The stack was not removed; --force removes it.");
    }
    verify(located, resources);
    await removeStackFile(backend, project.name, stack, options);
    if (!options.preserveConfig) await rm(settings.file, { force: true });
  } finally {
    await unlock();
  }
  try {
    const selected = await readSelection(project, url, address.env);
    if (selected !== undefined && parseStackName(selected, project.name) === stack)
      await writeSelection(project, url, address.env, undefined);
    return [];
  } catch {
    return [
      `The stack "${stack}" was removed, but may still be selected, because the selection cannot be read or written. Run \`stack unselect\` to see why.`,
    ];
  }
}
