import { nearestWords } from "../similar-words";
import type { EditedState, StateEdit, StateEntry } from "./edit-state";
import { StateError } from "./error";
import { neededBy } from "./integrity";
import { refuseWithPendingCreates } from "./pending-creates";
import { renamePendingUrns, renameUrns } from "./rename-urns";
import { providerReference } from "./snapshot";

export interface DeletionOptions {
  /** All resources, instead of the specified ones. */
  readonly all: boolean;
  /** Include protected resources. */
  readonly force: boolean;
  /** Include the resources that depend on them. */
  readonly targetDependents: boolean;
}

/** Removes resources from the state, which are then no longer managed. Calls `onDeleted` for each, in the order of the state. */
export function buildDeletion(
  urns: readonly string[],
  { all, force, targetDependents }: DeletionOptions,
  onDeleted: (entry: StateEntry) => void,
): StateEdit {
  return (entries) => {
    const named = new Set(all ? entries : urns.map((urn) => findSingleEntry(entries, urn)));
    const toDelete = withDependents(entries, named);
    const dependents = [...toDelete].filter((entry) => !named.has(entry));
    if (dependents.length > 0 && !targetDependents) throw dependentsError(named, dependents);
    const kept = [...toDelete].find(({ state }) => state.protect && !force);
    if (kept) {
      throw resourceError(
        `${kept.state.urn} cannot be safely deleted because it is protected. Nothing was changed. --force deletes it from the state anyway, and \`state unprotect\` removes the protection.`,
      );
    }
    const isKept = (entry: StateEntry) => !toDelete.has(entry);
    for (const entry of entries) if (!isKept(entry)) onDeleted(entry);
    return { resources: entries.filter(isKept).map(({ json }) => json) };
  };
}

/** Unprotects resources. Without URNs: all that do not await deletion. */
export function buildUnprotection(urns: readonly string[] | undefined): StateEdit {
  return (entries) => {
    const current = entries.filter(({ state }) => !state.delete);
    const missing = (urns ?? []).filter((urn) => !current.some(({ state }) => state.urn === urn));
    if (missing.length > 0)
      throw resourceError(missing.map((urn) => describeMissingResource(current, urn)).join("\n"));
    return {
      resources: entries.map(({ state, json }) => {
        if (state.delete || (urns && !urns.includes(state.urn))) return json;
        const { protect: _, ...rest } = json;
        return rest;
      }),
    };
  };
}

/** Renames a resource and all references to it. */
export function buildRenaming(urn: string, name: string): StateEdit {
  return (entries, pendingOperations): EditedState => {
    findSingleEntry(entries, urn);
    const parts = urn.split("::");
    const renamed = [...parts.slice(0, 3), name].join("::");
    if (name === "") throw resourceError("The new name is empty. Nothing was changed. Choose another name.");
    if (urn !== renamed && entries.some(({ state }) => state.urn === renamed))
      throw resourceError(`A resource ${renamed} already exists. Nothing was changed. Choose another name.`);
    refuseWithPendingCreates(pendingOperations, "Nothing was changed.", urn);
    const rename = (one: string) => (one === urn ? renamed : one);
    return {
      resources: entries.map(({ json }) => renameUrns(json, rename)),
      pendingOperations: renamePendingUrns(pendingOperations, rename),
    };
  };
}

/** Adds the resources that depend on the given ones. A dependency on a URN is met as long as one resource has it. */
function withDependents(
  entries: readonly StateEntry[],
  named: ReadonlySet<StateEntry>,
): ReadonlySet<StateEntry> {
  const toDelete = new Set(named);
  const isDeleted = (fits: (entry: StateEntry) => boolean) => {
    const matches = entries.filter(fits);
    return matches.length > 0 && matches.every((entry) => toDelete.has(entry));
  };
  for (let before = -1; before !== toDelete.size; ) {
    before = toDelete.size;
    for (const entry of entries) {
      const { parent, provider } = entry.state;
      const needed = [...neededBy(entry.state), ...(parent === "" ? [] : [parent])];
      if (
        needed.some((urn) => isDeleted(({ state }) => state.urn === urn)) ||
        isDeleted(({ state }) => providerReference(state) === provider)
      )
        toDelete.add(entry);
    }
  }
  return toDelete;
}

function findSingleEntry(entries: readonly StateEntry[], urn: string): StateEntry {
  const found = entries.filter(({ state }) => state.urn === urn);
  const [entry] = found;
  if (!entry) throw resourceError(describeMissingResource(entries, urn));
  if (found.length === 1) return entry;
  const ids = found.map(({ state }) => `${state.id}${state.delete ? " (to be deleted)" : ""}`).join(", ");
  throw resourceError(
    `The state has several resources ${urn}, with the ids ${ids}. Nothing was changed. \`up\` deletes those that were replaced; otherwise, edit the state with \`stack export\` and \`stack import\`.`,
  );
}

function describeMissingResource(entries: readonly StateEntry[], urn: string): string {
  const near = nearestWords(urn, [...new Set(entries.map(({ state }) => state.urn))]);
  const meant = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `No such resource "${urn}" exists in the current state.${meant} Nothing was changed. \`stack --show-urns\` lists the URNs; quote them, because a shell expands $ in them.`;
}

function dependentsError(named: ReadonlySet<StateEntry>, dependents: readonly StateEntry[]): StateError {
  const subject = [...named].map(({ state }) => state.urn).join(", ");
  const list = dependents.map(({ state }) => ` * ${state.urn}`).join("\n");
  return resourceError(
    `${subject} cannot be safely deleted because the following resources depend on it:\n${list}\nNothing was changed. Delete those resources first or pass --target-dependents.`,
  );
}

const resourceError = (message: string) => new StateError("resource", message);
