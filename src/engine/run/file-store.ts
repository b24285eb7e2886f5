import type { Clock } from "../../clock";
import {
  emptySnapshot,
  type JsonObject,
  lockStack,
  type OpenedStack,
  type PropertyMap,
  parseStackName,
  type ResourceState,
  readSnapshot,
  readStackFile,
  type Snapshot,
  stackType,
  writeCheckpoint,
  writeDeployment,
  writeResource,
  writeStackFile,
} from "../../state";
import type { StorePort } from "../core";

/** A stack of the CLI's file backend as the engine's store. */
export class FileStore implements StorePort {
  readonly #stack: OpenedStack;
  readonly #clock: Clock;
  /** A state that did not change is not turned to JSON and encrypted again at every write. */
  readonly #beforeUnlock: () => Promise<void>;
  readonly #written = new WeakMap<ResourceState, JsonObject>();

  /** `beforeUnlock` sees the state as the run leaves it: the next run may be waiting to write its own. */
  constructor(stack: OpenedStack, clock: Clock, beforeUnlock: () => Promise<void> = async () => undefined) {
    this.#stack = stack;
    this.#clock = clock;
    this.#beforeUnlock = beforeUnlock;
  }

  async load(): Promise<Snapshot> {
    const { backend, project, stack, secrets } = this.#stack;
    // Read again under the lock: another run may have ended since the stack was opened.
    const deployment = await readStackFile(backend, project.name, stack);
    return deployment ? readSnapshot(deployment, `The state of ${stack}`, secrets) : emptySnapshot;
  }

  async save(snapshot: Snapshot): Promise<void> {
    const { backend, project, stack, secrets } = this.#stack;
    const time = new Date(this.#clock.now()).toISOString();
    const deployment = writeDeployment(snapshot, secrets.salt, time, (state) => this.#write(state));
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

  async outputsOf(name: string): Promise<PropertyMap | undefined> {
    const { backend, project, secrets, openOther } = this.#stack;
    const parts = name.split("/");
    const owner = parts.length === 3 ? (parts[1] ?? project.name) : project.name;
    const stack = parseStackName(parts.length === 3 ? (parts[2] ?? "") : name, owner);
    const deployment = await readStackFile(backend, owner, stack);
    if (!deployment) return undefined;
    const place = `The state of ${name}`;
    const theirs = deployment.salt ? await openOther(deployment.salt) : secrets;
    const snapshot = readSnapshot(deployment, place, theirs);
    return snapshot.resources.find((state) => state.type === stackType)?.outputs ?? {};
  }

  #write(state: ResourceState): JsonObject {
    const known = this.#written.get(state);
    if (known) return known;
    const json = writeResource(state, this.#stack.secrets);
    this.#written.set(state, json);
    return json;
  }
}
