import type { InstancesCloneArgs, Instance as Live } from "../client";
import { camelCase, fieldsOf, operations, toContract } from "../contract";
import {
  type ApplyTask,
  type CreateResult,
  type CreateSource,
  changedHiddenInputs,
  createOnce,
  hiddenInputs,
  LifecycleError,
} from "../lifecycle";
import { idleState, instances } from "./instance.collection";
import { instanceFields } from "./instance.fields";
import type { CloneSource, InstanceInputs } from "./instance.inputs";
import { withoutEmptyNames } from "./instance.interfaces";
import { changedFixedFields, fixedFields, instanceMatcher } from "./instance.matcher";

/** Creates or clones an instance, once. Later steps apply the values that the request cannot contain. */
export async function createInstance(task: ApplyTask<InstanceInputs>): Promise<CreateResult<Live>> {
  const { services, inputs, generatedLabel } = task;
  const { label, cloneFrom, backupsEnabled } = inputs;
  let placement: Placement = {};
  return createOnce<Live>(task, {
    kind: "instance",
    collection: instances.collection(services),
    idOf: (live) => String(live.id),
    nonce: generatedLabel ? label : undefined,
    label,
    sent: { ...fixedFields(inputs), ...(backupsEnabled === undefined ? {} : { backupsEnabled }) },
    createMatcher: instanceMatcher,
    hidden: hiddenInputs(instanceFields, inputs),
    differingFields: (live, { sent, hidden }) => [
      ...changedFixedFields(inputs, live, sent),
      ...changedHiddenInputs(instanceFields, inputs, hidden),
    ],
    idsBefore: async () => {
      if (cloneFrom !== undefined) placement = await clonePlacement(task, cloneFrom.instanceId);
      return [];
    },
    source: cloneFrom && cloneSource(task, cloneFrom.instanceId),
    send: (options) =>
      cloneFrom === undefined
        ? services.client.instances.create(createBody(inputs), options)
        : services.client.instances.clone({ ...cloneBody(inputs, cloneFrom), ...placement }, options),
  });
}

interface Placement {
  readonly region?: string;
  readonly type?: string;
}

/** The interface makes region and type of a clone optional, but live services require them. The default is the source's. */
async function clonePlacement(task: ApplyTask<InstanceInputs>, source: number): Promise<Placement> {
  const { services, inputs, deadline } = task;
  const { region, type } = inputs;
  if (region !== undefined && type !== undefined) return { region, type };
  const live = await instances.collection(services).view(String(source), { deadline });
  if (live === undefined) {
    throw new LifecycleError(
      `cloneFrom: there is no instance ${source}, so nothing was created. Set it to the id of an existing instance.`,
    );
  }
  return { region: region ?? live.region, type: type ?? live.type };
}

/**
 * At most five clones of one instance run at a time, whoever started them, and a sixth request returns 400 (section 4.1, behavior 6). No
 * status shows how many are running, so a 400 is retried until the deadline.
 */
function cloneSource({ services, deadline }: ApplyTask<InstanceInputs>, source: number): CreateSource {
  return {
    what: `clone instance ${source}`,
    idleState: async (status) => {
      if (status === 400) return undefined;
      const live = await instances.collection(services).view(String(source), { deadline });
      return live && idleState(live);
    },
  };
}

function createBody(inputs: InstanceInputs) {
  const { body } = operations.instances.create;
  const names = new Set(fieldsOf(body).map(({ name }) => camelCase(name)));
  const interfaces = inputs.interfaces?.map(withoutEmptyNames);
  const sent = Object.entries({ ...inputs, interfaces }).filter(
    ([name, value]) => names.has(name) && value !== undefined,
  );
  return body.parse(toContract(body, Object.fromEntries(sent)));
}

function cloneBody(
  { group, label, backupsEnabled }: InstanceInputs,
  { instanceId, disks, configs }: CloneSource,
): InstancesCloneArgs {
  return {
    instanceId,
    group,
    label,
    backups_enabled: backupsEnabled,
    disks: disks && [...disks],
    configs: configs && [...configs],
  };
}
