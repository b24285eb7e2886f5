import { nearestWords } from "../similar-words";
import type { EditedState, StateEdit, StateEntry } from "./edit-state";
import { StateError } from "./error";
import { neededBy } from "./integrity";
import { renamePendingUrns, renameUrns } from "./rename-urns";

export interface DeletionOptions {
  /** All resources, instead of the named ones. */
  readonly all: boolean;
  /** Include protected resources. */
  readonly force: boolean;
  /** Include the resources that depend on them. */
  readonly targetDependents: boolean;
}

/** Removes resources from the state, which are then no longer managed. Calls `onDeleted` for each, in the order of the state. */
export function deletion(
  urns: readonly string[],
  { all, force, targetDependents }: DeletionOptions,
  onDeleted: (entry: StateEntry) => void,
): StateEdit {
  return (entries) => {
    const named = new Set(all ? entries : urns.map((urn) => onlyEntry(entries, urn)));
    const condemned = withDependents(entries, named);
    const dependents = [...condemned].filter((entry) => !named.has(entry));
    if (dependents.length > 0 && !targetDependents) throw stillNeeded(named, dependents);
    const kept = [...condemned].find(({ state }) => state.protect && !force);
    if (kept) {
      throw refused(
        `${kept.state.urn} can't be safely deleted because it is protected. Nothing was changed. --force deletes it from the state anyway, and \`state unprotect\` removes the protection.`,
      );
    }
    const isLeft = (entry: StateEntry) => !condemned.has(entry);
    for (const entry of entries) if (!isLeft(entry)) onDeleted(entry);
    return { resources: entries.filter(isLeft).map(({ json }) => json) };
  };
}

/** Unprotects resources. Without URNs: all that are not to be deleted. */
export function unprotection(urns: readonly string[] | undefined): StateEdit {
  return (entries) => {
    const living = entries.filter(({ state }) => !state.delete);
    const missing = (urns ?? []).filter((urn) => !living.some(({ state }) => state.urn === urn));
    if (missing.length > 0) throw refused(missing.map((urn) => noSuchResource(living, urn)).join("\n"));
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
export function renaming(urn: string, name: string): StateEdit {
  return (entries, pendingOperations): EditedState => {
    onlyEntry(entries, urn);
    const parts = urn.split("::");
    const renamed = [...parts.slice(0, 3), name].join("::");
    if (parts.length < 4 || name === "")
      throw refused(`"${urn}" can't be renamed to "${name}". Nothing was changed.`);
    if (urn !== renamed && entries.some(({ state }) => state.urn === renamed))
      throw refused(`A resource ${renamed} already exists. Nothing was changed. Choose another name.`);
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
  const condemned = new Set(named);
  const isGone = (fits: (entry: StateEntry) => boolean) => {
    const bearers = entries.filter(fits);
    return bearers.length > 0 && bearers.every((entry) => condemned.has(entry));
  };
  for (let before = -1; before !== condemned.size; ) {
    before = condemned.size;
    for (const entry of entries) {
      const { parent, provider } = entry.state;
      const needed = [...neededBy(entry.state), ...(parent === "" ? [] : [parent])];
      if (
        needed.some((urn) => isGone(({ state }) => state.urn === urn)) ||
        isGone(({ state }) => `${state.urn}::${state.id}` === provider)
      )
        condemned.add(entry);
    }
  }
  return condemned;
}

function onlyEntry(entries: readonly StateEntry[], urn: string): StateEntry {
  const found = entries.filter(({ state }) => state.urn === urn);
  const [entry] = found;
  if (!entry) throw refused(noSuchResource(entries, urn));
  if (found.length === 1) return entry;
  const ids = found.map(({ state }) => `${state.id}${state.delete ? " (to be deleted)" : ""}`).join(", ");
  throw refused(
    `The state has several resources ${urn}, with the ids ${ids}. Nothing was changed. \`up\` deletes those that were replaced; else edit the state with \`stack export\` and \`stack import\`.`,
  );
}

function noSuchResource(entries: readonly StateEntry[], urn: string): string {
  const near = nearestWords(urn, [...new Set(entries.map(({ state }) => state.urn))]);
  const meant = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : "";
  return `No such resource "${urn}" exists in the current state.${meant} Nothing was changed. \`stack --show-urns\` lists the URNs; quote them, because a shell expands $ in them.`;
}

function stillNeeded(named: ReadonlySet<StateEntry>, dependents: readonly StateEntry[]): StateError {
  const subject = [...named].map(({ state }) => state.urn).join(", ");
  const list = dependents.map(({ state }) => ` * ${state.urn}`).join("\n");
  return refused(
    `${subject} can't be safely deleted because the following resources depend on it:\n${list}\nNothing was changed. Delete those resources first or pass --target-dependents.`,
  );
}

const refused = (message: string) => new StateError("resource", message);
