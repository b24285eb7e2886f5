import { camelCase, fieldsOf, fromContract, toContract } from "../contract";
import { isRecord } from "../unknown";
import type { CommonInputs, Definition, Properties, ResourceOrigin, Unresolved } from "./definition";
import { fingerprint } from "./fingerprint";
import { type Identity, readIdentity } from "./identity";
import { declaredInputs } from "./inputs";

/** What a resource's outputs hold beside what the service returned. */
export interface State<I, Live> {
  /** As it was when it was last read; undefined where the outputs are not those of a thing (an unresolved create). */
  readonly live: Live | undefined;
  readonly applied: Partial<I> | undefined;
  readonly origin: ResourceOrigin | undefined;
  /** What told it from all other things when it was last read or written. */
  readonly identity: Identity;
  /** The steps that a failed run left to do, the failed one first. */
  readonly unfinished: readonly string[];
  readonly unresolved: Unresolved | undefined;
  /** Outputs that the service does not give back. */
  readonly kept: Properties;
  /** It was there before this package took it over: what it was created with is not known. */
  readonly adopted: boolean;
}

export function readState<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  outputs: Properties,
): State<I, Live> {
  const live = toContract(definition.answer, { ...outputs, id: outputs[idName(definition)] });
  const { applied, unfinished, unresolved } = outputs;
  return {
    live: hasFieldsOf<Live>(definition, live) ? live : undefined,
    applied: isRecord(applied) ? declaredInputs<I>(definition.fields, applied).values : undefined,
    origin: isRecord(applied) ? readOrigin(applied.origin) : undefined,
    identity: readIdentity(outputs),
    unfinished: Array.isArray(unfinished) ? unfinished.filter((step) => typeof step === "string") : [],
    unresolved: readUnresolved(unresolved),
    adopted: outputs.adopted === true,
    kept: Object.fromEntries(
      ["adopted", "identity", ...(definition.keptSecrets ?? [])].flatMap((name) =>
        outputs[name] === undefined ? [] : [[name, outputs[name]]],
      ),
    ),
  };
}

/** Whether outputs come from a program that reads a thing by its id (`Resource.get`), so that no state holds it. */
export function isReadById(
  definition: { readonly kind: string; readonly idName?: string },
  outputs: Properties,
): boolean {
  return [outputs[idName(definition)], outputs.applied, outputs.unresolved].every(
    (value) => value === undefined || value === null,
  );
}

/** The outputs of a thing: what the service returned under the names users read, and what was applied to it. */
export function writeState<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  live: Live,
  { applied, kept = {}, unfinished = [] }: OwnOutputs,
): Record<string, unknown> {
  const fields = fromContract(definition.answer, live);
  const { id, ...outputs } = isRecord(fields) ? fields : {};
  return {
    ...outputs,
    ...kept,
    [idName(definition)]: id,
    ...(applied ? { applied } : {}),
    ...(unfinished.length > 0 ? { unfinished } : {}),
  };
}

/** What outputs hold beside the thing itself. */
export interface OwnOutputs {
  /** From `appliedOf`, or as it was in the outputs before. */
  readonly applied: Properties | undefined;
  readonly kept?: Properties;
  readonly unfinished?: readonly string[];
}

/**
 * The inputs as outputs may keep them: fingerprints for what must not be kept. What the thing was created with stays noted
 * when the program no longer declares it.
 */
export function appliedInputs<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Properties,
  before: Partial<I> = {},
): Properties {
  const { __provider, ...rest } = inputs;
  const applied: Record<string, unknown> = { ...rest };
  for (const name in definition.fields) {
    const { change, stored } = definition.fields[name];
    const isDeclared = applied[name] !== undefined && applied[name] !== null;
    if (isDeclared && stored === "fingerprint") applied[name] = fingerprint(applied[name]);
    if (!isDeclared && change === "replace" && before[name] !== undefined) applied[name] = before[name];
  }
  return applied;
}

/** The outputs of a create of which nobody can tell what it made. */
export function writeUnresolved(unresolved: Unresolved, applied: Properties): Record<string, unknown> {
  const { nonce, label, candidates, unseen, isUnproven, reason } = unresolved;
  return {
    applied,
    unresolved: {
      ...(nonce === undefined ? {} : { nonce }),
      ...(label === undefined ? {} : { label }),
      candidates,
      ...(unseen ? { unseen } : {}),
      ...(isUnproven ? { isUnproven } : {}),
      reason,
    },
  };
}

/** `instanceId`: the id as the service writes it, for arguments of other resources that take one. */
function idName({ kind, idName: own }: { readonly kind: string; readonly idName?: string }): string {
  return own ?? `${camelCase(kind.replaceAll(" ", "_"))}Id`;
}

export function readOrigin(value: unknown): ResourceOrigin | undefined {
  if (!isRecord(value)) return undefined;
  const { project, stack, type, name, parent, organization } = value;
  return typeof project === "string" &&
    typeof stack === "string" &&
    typeof type === "string" &&
    typeof name === "string"
    ? {
        ...{ project, stack, type, name },
        ...(typeof parent === "string" ? { parent } : {}),
        ...(typeof organization === "string" ? { organization } : {}),
      }
    : undefined;
}

function readUnresolved(value: unknown): Unresolved | undefined {
  if (!isRecord(value)) return undefined;
  const { nonce, label, candidates, unseen, isUnproven, reason } = value;
  return {
    nonce: typeof nonce === "string" ? nonce : undefined,
    label: typeof label === "string" ? label : undefined,
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    unseen: unseen === true,
    isUnproven: isUnproven === true,
    reason: typeof reason === "string" ? reason : "",
  };
}

/** Outputs of this kind have every field of the answer's shape, if only as null; others are an older or another state. */
function hasFieldsOf<Live>(
  definition: { readonly answer: Parameters<typeof fieldsOf>[0] },
  value: unknown,
): value is Live {
  return isRecord(value) && fieldsOf(definition.answer).every(({ name }) => value[name] !== undefined);
}
