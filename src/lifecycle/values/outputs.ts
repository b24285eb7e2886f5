import type { z } from "zod";
import type { CommonInputs } from "../../common-inputs";
import { camelCase, fieldsOf, fromContract } from "../../contract";
import { isRecord } from "../../unknown";
import type { Definition } from "../definition";
import type { Properties } from "../lifecycle";
import type { Unresolved } from "../task";
import { fingerprint } from "./fingerprint";
import { idName } from "./id-name";

/** The outputs besides those that the service returns. */
export interface OwnOutputs {
  /** From `appliedInputs`, or as in the previous outputs. */
  readonly applied: Properties | undefined;
  readonly kept?: Properties;
  readonly unfinished?: readonly string[];
}

/** The outputs of an object: the fields that the service returned, under the names that programs read, and our own. */
export function writeOutputs<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  live: Live,
  { applied, kept = {}, unfinished = [] }: OwnOutputs,
): Record<string, unknown> {
  const fields = fromContract(definition.response, definition.normalize?.(live) ?? live);
  const { id, ...shown } = isRecord(fields) ? fields : {};
  const outputs: Record<string, unknown> = { ...shown };
  for (const name of unknownFields(definition.response, live)) delete outputs[camelCase(name)];
  return {
    ...outputs,
    ...withoutUndefined(kept),
    [idName(definition)]: id,
    ...(applied ? { applied } : {}),
    ...(unfinished.length > 0 ? { unfinished } : {}),
  };
}

/** An output that is undefined makes an engine fail. */
export function withoutUndefined(values: Properties): Properties {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** The optional fields that the object lacks. Their outputs are omitted, because null would be a value. */
function unknownFields(response: z.ZodObject, live: unknown): readonly string[] {
  if (!isRecord(live)) return [];
  return fieldsOf(response).flatMap(({ name, optional }) =>
    optional && live[name] === undefined ? [name] : [],
  );
}

/** The outputs of an unresolved create. */
export function writeUnresolved(unresolved: Unresolved, applied: Properties): Record<string, unknown> {
  const { nonce, label, candidates, unseen, isUnproven, reason, at } = unresolved;
  return {
    applied,
    unresolved: {
      ...(nonce === undefined ? {} : { nonce }),
      ...(label === undefined ? {} : { label }),
      candidates,
      ...(unseen ? { unseen } : {}),
      ...(isUnproven ? { isUnproven } : {}),
      reason,
      ...(at === undefined ? {} : { at }),
    },
  };
}

/**
 * The output `applied`: the inputs, with fingerprints in place of values that the state must not hold. A create-only argument that the
 * program no longer declares stays, so declaring the same value again replaces nothing.
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
