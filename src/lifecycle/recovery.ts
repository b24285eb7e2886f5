import type { CommonInputs } from "../common-inputs";
import { applyTask } from "./apply-task";
import { adviseDelete } from "./creates/delete-advice";
import { NothingCreatedError, searchTimeout } from "./creates/find-earlier-create";
import { findRecorded, type RecordedCreate } from "./creates/find-recorded-create";
import { certainLateCreates, deleteLateCreates } from "./creates/late-creates";
import { verifyRequestAccount } from "./creates/request-account";
import { deadlineAfter } from "./deadline";
import type { Definition } from "./definition";
import { LifecycleError } from "./failures";
import { IdentityVerifier } from "./identity-verifier";
import type { Properties } from "./lifecycle";
import { createdOutputs, unresolvedOutputs } from "./operations/create-outputs";
import { isBeingDeleted, readResource } from "./operations/read-resource";
import type { EarlierRequest, Intent } from "./records/intents";
import { withLostSteps } from "./records/lost-secret";
import type { ResourceContext } from "./resource-context";
import type { Services } from "./services";
import { declaredInputs } from "./values/inputs";
import { readState } from "./values/state";

/** The object that a create of an earlier run created. */
export type EarlierCreate =
  | { readonly kind: "created"; readonly id: string; readonly outputs: Properties }
  /** `outputs`: those of an unresolved create, under the id `unresolved-...`. */
  | {
      readonly kind: "candidates";
      readonly ids: readonly string[];
      readonly id: string;
      readonly outputs: Properties;
    }
  /**
   * `isCertain`: the token is known to belong to the account to which the request was sent. `left`: what the create may have left of an object
   * that is part of another one.
   */
  | { readonly kind: "none"; readonly isCertain: boolean; readonly left?: string | undefined };

/** Resolves the unfinished creates that a crash left behind, for one resource type. Sends only reads, except for `deleteLateCreates`. */
export interface Recovery {
  /** The name of the objects in messages: `instance`. */
  readonly kind: string;
  /** Advises to delete one of the objects, as a sentence. */
  adviseDelete(ids: readonly string[], condition?: string, object?: string): string;
  /** Registers a resource in the state, so its object does not count as the result of a create. */
  register(id: string, outputs: Properties): void;
  /** Searches for the object that a create created. Throws if that cannot be determined. */
  findCreate(inputs: Properties, request: EarlierRequest): Promise<EarlierCreate>;
  /** The label and the creation time of each listed object, for a user who has to choose: `"web", created 2026-11-23T08:00:00`. */
  describe(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Takes the object that the user chose as the result of a create. */
  takeCreated(id: string, inputs: Properties): Promise<EarlierCreate>;
  /** Searches for the object of a create of which only the record on this machine is left. */
  findRecorded(intent: Intent): Promise<RecordedCreate>;
  /** The current outputs of a resource. Undefined if its object no longer exists. */
  read(id: string, outputs: Properties): Promise<Properties | undefined>;
  /** What an update with these inputs may have done that no read shows. Undefined if there is nothing. */
  unreadableUpdateEffects(inputs: Properties, outputs: Properties): string | undefined;
  /** The outputs with the steps that a killed run may have done without a record in the state as unfinished. Undefined if there are none. */
  withLostSteps(id: string, outputs: Properties): Properties | undefined;
  /** Whether the outputs belong to an object that the service is deleting. */
  isBeingDeleted(outputs: Properties): boolean;
  /** The ids of other objects that earlier requests for this resource created, proven by a generated label. */
  lateCreates(id: string, outputs: Properties): Promise<readonly string[]>;
  deleteLateCreates(id: string, outputs: Properties): Promise<void>;
}

export function createRecovery<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
): Recovery {
  const context = { definition, services, identity: new IdentityVerifier(definition, services) };
  const { identity } = context;
  return {
    kind: definition.kind,
    adviseDelete: (...advice) => adviseDelete(services, definition.createMatcher, ...advice),
    register: (id, outputs) => {
      const state = readState(definition, outputs);
      identity.recordedObject(id, state);
      if (!state.unresolved) services.claims.claim(definition.kind, id);
    },
    findCreate: (inputs, request) => findCreate(context, inputs, request),
    describe: (ids) => describe(context, ids),
    takeCreated: async (id, inputs) => {
      const at = services.clock.now();
      return findCreate(context, inputs, {
        intent: { id, before: [], at },
        sentBetween: [at, at],
        isChosen: true,
      });
    },
    findRecorded: (intent) => findRecorded(context, intent),
    read: async (id, outputs) => {
      const read = await readResource(context, id, outputs);
      return read.id === "" ? undefined : { ...read.props, __provider: outputs.__provider };
    },
    unreadableUpdateEffects: (inputs, outputs) => {
      const { applied = {} } = readState(definition, outputs);
      return definition.unreadableUpdateEffects?.(
        declaredInputs<I>(definition.fields, inputs).values,
        applied,
      );
    },
    withLostSteps: (id, outputs) => {
      const state = readState(definition, outputs);
      const lost = withLostSteps(context, id, state, state.origin);
      return lost === state ? undefined : { ...outputs, ...lost.kept, unfinished: lost.unfinished };
    },
    isBeingDeleted: (outputs) => isBeingDeleted(definition, outputs),
    lateCreates: (id, outputs) => certainLateCreates(context, id, readState(definition, outputs).origin),
    deleteLateCreates: async (id, outputs) => {
      const state = readState(definition, outputs);
      const search = { origins: [state.origin], withInterrupted: false };
      await deleteLateCreates(context, identity.recordedObject(id, state), state, search);
    },
  };
}

