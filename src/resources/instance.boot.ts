import type { Instance as Live } from "../client";
import { instanceStatuses } from "../contract";
import {
  actOn,
  adviseOnUnknownStatus,
  LifecycleError,
  requireExisting,
  type StepTask,
  waitForObject,
} from "../lifecycle";
import { instances } from "./instance.collection";
import type { InstanceInputs } from "./instance.inputs";
import { instanceKind, maxTransientOffline, shouldRun } from "./instance.status";

type Step = StepTask<InstanceInputs, Live>;

/** The step fails if the instance is offline again after this many boots. */
const maxBoots = 3;

/**
 * In milliseconds: a service may return `offline` for up to a minute before it begins a boot of its own or a requested one. A boot request
 * within that time would cause a second boot.
 */
const maxBootDelay = 70_000;

/** Waits until the instance is `running`, or `offline` if it should not run. Boots it if it stays `offline`. */
export async function ensureBooted(step: Step): Promise<Live> {
  const mustRun = shouldRun(step.inputs);
  for (let boots = 0; ; boots++) {
    const live = requireExisting(
      instances,
      step.id,
      await waitForObject(instances, step, {
        advise: adviseOnUnknownStatus(step, instances.kind, instanceStatuses),
        ...(mustRun
          ? {
              // A boot takes less time than provisioning the disks before it.
              goal: boots === 0 ? "to be running" : "to be running after its boot",
              until: isRunningOrSettled(step, boots),
              isTypical: isRunning,
            }
          : { goal: "to be offline", until: isRunningOrOffline }),
      }),
    );
    if (live.status === "running" || !mustRun) return live;
    if (boots === maxBoots) {
      throw new LifecycleError(
        `The instance was booted ${maxBoots} times, and was offline again each time. Its console may show why.`,
      );
    }
    await boot(step);
  }
}

function isRunning(now: Live | undefined): boolean {
  return now?.status === "running";
}

function isRunningOrOffline(now: Live | undefined): boolean {
  return now === undefined || now.status === "running" || now.status === "offline";
}

/** Whether it runs, no longer exists, or has been `offline` for so long that no boot is about to begin. */
function isRunningOrSettled(step: Step, boots: number): (now: Live | undefined) => boolean {
  const { clock } = step.services;
  const settlesAfter = boots === 0 && isLeftOffline(step) ? maxTransientOffline : maxBootDelay;
  let offlineSince: number | undefined;
  let limit = settlesAfter;
  return (now) => {
    if (now?.status !== "offline") {
      offlineSince = undefined;
      return now === undefined || now.status === "running";
    }
    if (offlineSince === undefined) {
      offlineSince = clock.now();
      // With a short timeout, half of the remaining time is reserved for the boot.
      limit = Math.min(settlesAfter, (step.deadline.at - offlineSince) / 2);
    }
    return clock.now() - offlineSince >= limit;
  };
}

/** Whether only this package boots it: an empty instance stays `offline` (section 3.1), as does one that should not run. */
function isLeftOffline({ inputs, applied }: Step): boolean {
  const { image, backupId, cloneFrom, adopt } = inputs;
  const isEmpty = [image, backupId, cloneFrom, adopt].every((source) => source === undefined);
  return isEmpty || applied?.booted === false;
}

function boot(step: Step): Promise<Live | undefined> {
  const { services, id, inputs } = step;
  return actOn(instanceKind(services, inputs), step, {
    verb: "boot",
    isDone: (now) => now.status !== "offline",
    visibleWithin: maxBootDelay,
    hint:
      inputs.cloneFrom === undefined
        ? undefined
        : "If the cloned instance was empty, there is nothing to boot: set `booted: false`.",
    send: (_, options) =>
      services.client.instances.boot({ instanceId: Number(id), config_id: inputs.configId }, options),
  });
}
