import type { Instance as Live } from "../client";
import { operations } from "../contract";
import {
  type Definition,
  type DeleteTask,
  defineResource,
  LifecycleError,
  pollRate,
  runAction,
  type StepTask,
  type Task,
} from "../lifecycle";
import { createInstance, instanceMatcher } from "./instance.create";
import { type InstanceStep, instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { instanceBody, instanceRules } from "./instance.rules";
import { hasDeclaredSettings, settingsBody } from "./instance.settings";
import {
  bringToTarget,
  idleState,
  instancesOf,
  mayBeCopied,
  readAgainLater,
  shouldRun,
} from "./instance.status";
import { verifyInstance } from "./instance.verify";
import { declaredBackups, switchBackups } from "./instance-backups";

type Step = StepTask<InstanceInputs, Live>;

const definition: Definition<InstanceInputs, Live, InstanceStep> = {
  kind: "instance",
  fields: instanceFields,
  body: instanceBody,
  rules: instanceRules,
  verify: verifyInstance,
  labelOf: (live) => live.label,
  identityOf: ({ created, region }) => ({ created, region }),
  labelsAreUnique: true,
  timeouts: { create: "20m", update: "10m", delete: "10m" },
  answer: operations.instances.view.answer,
  collection: instancesOf,
  createMatcher: instanceMatcher,
  onDeclared: (services, id, { backupsEnabled }) =>
    declaredBackups(services).noteInstance(id, backupsEnabled),
  create: createInstance,
  createSteps: ({ alerts, watchdogEnabled, cloneFrom, tags }) =>
    alerts !== undefined || watchdogEnabled !== undefined || (cloneFrom !== undefined && tags !== undefined)
      ? ["settings", "ready"]
      : ["ready"],
  driftSteps: (inputs, live, { ignores }) =>
    live.status === "offline" && shouldRun(inputs) && !ignores("booted") ? ["ready"] : [],
  confirmStatus: async (services, id, live, applied) =>
    live.status === "offline" && applied && shouldRun(applied) ? readAgainLater({ services, id }) : live,
  steps: {
    settings: writeSettings,
    backups: async (step) => {
      const { backupsEnabled } = step.inputs;
      // Left over from a program that said it: this one does not.
      if (backupsEnabled === undefined) return step.live;
      return stillThere(await switchBackups(step, backupsEnabled));
    },
    ready: bringToTarget,
  },
  remove: removeInstance,
};

export const instanceLifecycle = defineResource(definition);

/** Reads, merges and writes under one lock per instance, so that two writers in this process never undo each other. */
function writeSettings(step: Step): Promise<Live> {
  return locked(step, async () => {
    const { inputs, id } = step;
    const live = await runAction<Live>(step, {
      ...instanceActions(step),
      verb: "change",
      isDone: (now) => hasDeclaredSettings(inputs, now),
      send: (now, options) =>
        step.services.client.instances.update(
          { instanceId: Number(id), ...settingsBody(inputs, now) },
          options,
        ),
    });
    return stillThere(live);
  });
}

async function removeInstance(removal: DeleteTask<InstanceInputs, Live>): Promise<void> {
  const { id, services, deadline, reportProgress } = removal;
  const left = await locked(removal, () =>
    runAction<Live>(removal, {
      ...instanceActions(removal),
      verb: "delete",
      recent: removal.live,
      onMissing: removal.onMissing,
      onSent: removal.onSent,
      removes: true,
      idleState: (now) => (mayBeCopied(removal.inputs, now) ? undefined : idleState(now)),
      isDone: (now) => now.status === "deleting",
      send: (_, options) => services.client.instances.delete({ instanceId: Number(id) }, options),
    }),
  );
  if (left === undefined) return;
  await instancesOf(services).wait(id, {
    goal: "to be gone",
    until: (live) => live === undefined,
    rate: pollRate.relaxed,
    describe: (live) => `it is ${live?.status ?? "gone"}`,
    deadline,
    reportProgress,
  });
}

function stillThere(live: Live | undefined): Live {
  if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
  return live;
}

function instanceActions({ services, id }: Task<unknown> & { readonly id: string }) {
  return { kind: "instance", id, collection: instancesOf(services), idleState } as const;
}

function locked<T>(
  { services, id }: Task<unknown> & { readonly id: string },
  work: () => Promise<T>,
): Promise<T> {
  return services.locks.run(`instance ${id}`, work);
}
