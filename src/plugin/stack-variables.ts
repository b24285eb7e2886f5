import { shortHash } from "../short-hash";
import { isRecord } from "../unknown";

/** An object in the state. The type is that of its resource: `Instance`. The owner is the short hash of its URN. */
export interface StackObject {
  readonly type: string;
  readonly id: string;
  readonly owner: string;
  /** Whether a replacement has left the entry behind, and leaves the object in the service (`retainOnDelete`). */
  readonly isRetained?: boolean;
  /** When it was created, if several entries have its id: a restarted service, or another one, may use an id again. */
  readonly created?: string;
}

/** What the types of this package's resources begin with. */
export const ownType = "pulumi-nodejs:dynamic/nodecloud:";
/**
 * In characters. Windows accepts environment variables of up to 32 KiB, other systems of up to 128 KiB, so about 1,000 or 4,000 objects
 * fit.
 */
const maxLength = process.platform === "win32" ? 30_000 : 100_000;

/**
 * The environment variables with which the embedded engine passes facts about the state to the plugin of a provider. The Pulumi CLI passes
 * none. The plugin of an explicit provider gets no objects: resources may have come from another provider, with objects of its account.
 * @param resources The resources in the state: as JSON, or as the engine reads them.
 * @param provider The URN of an explicit provider. Undefined for the default provider.
 */
export function stackVariables(
  resources: readonly unknown[],
  provider?: string,
): Readonly<Record<string, string>> {
  const account = stackAccount(resources, provider);
  const objects = provider === undefined ? writeObjects(stackObjects(resources)) : "";
  return {
    ...(account === undefined ? {} : { NODECLOUD_STACK_ACCOUNT: account }),
    ...(objects === "" || objects.length > maxLength ? {} : { NODECLOUD_STACK_OBJECTS: objects }),
  };
}

/**
 * The account that the objects of a provider belong to. With it, a plugin recognizes the token of another account before its first create.
 * Undefined if the state records none, or several.
 * @param provider The URN of an explicit provider. Undefined for the default provider.
 */
export function stackAccount(resources: readonly unknown[], provider?: string): string | undefined {
  const accounts = new Set(resourcesOf(provider, resources).flatMap(accountOf));
  const [account] = accounts;
  return accounts.size === 1 ? account : undefined;
}

/** The objects in the state, one for each entry: a replacement that failed may leave two entries of one object. */
export function stackObjects(resources: readonly unknown[]): readonly StackObject[] {
  const objects = resourcesOf(undefined, resources).flatMap(
    ({ type, id, urn, outputs, pendingReplacement: isDeleted, retainOnDelete, delete: isLeftover }) =>
      typeof type === "string" && typeof id === "string" && typeof urn === "string" && id !== "" && !isDeleted
        ? [
            {
              type: type.slice(ownType.length),
              id,
              owner: shortHash(urn),
              ...(retainOnDelete === true && isLeftover === true && { isRetained: true }),
              ...createdAs(identityIn(outputs).created),
            },
          ]
        : [],
  );
  const entries = new Map<string, number>();
  const keyOf = ({ type, id }: StackObject) => `${type} ${id}`;
  for (const object of objects) entries.set(keyOf(object), (entries.get(keyOf(object)) ?? 0) + 1);
  return objects.map(({ created, ...object }) =>
    created !== undefined && entries.get(keyOf(object)) !== 1 ? { ...object, created } : object,
  );
}

/** `{"Instance": [["12", "0123456789ab"], ["13", "ba9876543210", true, "2026-11-23T09:00:00"]]}` */
function writeObjects(objects: readonly StackObject[]): string {
  const byType: Record<string, (readonly (string | boolean)[])[]> = {};
  for (const { type, id, owner, isRetained = false, created } of objects) {
    byType[type] ??= [];
    byType[type].push([
      ...[id, owner],
      ...(isRetained || created !== undefined ? [isRetained] : []),
      ...(created === undefined ? [] : [created]),
    ]);
  }
  return JSON.stringify(byType);
}

/** The objects in the variable NODECLOUD_STACK_OBJECTS. */
export function readStackObjects(text: string | undefined): readonly StackObject[] {
  const byType: unknown = text === undefined || text === "" ? {} : JSON.parse(text);
  if (!isRecord(byType)) return [];
  return Object.entries(byType).flatMap(([type, entries]) =>
    Array.isArray(entries)
      ? entries.map(([id, owner, isRetained, created]) => ({
          ...{ type, id: String(id), owner: String(owner) },
          ...(isRetained === true && { isRetained }),
          ...createdAs(created),
        }))
      : [],
  );
}

/** The resources of one provider, because others may use other tokens. Without those that the program only reads. */
function resourcesOf(
  urn: string | undefined,
  resources: readonly unknown[],
): readonly Readonly<Record<string, unknown>>[] {
  return resources.filter(isRecord).filter(({ type, provider, external }) => {
    const isOwn = typeof type === "string" && type.startsWith(ownType) && external !== true;
    if (!isOwn || typeof provider !== "string") return false;
    if (urn === undefined) return provider.includes(":pulumi-nodejs::default::");
    return provider.slice(0, provider.lastIndexOf("::")) === urn;
  });
}

function accountOf({ outputs }: Readonly<Record<string, unknown>>): readonly string[] {
  const { account } = identityIn(outputs);
  return typeof account === "string" ? [account] : [];
}

function identityIn(outputs: unknown): Readonly<Record<string, unknown>> {
  return isRecord(outputs) && isRecord(outputs.identity) ? outputs.identity : {};
}

function createdAs(created: unknown): Pick<StackObject, "created"> {
  return typeof created === "string" ? { created } : {};
}