async function describe<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const descriptions = new Map<string, string>();
  if (ids.length === 0) return descriptions;
  const { items } = await definition.collection(services).list();
  for (const id of ids) {
    const live = items.get(id);
    if (live === undefined) continue;
    const label = definition.labelOf?.(live);
    const created = definition.createMatcher?.createdAt?.(live);
    const parts = [
      ...(typeof label === "string" ? [JSON.stringify(label)] : []),
      ...(typeof created === "string" ? [`created ${created}`] : []),
    ];
    if (parts.length > 0) descriptions.set(id, parts.join(", "));
  }
  return descriptions;
}

async function findCreate<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  inputs: Properties,
  earlier: EarlierRequest,
): Promise<EarlierCreate> {
  const { definition, services, identity } = context;
  const deadline = deadlineAfter(services.clock, searchTimeout);
  const task = { ...applyTask(context, inputs, "create"), deadline, earlier };
  await identity.ownership.verifyBeforeCreate(
    definition.kind,
    deadline,
    `The ${definition.kind} was not searched for`,
  );
  const isCertain = await verifyRequestAccount(services, earlier.intent);
  const { __provider } = inputs;
  try {
    const result = await definition.create(task);
    if ("unresolved" in result) {
      const { id, outputs } = await unresolvedOutputs(context, result.unresolved, inputs);
      const ids = result.unresolved.candidates;
      return { kind: "candidates", ids, id, outputs: { ...outputs, __provider } };
    }
    const isCreated =
      definition.createMatcher !== undefined || definition.isManageable?.(result.live) !== false;
    if (!isCreated)
      return { kind: "none", isCertain, left: definition.leftByCreate?.(result.live, result.id, services) };
    const { outputs } = await createdOutputs(context, task, result, inputs);
    return { kind: "created", id: result.id, outputs: { ...outputs, __provider } };
  } catch (error) {
    const createdNothing =
      error instanceof NothingCreatedError ||
      // A part of another object was not created if that object does not exist.
      (definition.createMatcher === undefined && error instanceof LifecycleError);
    if (createdNothing) return { kind: "none", isCertain };
    throw error;
  }
}
