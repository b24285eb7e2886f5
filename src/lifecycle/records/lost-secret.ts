import type { CommonInputs } from "../../common-inputs";
import { type ResourceOrigin, urnOf } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import type { Services } from "../services";
import type { StepTask } from "../task";
import { fingerprint, isFingerprintOf } from "../values/fingerprint";
import type { State } from "../values/state";
import { isRecent } from "./intents";
import type { ObjectRecord } from "./object-records";

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

/** Whether the state lacks the secrets from the last reset of the object, and does not say that a reset is unfinished. */
function isResetLost<I extends CommonInputs, Live, Step extends string>(
  { definition, services: { secretResets, address } }: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): boolean {
  const { secretSteps, keptSecrets = [] } = definition;
  if (secretSteps === undefined || secretSteps.every((step) => state.unfinished.includes(step))) return false;
  const origins = [origin, state.origin].flatMap((one) => one ?? []);
  const secrets = secretsIn(state.kept, keptSecrets);
  return origins.some((one) => {
    const reset = secretResets.find({ id, origin: one, address });
    return reset !== undefined && lacksResetSecrets(reset, origins.map(urnOf), secrets);
  });
}

/** Whether an entry of the state with these secrets lacks those of the reset. `urns`: the current and the former one of its resource. */
function lacksResetSecrets(
  { by, before, after }: ObjectRecord,
  urns: readonly string[],
  secrets: readonly unknown[],
): boolean {
  const isOwn = urns.includes(by);
  // If the state has neither these nor those of the reset, a run on another machine has reset them since.
  if (isOwn && before !== undefined) return isFingerprintOf(before, secrets);
  if (isOwn && after !== undefined) return false;
  return secrets.some((one) => one !== null) && !isFingerprintOf(after, secrets);
}

/**
 * The same state, or one with unfinished steps if it may lack a secret because a run ended too early: only the response to the request that
 * sets a secret contains it. The run was one of two kinds.
 *
 * - A requested replacement (`--replace`). The engine calls no diff for it, so the create may have taken over the object that the state
 *   already contains. The service then accepts only the secret that this create set. The steps are done once the state records that the
 *   object was taken over.
 * - An update or an adoption that resets a secret. After an adoption, another entry of the state may have the object too, with the old
 *   secret.
 */
export function withLostSteps<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): State<I, Live> {
  const isTakenOver = isTakeoverLost(context, id, state, origin);
  if (!isTakenOver && !isResetLost(context, id, state, origin)) return state;
  const { secretSteps = [] } = context.definition;
  const kept = isTakenOver ? { ...state.kept, takenOver: true } : state.kept;
  return { ...state, kept, unfinished: [...state.unfinished, ...secretSteps] };
}

/**
 * Records that a step is about to request new secrets, for the outputs with these names. A create needs no record: until it has ended, no
 * state has the object, so the next run repeats the step.
 */
export async function recordReset<I, Live>(
  { services, origin, id, kept, isCreated, unfinished }: StepTask<I, Live>,
  names: readonly string[],
): Promise<void> {
  if (isCreated === true || origin === undefined) return;
  const { secretResets, address, clock } = services;
  const isAdoption = unfinished === undefined;
  const before = isAdoption ? {} : { before: fingerprint(secretsIn(kept, names)) };
  await secretResets.save({ id, origin, address }, { by: urnOf(origin), at: clock.now(), ...before });
}

/** Adds the new secrets to the record of the reset. */
export async function recordNewSecrets<I, Live>(
  { services: { secretResets, address }, origin, id }: StepTask<I, Live>,
  secrets: Properties,
  names: readonly string[],
): Promise<void> {
  const object = origin && { id, origin, address };
  const reset = object && secretResets.find(object);
  if (object === undefined || reset === undefined) return;
  await secretResets.save(object, { ...reset, after: fingerprint(secretsIn(secrets, names)) });
}

/** Removes the record of the last reset of an object, if there is one. */
export async function forgetReset(
  { secretResets, address }: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  if (origin) await secretResets.remove({ id, origin, address });
}

/**
 * Removes the record of a reset that this resource requested, because the state has its result. The record of an adoption is kept for a day,
 * because another entry of the state may lack it.
 * @param urns The current URN of the resource and the one in the state, under which it may have requested the reset.
 */
export async function forgetOldReset(
  services: Services,
  id: string,
  origin: ResourceOrigin | undefined,
  urns: readonly string[],
): Promise<void> {
  const { secretResets, address, clock } = services;
  const reset = origin && secretResets.find({ id, origin, address });
  if (reset === undefined || !urns.includes(reset.by)) return;
  if (reset.before !== undefined || !isRecent(reset, clock.now())) await forgetReset(services, id, origin);
}

function secretsIn(kept: Properties, names: readonly string[]): readonly unknown[] {
  return names.map((name) => kept[name] ?? null);
}
