import { isRecord } from "../unknown";
import { readSnapshot, writeCheckpoint } from "./checkpoint";
import { StateError } from "./error";
import { findViolation } from "./integrity";
import { type JsonObject, readList } from "./json";
import { type LocatedStack, locateExisting, type StackAddress } from "./locate-stack";
import { lockStack } from "./lock";
import { maskedSecrets } from "./property-json";
import type { ResourceState } from "./snapshot";
import { backUpStack, writeStackFile } from "./stack-file";

/** One resource of a state, and its JSON with encrypted secrets. */
export interface StateEntry {
  readonly state: ResourceState;
  readonly json: JsonObject;
}

/** The result of an edit. `pendingOperations` only if the edit changes them. */
export interface EditedState {
  readonly resources: readonly JsonObject[];
  readonly pendingOperations?: readonly unknown[];
}

export type StateEdit = (
  entries: readonly StateEntry[],
  pendingOperations: readonly unknown[],
) => EditedState;

/**
 * Edits a stack's state under its lock and after a backup. Refuses an edit that makes the state inconsistent, unless it was inconsistent
 * before. Needs no passphrase. `milliseconds` since 1970.
 */
export async function editState(address: StackAddress, milliseconds: number, edit: StateEdit): Promise<void> {
  const { project, stack, backend } = await locateExisting(address);
  const unlock = await lockStack(backend, project.name, stack, new Date(milliseconds).toISOString());
  try {
    const edited = applyEdit(await locateExisting(address), edit);
    await backUpStack(backend, project.name, stack, `${Math.trunc(milliseconds)}000000`);
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, edited));
  } finally {
    await unlock();
  }
}

/** The deployment of a stack after an edit. */
export function applyEdit(
  { deployment, stack }: Pick<LocatedStack, "deployment" | "stack">,
  edit: StateEdit,
): JsonObject {
  const json = deployment?.json ?? {};
  const place = `The state of ${stack}`;
  const read = (value: JsonObject) =>
    readSnapshot({ json: value, salt: undefined }, place, maskedSecrets, () => undefined).resources;
  const before = read(json);
  const listed = readList(json.resources ?? [], `${place}: resources`);
  const entries = before.map((state, at) => ({ state, json: objectAt(listed, at) }));
  const pending = readList(json.pending_operations ?? [], `${place}: pending_operations`);
  const { resources, pendingOperations } = edit(entries, pending);
  const { resources: _, ...rest } = json;
  const edited = {
    ...rest,
    ...(resources.length > 0 && { resources }),
    ...(pendingOperations && pendingOperations.length > 0 && { pending_operations: pendingOperations }),
  };
  const broken = findViolation(read(edited));
  if (broken !== undefined && findViolation(before) === undefined) {
    throw new StateError(
      "checkpoint",
      `${place} would be inconsistent after this edit: ${broken}. Nothing was changed.`,
    );
  }
  return edited;
}

function objectAt(list: readonly unknown[], at: number): JsonObject {
  const item = list[at];
  return isRecord(item) ? item : {};
}
