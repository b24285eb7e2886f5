import type { Clock } from "../clock";
import { FileStore } from "../engine/run/file-store";
import { backUpStack, type OpenedStack, readStackFile, type Snapshot } from "../state";
import { type RecoveryStore, type StoredSnapshot, savedAtOf } from "./recovery-store";

/** A stack in the file backend. Locks, backs up and writes the stack as a run does. */
export class FileRecoveryStore implements RecoveryStore {
  readonly keepsOperations = true;
  readonly #stack: OpenedStack;
  readonly #clock: Clock;
  readonly #file: FileStore;

  constructor(stack: OpenedStack, clock: Clock) {
    this.#stack = stack;
    this.#clock = clock;
    this.#file = new FileStore(stack, clock);
  }

  lock(): Promise<() => Promise<void>> {
    return this.#file.lock();
  }

  async load(): Promise<StoredSnapshot> {
    const { backend, project, stack } = this.#stack;
    const deployment = await readStackFile(backend, project.name, stack);
    return { snapshot: await this.#file.load(), savedAt: savedAtOf(deployment?.json.manifest) };
  }

  async save(snapshot: Snapshot): Promise<void> {
    const { backend, project, stack } = this.#stack;
    await backUpStack(backend, project.name, stack, `${Math.trunc(this.#clock.now())}000000`);
    await this.#file.save(snapshot);
  }
}
