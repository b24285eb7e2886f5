import type { CommonInputs } from "../common-inputs";
import { fingerprint, isFingerprintOf } from "./fingerprint";
import type { Properties } from "./lifecycle";
import type { ResourceOrigin } from "./origin";
import type { ResourceContext } from "./resource-context";
import type { Services } from "./services";
import type { State } from "./state";
import type { StepTask } from "./task";

/**
 * Whether the state may lack a secret because a run ended too early: only the response to the request that sets a secret contains it. The
 * run was one of two kinds.
 *
 * - A requested replacement (`--replace`). The engine calls no diff for it, so the create may have taken over the object that the state
 *   already contains. The service then accepts only the secret that this create set.
 * - An update that resets a secret.
 */
export function isSecretLost<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): boolean {
  return isTakeoverLost(context, id, state, origin) || isResetLost(context, id, state, origin);
}

/** Whether the create of a requested replacement took over the object, and its result is lost. */
export function isTakeoverLost<I extends CommonInputs, Live, Step extends string>(
  { definition, services: { intents, address } }: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): boolean {
  if (definition.secretSteps === undefined || state.takenOver) return false;
  return [origin, state.origin].some((one) => {
    const intent = one && intents.find(one, address);
    return intent?.id === id && intent.isTakenOver === true;
  });
}

/**
 * The state has the secrets from before the reset, and does not say that the reset is unfinished. If it has others, they are those of the
 * reset, or of a later one on another machine.
 */
function isResetLost<I extends CommonInputs, Live, Step extends string>(
  { definition, services: { secretResets, address } }: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): boolean {
  const { secretSteps, keptSecrets = [] } = definition;
  if (secretSteps === undefined || secretSteps.every((step) => state.unfinished.includes(step))) return false;
  return [origin, state.origin].some((one) => {
    const before = one && secretResets.find({ id, origin: one, address });
    return before !== undefined && isFingerprintOf(before, secretsIn(state.kept, keptSecrets));
  });
}

/** The state with the lost steps as unfinished ones. Those of a takeover are done once the state records that the object was taken over. */
export function withLostSteps<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): State<I, Live> {
  if (!isSecretLost(context, id, state, origin)) return state;
  const { secretSteps = [] } = context.definition;
  const isTakenOver = isTakeoverLost(context, id, state, origin);
  const kept = isTakenOver ? { ...state.kept, takenOver: true } : state.kept;
  return { ...state, kept, unfinished: [...state.unfinished, ...secretSteps] };
}

/**
 * Records that a step is about to request new secrets, for the outputs with these names. A create or an adoption needs no record: until it
 * has ended, the state does not have the object, so the next run repeats it.
 */
export async function recordReset<I, Live>(
  { services, origin, id, kept, unfinished }: StepTask<I, Live>,
  names: readonly string[],
): Promise<void> {
  const isUpdate = unfinished !== undefined;
  if (!isUpdate || origin === undefined) return;
  const { secretResets, address } = services;
  await secretResets.save({ id, origin, address }, fingerprint(secretsIn(kept, names)));
}

/** Removes the record of the last reset of an object, if there is one: the state has its result, or no longer needs it. */
export async function forgetReset(
  { secretResets, address }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  if (origin) await secretResets.remove({ id, origin, address });
}

function secretsIn(kept: Properties, names: readonly string[]): readonly unknown[] {
  return names.map((name) => kept[name] ?? null);
}
