import type { Instance } from "../client";
import {
  actOn,
  cachedPerServices,
  LifecycleError,
  type ObjectKind,
  type Properties,
  type Services,
  type Task,
  waitForObject,
} from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

/**
 * Enables or cancels the backup service of an instance, and waits until a read returns an enabled one: enabling may take a while, and the
 * service may reject a schedule until then. Returns undefined if the instance no longer exists.
 * @param recent The instance as read within the last 5 s, if it was.
 */
export async function switchBackups(
  objects: ObjectKind<Instance>,
  task: Task & { readonly id: string },
  wanted: boolean,
  recent?: Instance,
): Promise<Instance | undefined> {
  const { backups } = task.services.client;
  const instanceId = Number(task.id);
  const live = await actOn(objects, task, {
    verb: wanted ? "enable backups of" : "cancel backups of",
    recent,
    isDone: (now) => now.backups?.enabled === wanted || (!wanted && now.status === "deleting"),
    mayBeOld: (now) => now.backups?.enabled === !wanted,
    hint: wanted
      ? "For 24 hours after backups were cancelled, a service may reject requests to enable them again."
      : undefined,
    send: (_, options) =>
      wanted ? backups.enable({ instanceId }, options) : backups.cancel({ instanceId }, options),
  });
  if (!wanted || live?.backups?.enabled !== false) return live;
  return waitForObject(objects, task, {
    goal: "to have its backup service enabled",
    until: (now) => now?.backups?.enabled !== false,
    describe: (now) => (now ? "the service is off" : "it no longer exists"),
  });
}

/** Checks `backupsEnabled` of an instance that is adopted, so that its id is known, against a `BackupSchedule` in the same program. */
export async function prepareBackups(
  { adopt, backupsEnabled }: Properties,
  services: Services,
): Promise<readonly string[]> {
  return typeof adopt === "number"
    ? declaredBackups(services).recordInstance(String(adopt), backupsEnabled)
    : [];
}

/** Makes the same check with the id from the state. */
export function recordDeclaredBackups(
  services: Services,
  id: string,
  { backupsEnabled }: Partial<InstanceInputs>,
): void {
  const [problem] = declaredBackups(services).recordInstance(id, backupsEnabled);
  if (problem !== undefined) throw new LifecycleError(problem);
}

/**
 * The two declarations of a program about the backup service of an instance: `Instance.backupsEnabled` and `BackupSchedule`. They reach the
 * plugin in any order, even in previews. If they contradict each other, the second one fails before it changes anything.
 */
export const declaredBackups = cachedPerServices(() => new DeclaredBackups());

class DeclaredBackups {
  readonly #enabled = new Map<string, boolean>();
  readonly #scheduled = new Set<string>();

  /**
   * Returns the conflict with a `BackupSchedule` for this instance, as a sentence.
   * @param enabled Not a boolean if the `Instance` does not manage the service, or a preview does not know the value.
   */
  recordInstance(id: string, enabled: unknown): readonly string[] {
    if (typeof enabled === "boolean") this.#enabled.set(id, enabled);
    else this.#enabled.delete(id);
    const problem = this.#problem(id);
    return problem === undefined ? [] : [`backupsEnabled: ${problem}`];
  }

  /** Returns the declaration that contradicts a `BackupSchedule` for this instance, as a sentence. */
  recordSchedule(id: string): readonly string[] {
    this.#scheduled.add(id);
    const problem = this.#problem(id);
    return problem === undefined ? [] : [`instanceId: ${problem}`];
  }

  /** Whether an `Instance` of this run declares `backupsEnabled: true`. */
  isEnabled(id: string): boolean {
    return this.#enabled.get(id) === true;
  }

  /** Whether this run declares a `BackupSchedule` for this instance. */
  isScheduled(id: string): boolean {
    return this.#scheduled.has(id);
  }

  #problem(id: string): string | undefined {
    if (this.#enabled.get(id) !== false || !this.#scheduled.has(id)) return undefined;
    return `instance ${id} has \`backupsEnabled: false\`, but a BackupSchedule enables its backup service. Remove \`backupsEnabled\`, or the BackupSchedule.`;
  }
}
