import { isSameValue, type ResourceState } from "../../state";
import type { ProviderPort } from "./provider-port";
import type { StackState } from "./stack-state";
import { typeOf } from "./urn";

type DeleteRequest = Parameters<ProviderPort["delete"]>[0];

/** The property that tells a provider that a resource with another provider manages the object. Its plugin cannot know that. */
const mark = "managedWithOtherProvider";

const scheduleType = "pulumi-nodejs:dynamic/nodecloud:BackupSchedule";
const instanceType = "pulumi-nodejs:dynamic/nodecloud:Instance";

/**
 * Marks the delete of an object that the state also has for a resource with another provider, whose plugin is another process. If all of
 * them are deleted, the last delete is not marked.
 */
export function withSharedDeletes(provider: ProviderPort, stackState: StackState): ProviderPort {
  const leaving = new Set<string>();
  return {
    ...provider,
    delete: async (request) => {
      const key = keyOf(request);
      // In the same tick as the search, so that of two deletes at the same time one finds the other.
      leaving.add(key);
      try {
        const isShared = statesOf(stackState).some(
          (state) => managesObjectOf(request, state) && !leaving.has(keyOf(state)),
        );
        if (!isShared) return await provider.delete(request);
        return await provider.delete({ ...request, outputs: { ...request.outputs, [mark]: true } });
      } finally {
        leaving.delete(key);
      }
    },
  };
}

function keyOf({ urn, id, provider }: Pick<ResourceState, "urn" | "id" | "provider">): string {
  return JSON.stringify([urn, id, provider]);
}

function statesOf(stackState: StackState): readonly ResourceState[] {
  const old = stackState.base.filter((entry) => !stackState.isRemoved(entry));
  return [...old.map(({ state }) => state), ...stackState.added];
}

/**
 * Services may use the same ids, so only the recorded identity proves it. The backup service of an instance is also managed by an instance
 * that declares `backupsEnabled: true`.
 */
function managesObjectOf(deleted: DeleteRequest, state: ResourceState): boolean {
  if (state.id !== deleted.id) return false;
  if (state.external || state.pendingReplacement || (state.delete && state.retainOnDelete)) return false;
  const type = typeOf(deleted.urn);
  const isInstance = type === scheduleType && state.type === instanceType;
  if (isInstance && state.inputs.backupsEnabled !== true) return false;
  if (state.type !== type && !isInstance) return false;
  const { identity } = state.outputs;
  const isSame = identity !== undefined && isSameValue(identity, deleted.outputs.identity);
  return isSame && state.provider !== deleted.provider;
}
