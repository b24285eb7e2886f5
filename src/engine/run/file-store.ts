import type { Clock } from "../../clock";
import {
  emptySnapshot,
  type JsonObject,
  lockOwners,
  lockStack,
  type OpenedStack,
  type PropertyMap,
  parseStackName,
  type ResourceState,
  readSnapshot,
  readStackFile,
  type Snapshot,
  StateError,
  stackType,
  writeCheckpoint,
  writeDeployment,
  writeResource,
  writeStackFile,
} from "../../state";
import type { StorePort } from "../core";

/** The store of a run: a stack in the CLI's file backend. */
export class FileStore implements StorePort {
  readonly #stack: OpenedStack;
  readonly #clock: Clock;
  readonly #beforeUnlock: () => Promise<void>;
  /** Resources that did not change are not converted and encrypted again for each write. */
  readonly #jsonByResource = new WeakMap<ResourceState, JsonObject>();

  /** `beforeUnlock` runs while the state still belongs to this run: the next run may be waiting for the lock. */
  constructor(stack: OpenedStack, clock: Clock, beforeUnlock: () => Promise<void> = async () => undefined) {
    this.#stack = stack;
    this.#clock = clock;
    this.#beforeUnlock = beforeUnlock;
  }

  async load(): Promise<Snapshot> {
    const { backend, project, stack, secrets } = this.#stack;
    // Read under the lock, because another run may have ended since the stack was opened.
    const deployment = await readStackFile(backend, project.name, stack);
    return deployment ? readSnapshot(deployment, `The state of ${stack}`, secrets) : emptySnapshot;
  }

  async save(snapshot: Snapshot): Promise<void> {
    const { backend, project, stack, secrets } = this.#stack;
    const time = new Date(this.#clock.now()).toISOString();
    const deployment = writeDeployment(snapshot, secrets.salt, time, (resource) => this.#toJson(resource));
    await writeStackFile(backend, project.name, stack, writeCheckpoint(project.name, stack, deployment));
  }

  async lock(): Promise<() => Promise<void>> {
    const { backend, project, stack } = this.#stack;
    const time = new Date(this.#clock.now()).toISOString();
    const unlock = await lockStack(backend, project.name, stack, time);
    return async () => {
      await this.#beforeUnlock();
      await unlock();
    };
  }

  async lockOwners(): Promise<readonly string[]> {
    const { backend, project, stack } = this.#stack;
    return lockOwners(backend, project.name, stack);
  }

  async outputsOf(name: string): Promise<PropertyMap | undefined> {
    const { backend, project, secrets, openOther } = this.#stack;
    const parts = name.split("/");
    const owner = parts.length === 3 ? (parts[1] ?? project.name) : project.name;
    const stack = parseStackName(parts.length === 3 ? (parts[2] ?? "") : name, owner);
    const deployment = await readStackFile(backend, owner, stack);
    if (!deployment) return undefined;
    const label = `The state of ${name}`;
    const otherSecrets = deployment.salt
      ? await openOther(deployment.salt).catch((cause: unknown) => {
          throw unreadableReference(name, cause);
        })
      : secrets;
    const snapshot = readSnapshot(deployment, label, otherSecrets);
    return snapshot.resources.find((state) => state.type === stackType)?.outputs ?? {};
  }

  #toJson(resource: ResourceState): JsonObject {
    const known = this.#jsonByResource.get(resource);
    if (known) return known;
    const json = writeResource(resource, this.#stack.secrets);
    this.#jsonByResource.set(resource, json);
    return json;
  }
}

/** The passphrase in the environment belongs to the stack of the run. Setting another one would lock the user out of that stack. */
function unreadableReference(name: string, cause: unknown): StateError {
  return new StateError(
    "passphrase",
    `The stack "${name}", to which the program refers, has a different passphrase than the stack of this run. Its outputs were not read. Both need the same passphrase, which \`pulumi stack change-secrets-provider passphrase\` sets.`,
    { cause },
  );
}
