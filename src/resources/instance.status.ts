import type { Instance as Live } from "../client";
import {
  deadlineAfter,
  LifecycleError,
  perServices,
  runAction,
  SharedCollection,
  type StepTask,
} from "../lifecycle";
import type { InstanceInputs } from "./instance.inputs";

/** All instances, read for everybody in the process. */
export const instancesOf = perServices(
  ({ client, clock }) =>
    new SharedCollection<Live>(
      {
        kind: "instance",
        idOf: (live) => String(live.id),
        view: (id, options) => client.instances.view({ instanceId: Number(id) }, options),
        pages: (options) => client.instances.list.pages(options),
      },
      clock,
    ),
);

/** An `offline` that nobody asked for may pass by itself; it counts when it is seen again after this long. */
const maxTransientOffline = 15_000;

/** Whether an `offline` is a drift: not of an empty instance, not of one that is to stay off, nor of one adopted as it was. */
export function shouldRun({ booted, image, backupId, cloneFrom, adopt }: Partial<InstanceInputs>): boolean {
  if (booted === false) return false;
  if (adopt !== undefined) return booted === true;
  return booted === true || image !== undefined || backupId !== undefined || cloneFrom !== undefined;
}

/** How it is while nothing happens to it, as far as can be seen; undefined while something does. */
export function idleState({ status, updated }: Live): string | undefined {
  return ["running", "offline", "stopped"].includes(status) ? `${status} ${updated}` : undefined;
}

/** A clone may show `offline` while its disks are still being copied. */
export function mayBeCopied({ cloneFrom }: Partial<InstanceInputs>, { status }: Live): boolean {
  return cloneFrom !== undefined && status === "offline";
}

/** Looks once more after a while, and goes on looking where that fails. */
export async function readAgainLater({
  services,
  id,
  deadline,
  reportProgress,
}: SecondLook): Promise<Live | undefined> {
  const { clock } = services;
  const end = deadline ?? deadlineAfter(clock, "2m");
  await clock.sleep(Math.min(maxTransientOffline, Math.max(end.at - clock.now(), 0)));
  return instancesOf(services).wait(id, {
    goal: "to be seen once more",
    until: () => true,
    describe: (now) => `it is ${now?.status ?? "gone"}`,
    deadline: end,
    reportProgress: reportProgress ?? (() => undefined),
  });
}

type SecondLook = Pick<StepTask<InstanceInputs, Live>, "services" | "id"> &
  Partial<Pick<StepTask<InstanceInputs, Live>, "deadline" | "reportProgress">>;

/** After so many boots that did not last, somebody has to look. */
const maxBoots = 3;

/**
 * A service that boots what it has made, and one that was asked to boot, may show `offline` for a minute before the boot begins.
 * Only an `offline` that lasts longer is one: a boot sent earlier would be a second one.
 */
const bootBeginsWithin = 70_000;

/** Waits until it is `running`, or `offline` where it is not to run, and boots it where it has settled at `offline`. */
export async function bringToTarget(step: StepTask<InstanceInputs, Live>): Promise<Live> {
  const { services, id, inputs, deadline, reportProgress } = step;
  const instances = instancesOf(services);
  const awake = shouldRun(inputs);
  const describe = (now: Live | undefined) => `it is ${now?.status ?? "gone"}`;
  for (let boots = 0; ; boots++) {
    const live = await instances.wait(id, {
      goal: awake ? "to be running" : "to be offline",
      until: awake ? isRunningOrSettled(step, boots) : isAtTarget,
      describe,
      deadline,
      reportProgress,
    });
    if (live === undefined)
      throw new LifecycleError(`It was deleted by somebody else while it was waited for.`);
    if (live.status === "running" || !awake) return live;
    if (boots === maxBoots) {
      throw new LifecycleError(
        `It was booted ${maxBoots} times and was offline again each time; its console may say why.`,
      );
    }
    await boot(step);
  }
}

function isAtTarget(now: Live | undefined): boolean {
  return now === undefined || now.status === "running" || now.status === "offline";
}

/** Whether it runs, is gone, or has been `offline` for so long that no boot is on its way. */
function isRunningOrSettled(
  step: StepTask<InstanceInputs, Live>,
  boots: number,
): (now: Live | undefined) => boolean {
  const { clock } = step.services;
  const lasting = boots === 0 && isLeftOff(step) ? maxTransientOffline : bootBeginsWithin;
  let offlineSince: number | undefined;
  let bound = lasting;
  return (now) => {
    if (now?.status !== "offline") {
      offlineSince = undefined;
      return now === undefined || now.status === "running";
    }
    if (offlineSince === undefined) {
      offlineSince = clock.now();
      // Half of what is left of a short time allowed is for the boot.
      bound = Math.min(lasting, (step.deadline.at - offlineSince) / 2);
    }
    return clock.now() - offlineSince >= bound;
  };
}

/** Whether no boot can be on its way but ours: an empty one stays `offline` (section 3.1), as does one that was not to run. */
function isLeftOff({ inputs, applied }: StepTask<InstanceInputs, Live>): boolean {
  const { image, backupId, cloneFrom, adopt } = inputs;
  const isEmpty = [image, backupId, cloneFrom, adopt].every((source) => source === undefined);
  return isEmpty || applied?.booted === false;
}

function boot(step: StepTask<InstanceInputs, Live>): Promise<Live | undefined> {
  const { services, id, inputs } = step;
  return services.locks.run(`instance ${id}`, () =>
    runAction<Live>(step, {
      kind: "instance",
      id,
      collection: instancesOf(services),
      verb: "boot",
      isDone: (now) => now.status !== "offline",
      idleState: (now) => (mayBeCopied(inputs, now) ? undefined : idleState(now)),
      visibleWithin: bootBeginsWithin,
      send: (_, options) =>
        services.client.instances.boot({ instanceId: Number(id), config_id: inputs.configId }, options),
    }),
  );
}
