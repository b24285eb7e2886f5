import type { Instance as Live } from "../client";
import { scheduleIn } from "../client/backup-schedule";
import { operations } from "../contract";
import { type Definition, requireExisting, type StepTask, writeSettings } from "../lifecycle";
import { catalogOf } from "./catalog";
import { hasSecondPrivateAddress } from "./instance.addresses";
import { ensureBooted } from "./instance.boot";
import { idleState, instances } from "./instance.collection";
import { createInstance } from "./instance.create";
import { deleteInstance } from "./instance.delete";
import { instanceEvents } from "./instance.events";
import { type InstanceStep, instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { instanceMatcher } from "./instance.matcher";
import { instanceBody, instanceRules } from "./instance.rules";
import { settingsBody } from "./instance.settings";
import { sourceObstacle } from "./instance.source";
import { instanceKind, readAgainLater, shouldRun } from "./instance.status";
import { verifyInstance } from "./instance.verify";
import { prepareBackups, recordDeclaredBackups, switchBackups } from "./instance-backups";

export const instanceDefinition: Definition<InstanceInputs, Live, InstanceStep> = {
  kind: instances.kind,
  collection: instances.collection,
  identityOf: ({ created, region }) => ({ created, region }),
  transitionOf: (live) => (idleState(live) === undefined ? live.status : undefined),
  adoptionArguments: (live) => ({
    // Otherwise the first `up` without `adopt` would boot it.
    ...(live.status === "offline" ? { booted: false } : {}),
    // Otherwise a later replacement would lose the private address.
    ...(hasSecondPrivateAddress(live) ? { privateIp: true } : {}),
  }),
  createSecrets: ({ image }) => (image ? { rootPass: "text" } : {}),
  requiredArguments: ["region", "type"],
  labelOf: (live) => live.label,
  events: instanceEvents,
  fields: instanceFields,
  response: operations.instances.view.response,
  normalize: (live) =>
    live.backups ? { ...live, backups: { ...live.backups, schedule: scheduleIn(live) } } : live,
  body: instanceBody,
  rules: instanceRules,
  prepare: prepareBackups,
  verify: verifyInstance,
  listForCheck: async (services) => {
    const listed = await catalogOf(services).instances();
    return listed && new Map(listed.map((live) => [String(live.id), live]));
  },
  onDeclared: recordDeclaredBackups,
  timeouts: { create: "20m", update: "10m", delete: "10m" },
  create: createInstance,
  createMatcher: instanceMatcher,
  createSteps: ({ alerts, watchdogEnabled, cloneFrom, tags }) =>
    alerts !== undefined || watchdogEnabled !== undefined || (cloneFrom !== undefined && tags !== undefined)
      ? ["settings", "ready"]
      : ["ready"],
  // An adopted instance stays as it was, even after `adopt` is removed.
  hiddenDrift: (inputs, live, { kept, ignores }) =>
    live.status === "offline" &&
    shouldRun(inputs) &&
    !(kept.adopted === true && inputs.booted === undefined) &&
    !ignores("booted")
      ? { output: "status", declared: "running", live: live.status, steps: ["ready"], mayBeTransient: true }
      : undefined,
  deleteFirstObstacle: sourceObstacle,
  sourceOf: (_, { cloneFrom }) => cloneFrom && { kind: instances.kind, id: String(cloneFrom.instanceId) },
  confirmStatus: async (services, id, live, applied) =>
    live.status === "offline" && applied && shouldRun(applied) ? readAgainLater(services, id) : live,
  // For a day after a cancel, a service may reject requests to enable backups. That must not keep an instance offline.
  steps: { settings: updateInstance, ready: ensureBooted, backups: updateBackups },
  remove: deleteInstance,
};

function updateInstance(task: StepTask<InstanceInputs, Live>): Promise<Live> {
  const { services, id, inputs } = task;
  const instanceId = Number(id);
  return writeSettings(instanceKind(services, inputs), task, instanceFields, "settings", (live, options) =>
    services.client.instances.update({ instanceId, ...settingsBody(inputs, live) }, options),
  );
}

async function updateBackups(task: StepTask<InstanceInputs, Live>): Promise<Live> {
  const { services, id, inputs, live } = task;
  const { backupsEnabled } = inputs;
  // The step may be left over from an earlier program that declared it.
  if (backupsEnabled === undefined) return live;
  return requireExisting(
    instances,
    id,
    await switchBackups(instanceKind(services, inputs), task, backupsEnabled),
  );
}
