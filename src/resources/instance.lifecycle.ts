import type { Instance as Live } from "../client";
import { operations } from "../contract";
import {
  act,
  type Definition,
  defineResource,
  type Existing,
  LifecycleError,
  pace,
  type Removal,
  type Task,
} from "../lifecycle";
import { createInstance, instanceProvenance } from "./instance.create";
import { type InstanceStep, instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { instanceBody, instanceRules } from "./instance.rules";
import { hasDeclaredSettings, settingsBody } from "./instance.settings";
import { atRest, bringToTarget, instancesOf, mayBeCopied, mustBeAwake, seenAgain } from "./instance.status";
import { verifyInstance } from "./instance.verify";
import { backupAgreement, switchBackups } from "./instance-backups";

type Step = Existing<InstanceInputs, Live>;

const definition: Definition<InstanceInputs, Live, InstanceStep> = {
  noun: "instance",
  fields: instanceFields,
  body: instanceBody,
  rules: instanceRules,
  verify: verifyInstance,
  labelOf: (live) => live.label,
  traits: ({ created, region }) => ({ created, region }),
  labelsAreUnique: true,
  timeouts: { create: "20m", update: "10m", delete: "10m" },
  answer: operations.instances.view.answer,
  collection: instancesOf,
  provenance: instanceProvenance,
  declared: (services, id, { backupsEnabled }) => backupAgreement(services).noteInstance(id, backupsEnabled),
  create: createInstance,
  afterCreate: ({ alerts, watchdogEnabled, cloneFrom, tags }) =>
    alerts !== undefined || watchdogEnabled !== undefined || (cloneFrom !== undefined && tags !== undefined)
      ? ["settings", "ready"]
      : ["ready"],
  afterDrift: (inputs, live, { ignores }) =>
    live.status === "offline" && mustBeAwake(inputs) && !ignores("booted") ? ["ready"] : [],
  settle: async (services, id, live, applied) =>
    live.status === "offline" && applied && mustBeAwake(applied) ? seenAgain({ services, id }) : live,
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
    const live = await act<Live>(step, {
      ...instanceActions(step),
      what: "change",
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

async function removeInstance(removal: Removal<InstanceInputs, Live>): Promise<void> {
  const { id, services, deadline, say } = removal;
  const left = await locked(removal, () =>
    act<Live>(removal, {
      ...instanceActions(removal),
      what: "delete",
      known: removal.live,
      wasMissing: removal.wasMissing,
      removes: true,
      atRest: (now) => (mayBeCopied(removal.inputs, now) ? undefined : atRest(now)),
      isDone: (now) => now.status === "deleting",
      send: (_, options) => services.client.instances.delete({ instanceId: Number(id) }, options),
    }),
  );
  if (left === undefined) return;
  await instancesOf(services).wait(id, {
    what: "to be gone",
    until: (live) => live === undefined,
    pace: pace.relaxed,
    describe: (live) => `it is ${live?.status ?? "gone"}`,
    deadline,
    say,
  });
}

function stillThere(live: Live | undefined): Live {
  if (live === undefined) throw new LifecycleError("It was deleted by somebody else meanwhile.");
  return live;
}

function instanceActions({ services, id }: Task<unknown> & { readonly id: string }) {
  return { noun: "instance", id, collection: instancesOf(services), atRest } as const;
}

function locked<T>(
  { services, id }: Task<unknown> & { readonly id: string },
  work: () => Promise<T>,
): Promise<T> {
  return services.locks.run(`instance ${id}`, work);
}
