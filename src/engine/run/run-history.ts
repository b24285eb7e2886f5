import type { Clock } from "../../clock";
import {
  backUpStack,
  configurationSource,
  type Environment,
  type OpenedStack,
  recordCheckpoint,
  recordUpdate,
} from "../../state";
import { messageOf } from "../../unknown";
import type { Operation, RunOutcome } from "../core";

/** The CLI's names for operations in the history of a stack. */
const kinds = { up: "update", refresh: "refresh", destroy: "destroy" } as const;

/**
 * Writes the backup of the state after a run and its entry in the stack's history. A failure to do so is a warning and does not
 * fail the run.
 */
export class RunHistory {
  readonly #stack: OpenedStack;
  readonly #clock: Clock;
  readonly #env: Environment;
  readonly #warn: (message: string) => void;
  readonly #start: number;
  readonly #message: string;
  #time: string | undefined;

  constructor(
    stack: OpenedStack,
    clock: Clock,
    env: Environment,
    warn: (message: string) => void,
    message = "",
  ) {
    this.#stack = stack;
    this.#clock = clock;
    this.#env = env;
    this.#warn = warn;
    this.#start = clock.now();
    this.#message = message;
  }

  /** Copies the state. Call it while the stack is still locked. */
  async backUpState(): Promise<void> {
    const { backend, project, stack } = this.#stack;
    // The CLI's file names contain the time in nanoseconds.
    const time = `${Math.trunc(this.#clock.now())}000000`;
    if (!backupsDisabled(this.#env))
      await this.#attempt(() => backUpStack(backend, project.name, stack, time));
    await this.#attempt(async () => {
      await recordCheckpoint(backend, project.name, stack, time);
      this.#time = time;
    });
  }

  async recordRun(operation: Exclude<Operation, "preview">, { result, counts }: RunOutcome): Promise<void> {
    const time = this.#time;
    if (time === undefined) return;
    const { backend, project, stack, settings, secrets } = this.#stack;
    await this.#attempt(() =>
      recordUpdate(backend, project.name, stack, time, {
        kind: kinds[operation],
        startTime: Math.trunc(this.#start / 1000),
        endTime: Math.trunc(this.#clock.now() / 1000),
        result: result === "succeeded" ? "succeeded" : "failed",
        message: this.#message,
        environment: {
          "exec.kind": "nodecloud",
          "runtime.name": "nodejs",
          "runtime.version": process.version,
        },
        config: configurationSource(project, settings, secrets),
        resourceChanges: Object.fromEntries(
          Object.entries({
            create: counts.created,
            update: counts.updated,
            replace: counts.replaced,
            delete: counts.deleted + (counts.alreadyDeleted ?? 0) + (counts.retained ?? 0),
            same: counts.unchanged,
          }).filter(([, count]) => count > 0),
        ),
      }),
    );
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (cause) {
      this.#warn(
        `The history or backup of the stack could not be written in ${this.#stack.backend.folder}: ${messageOf(cause)}. The state itself is complete.`,
      );
    }
  }
}

function backupsDisabled(env: Environment): boolean {
  const { PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: own, PULUMI_DISABLE_CHECKPOINT_BACKUPS: older } =
    env;
  return [own, older].some((value) => value === "1" || value?.toLowerCase() === "true");
}
