import type { CallOptions, InstancesCloneArgs, Instance as Live } from "../client";
import { camelCase, fieldsOf, operations, toContract } from "../contract";
import {
  type ApplyTask,
  type CreateMatcher,
  type CreateResult,
  compare,
  createOnce,
  LifecycleError,
  type Properties,
  retryWhileBusy,
} from "../lifecycle";
import { instanceFields } from "./instance.fields";
import type { InstanceInputs } from "./instance.inputs";
import { withoutEmptyNames } from "./instance.interfaces";
import { idleState, instancesOf } from "./instance.status";

/** Creates or clones it, once; what a create can't carry is left to the steps that follow. */
export async function createInstance(work: ApplyTask<InstanceInputs>): Promise<CreateResult<Live>> {
  const { services, inputs, generatedLabel } = work;
  const { label, cloneFrom } = inputs;
  let place: Place = {};
  return createOnce<Live>(work, {
    kind: "instance",
    collection: instancesOf(services),
    idOf: (live) => String(live.id),
    nonce: generatedLabel ? label : undefined,
    label,
    sent: placeOf(inputs),
    createMatcher: instanceMatcher,
    differingFields: (live) => differingFields(inputs, live),
    idsBefore: async () => {
      if (cloneFrom !== undefined) place = await placeOfClone(work, cloneFrom.instanceId);
      return label === undefined || generatedLabel ? [] : freeTheLabel(work, label);
    },
    send:
      cloneFrom === undefined
        ? (options) => services.client.instances.create(createBody(inputs), options)
        : clone(work, cloneFrom.instanceId, () => place),
  });
}

/** What shows that an instance was made by a create: region, type and image can't be changed. */
export const instanceMatcher: CreateMatcher<Live> = {
  labelOf: (live) => live.label,
  matches: (live, { label, sent }) => live.label === label && matchesFixedFields(live, sent),
  matchesFixedFields,
  createdAt: (live) => live.created,
  isBeingDeleted: (live) => live.status === "deleting",
};

function matchesFixedFields(live: Live, sent: Properties = {}): boolean {
  return (["region", "type", "image"] as const).every(
    (name) => sent[name] === undefined || sent[name] === live[name],
  );
}

function placeOf({ region, type, image }: InstanceInputs): Properties {
  return { ...(region && { region }), ...(type && { type }), ...(image && { image }) };
}

interface Place {
  readonly region?: string;
  readonly type?: string;
}

/** The interface calls both optional, live services refuse a clone without them: what is not declared is that of the source. */
async function placeOfClone(work: ApplyTask<InstanceInputs>, source: number): Promise<Place> {
  const { services, inputs, deadline } = work;
  const { region, type } = inputs;
  if (region !== undefined && type !== undefined) return { region, type };
  const live = await instancesOf(services).view(String(source), { deadline });
  if (live === undefined) {
    throw new LifecycleError(
      `cloneFrom: there is no instance ${source}, so nothing was created. Name one that exists.`,
    );
  }
  return { region: region ?? live.region, type: type ?? live.type };
}

/**
 * At most five clones of one instance run at a time, whoever began them, and a sixth is answered 400 (section 4.1, behaviour 6). No
 * status tells how many there are, so a 400 is repeated until the deadline.
 */
function clone(
  work: ApplyTask<InstanceInputs>,
  source: number,
  place: () => Place,
): (options: CallOptions) => Promise<Live> {
  const { services, inputs, deadline } = work;
  return retryWhileBusy<Live>(work, {
    what: `clone instance ${source}`,
    idleState: async (status) => {
      if (status === 400) return undefined;
      const live = await instancesOf(services).view(String(source), { deadline });
      return live && idleState(live);
    },
    send: (options) => services.client.instances.clone({ ...cloneBody(inputs, source), ...place() }, options),
  });
}

/** A label that the user wrote may be taken: by an instance that lives, or by one that is on its way out. */
async function freeTheLabel(work: ApplyTask<InstanceInputs>, label: string): Promise<readonly string[]> {
  const instances = instancesOf(work.services);
  const { items } = await instances.list({ deadline: work.deadline });
  const bearers = [...items.values()].filter((live) => live.label === label);
  const alive = bearers.filter((live) => live.status !== "deleting");
  if (alive.length > 0) {
    const ids = alive.map((live) => live.id).join(", ");
    throw new LifecycleError(
      `label: an instance labelled ${JSON.stringify(label)} exists already (${ids}), so none was created. Write \`adopt: ${alive[0]?.id}\` to take it over, or choose another label.`,
    );
  }
  for (const dying of bearers) {
    await instances.wait(String(dying.id), {
      goal: "to be gone, for its label is needed",
      until: (live) => live === undefined,
      describe: (live) => `it is ${live?.status ?? "gone"}`,
      deadline: work.deadline,
      reportProgress: work.reportProgress,
    });
  }
  return bearers.map((live) => String(live.id));
}

/** Create-only arguments in which an instance is not what is declared, as far as they can be read. */
function differingFields(inputs: InstanceInputs, live: Live): readonly string[] {
  return compare(instanceFields, inputs, undefined, live)
    .unrepaired.filter(({ field }) => instanceFields[field].change === "replace")
    .map(({ field }) => field);
}

function createBody(inputs: InstanceInputs) {
  const { body } = operations.instances.create;
  const carried = new Set(fieldsOf(body).map(({ name }) => camelCase(name)));
  const interfaces = inputs.interfaces?.map(withoutEmptyNames);
  const sent = Object.entries({ ...inputs, interfaces }).filter(
    ([name, value]) => carried.has(name) && value !== undefined,
  );
  return body.parse(toContract(body, Object.fromEntries(sent)));
}

function cloneBody(inputs: InstanceInputs, source: number): InstancesCloneArgs {
  const { cloneFrom, group, label, backupsEnabled } = inputs;
  return {
    instanceId: source,
    group,
    label,
    backups_enabled: backupsEnabled,
    disks: cloneFrom?.disks && [...cloneFrom.disks],
    configs: cloneFrom?.configs && [...cloneFrom.configs],
  };
}
