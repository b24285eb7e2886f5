import type { PulumiStore } from "../drift/stacks/pulumi-store";
import type { StoredState } from "../drift/stacks/stack-store";
import {
  type JsonObject,
  mapSecrets,
  plaintextSecrets,
  type ResourceState,
  readList,
  readObject,
  readSnapshot,
  type Snapshot,
  StateError,
  unsupportedFields,
  writeResource,
} from "../state";
import { type RecoveryStore, type StoredSnapshot, savedAtOf } from "./recovery-store";

/** A stack of any backend, read and written by the Pulumi CLI. Its import drops pending operations, and only it can lock. */
export class CliRecoveryStore implements RecoveryStore {
  readonly keepsOperations = false;
  readonly #cli: PulumiStore;
  readonly #stack: string;
  #read: StoredState | undefined;
  #envelope: JsonObject = {};
  /** The resources as they were exported, with encrypted secrets. */
  readonly #exported = new Map<ResourceState, JsonObject>();
  /** The exported entries of pending creates. */
  #creates: readonly JsonObject[] = [];

  constructor(cli: PulumiStore, stack: string) {
    this.#cli = cli;
    this.#stack = stack;
  }

  /** The CLI locks the stack only while it imports, so a run that starts in the meantime is noticed before the import. */
  async lock(): Promise<() => Promise<void>> {
    this.#read = await this.#cli.read(this.#stack);
    await this.#refuseUpdated();
    return async () => undefined;
  }

  async load(): Promise<StoredSnapshot> {
    const place = `The state of ${this.#stack}`;
    this.#envelope = await this.#cli.export(this.#stack, false);
    const exported = readObject(this.#envelope.deployment, place);
    const shown = readObject((await this.#cli.export(this.#stack, true)).deployment, place);
    const listed = readList(exported.resources ?? [], `${place}: resources`);
    const resources = readList(shown.resources ?? [], `${place}: resources`).map((value, at) =>
      supportedPart(readObject(value, `${place}: resources[${at}]`)),
    );
    const operations = operationsIn(shown, place).map(({ resource, ...operation }) => ({
      ...operation,
      resource: supportedPart(resource),
    }));
    this.#creates = operationsIn(exported, place).flatMap(({ type, resource }) =>
      type === "creating" ? [resource] : [],
    );
    const deployment = { json: { ...shown, resources, pending_operations: operations }, salt: undefined };
    const snapshot = readSnapshot(deployment, place, plaintextSecrets, () => undefined);
    for (const [at, state] of snapshot.resources.entries()) {
      const json = readObject(listed[at] ?? {}, `${place}: resources[${at}]`);
      if (json.urn !== state.urn) throw updatedError(this.#stack);
      this.#exported.set(state, json);
    }
    return { snapshot, savedAt: savedAtOf(exported.manifest) };
  }

  verifyCurrent(): Promise<void> {
    return this.#refuseUpdated();
  }

  async save(snapshot: Snapshot): Promise<void> {
    await this.#refuseUpdated();
    const { pending_operations: _, ...rest } = readObject(this.#envelope.deployment, this.#stack);
    const resources = snapshot.resources.map((state) => this.#exported.get(state) ?? this.#toJson(state));
    await this.#cli.import(this.#stack, { ...this.#envelope, deployment: { ...rest, resources } });
  }

  async #refuseUpdated(): Promise<void> {
    const update = this.#read && (await this.#cli.findUpdate(this.#stack, this.#read));
    if (update === undefined) return;
    if (update.state === "ended") throw updatedError(this.#stack);
    throw new StateError("locked", `${update.message} Nothing was changed.`);
  }

  /** Writes secrets in plain text, because the CLI encrypts them, and keeps unknown fields as they were. */
  #toJson(state: ResourceState): JsonObject {
    const before = this.#jsonBefore(state);
    const kept = Object.fromEntries(
      unsupportedFields.flatMap((name) => (name in before ? [[name, before[name]]] : [])),
    );
    const written = mapSecrets(writeResource(state, plaintextSecrets), ({ ciphertext = "" }) => ({
      plaintext: ciphertext,
    }));
    return { ...kept, ...readObject(written, state.urn) };
  }

  /** The exported entry of a resource. For one whose id has just been recorded: its pending create, or else its unresolved create. */
  #jsonBefore({ urn, id }: ResourceState): JsonObject {
    const own = [...this.#exported].filter(([state]) => state.urn === urn);
    return (
      own.find(([state]) => state.id === id)?.[1] ??
      this.#creates.find((resource) => resource.urn === urn) ??
      own.find(([state]) => !state.delete)?.[1] ??
      {}
    );
  }
}

/** The pending operations of a deployment. */
function operationsIn(
  deployment: JsonObject,
  place: string,
): readonly { readonly type: unknown; readonly resource: JsonObject }[] {
  const list = `${place}: pending_operations`;
  return readList(deployment.pending_operations ?? [], list).map((value, at) => {
    const { type, resource } = readObject(value, `${list}[${at}]`);
    return { type, resource: readObject(resource, `${list}[${at}].resource`) };
  });
}

function supportedPart(resource: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !unsupportedFields.includes(name)));
}

function updatedError(stack: string): StateError {
  return new StateError(
    "locked",
    `The stack ${stack} was updated after its state was read. Nothing was changed. Run the command again.`,
  );
}
