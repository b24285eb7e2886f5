import type { Instance as Live } from "../client";
import { LifecycleError, perServices, runAction, type Task } from "../lifecycle";
import { idleState, instancesOf } from "./instance.status";

/** Enables or cancels the backup service of an instance, `known` within the last 5 s, under its lock. Undefined: the instance is gone. */
export function switchBackups(
  task: Task<unknown> & { readonly id: string },
  wanted: boolean,
  recent?: Live,
): Promise<Live | undefined> {
  const { services, id } = task;
  const { backups } = services.client;
  return services.locks.run(`instance ${id}`, () =>
    runAction<Live>(task, {
      kind: "instance",
      id,
      collection: instancesOf(services),
      idleState,
      ...(recent && { recent }),
      verb: wanted ? "enable backups of" : "cancel backups of",
      isDone: (now) => now.backups?.enabled === wanted || (!wanted && now.status === "deleting"),
      hint: wanted ? "A service that was cancelled may refuse to be enabled again for 24 hours." : undefined,
      send: (_, options) =>
        wanted
          ? backups.enable({ instanceId: Number(id) }, options)
          : backups.cancel({ instanceId: Number(id) }, options),
    }),
  );
}

/**
 * What the program says of an instance's backup service in two places: `Instance.backupsEnabled` and `BackupSchedule`. Either may
 * come first in a run, previews included; the second one to come is told when they disagree, before it changes anything.
 */
export const declaredBackups = perServices(() => new BackupAgreement());

class BackupAgreement {
  readonly #enabled = new Map<string, boolean>();
  readonly #scheduled = new Set<string>();

  /** Notes what an `Instance` says; undefined: it leaves the service alone. */
  noteInstance(id: string, enabled: boolean | undefined): void {
    if (enabled === undefined) this.#enabled.delete(id);
    else this.#enabled.set(id, enabled);
    const problem = this.#problem(id);
    if (problem !== undefined) throw new LifecycleError(`backupsEnabled: ${problem}`);
  }

  /** Notes that there is a `BackupSchedule` for it; answers what is wrong with that. */
  noteSchedule(id: string): readonly string[] {
    this.#scheduled.add(id);
    const problem = this.#problem(id);
    return problem === undefined ? [] : [`instanceId: ${problem}`];
  }

  /** Whether an `Instance` of this run wants the service to be on. */
  isWanted(id: string): boolean {
    return this.#enabled.get(id) === true;
  }

  #problem(id: string): string | undefined {
    if (this.#enabled.get(id) !== false || !this.#scheduled.has(id)) return undefined;
    return `instance ${id} is told two different things: its \`backupsEnabled: false\` says that its backup service is off, and a BackupSchedule says that it is on. Remove \`backupsEnabled\`, or the BackupSchedule.`;
  }
}
