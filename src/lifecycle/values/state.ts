import type { CommonInputs } from "../../common-inputs";
import { fieldsOf, toContract } from "../../contract";
import { isRecord } from "../../unknown";
import type { Definition } from "../definition";
import { type Identity, readIdentity } from "../identity/identity";
import { originInOutputs, type ResourceOrigin } from "../identity/origin";
import type { Properties } from "../lifecycle";
import type { Unresolved } from "../task";
import { idName } from "./id-name";
import { IgnoredChanges } from "./ignored-changes";
import { declaredInputs } from "./inputs";

/** A resource as the outputs in a stack's state describe it. */
export interface State<I, Live> {
  /** The object as last read. Undefined if the outputs do not belong to an object: after an unresolved create. */
  readonly live: Live | undefined;
  readonly applied: Partial<I> | undefined;
  /** The changes that the run which wrote `applied` ignored. */
  readonly ignored: IgnoredChanges;
  readonly origin: ResourceOrigin | undefined;
  /** The identity of the object when it was last read or written. */
  readonly identity: Identity;
  /** The setup steps that a failed run left to do, the failed one first. */
  readonly unfinished: readonly string[];
  readonly unresolved: Unresolved | undefined;
  /** The outputs that the service does not return. */
  readonly kept: Properties;
  /** The object existed before it was adopted, so the values that it was created with are unknown. */
  readonly adopted: boolean;
  /** A create took the object from the record of an earlier one, so the state may have an older entry of the same object. */
  readonly takenOver: boolean;
  /** The embedded engine found another resource of the object, which has another provider and therefore another plugin process. */
  readonly hasOtherProvider: boolean;
}

export function readState<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  outputs: Properties,
): State<I, Live> {
  const { applied, unfinished, unresolved } = outputs;
  return {
    live: readLive(definition, outputs),
    applied: isRecord(applied) ? declaredInputs<I>(definition.fields, applied).values : undefined,
    ignored: new IgnoredChanges(isRecord(applied) ? applied : {}),
    origin: originInOutputs(outputs),
    identity: readIdentity(outputs),
    unfinished: Array.isArray(unfinished) ? unfinished.filter((step) => typeof step === "string") : [],
    unresolved: readUnresolved(unresolved),
    adopted: outputs.adopted === true,
    takenOver: outputs.takenOver === true,
    hasOtherProvider: outputs.managedWithOtherProvider === true,
    kept: Object.fromEntries(
      ["adopted", "takenOver", "identity", "storedForms", ...(definition.keptSecrets ?? [])].flatMap(
        (name) => (outputs[name] === undefined ? [] : [[name, outputs[name]]]),
      ),
    ),
  };
}

/** The object as last read. Undefined if the outputs do not belong to an object. */
export function readLive<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  outputs: Properties,
): Live | undefined {
  const live = toContract(definition.response, { ...outputs, id: outputs[idName(definition)] });
  return hasFieldsOf<Live>(definition, live) ? live : undefined;
}

/** Whether a program reads the object by its id (`Instance.get`), so no state manages it. */
export function isReadById(
  definition: { readonly kind: string; readonly idName?: string },
  outputs: Properties,
): boolean {
  return [outputs[idName(definition)], outputs.applied, outputs.unresolved].every(
    (value) => value === undefined || value === null,
  );
}

/** Fingerprints of the values that the service returns for applied arguments that it stores in another form, by name. */
export function readStoredForms({ storedForms }: Properties): Properties {
  return isRecord(storedForms) ? storedForms : {};
}

function readUnresolved(value: unknown): Unresolved | undefined {
  if (!isRecord(value)) return undefined;
  const { nonce, label, candidates, unseen, isUnproven, reason, at } = value;
  return {
    nonce: typeof nonce === "string" ? nonce : undefined,
    label: typeof label === "string" ? label : undefined,
    candidates: Array.isArray(candidates) ? candidates.map(String) : [],
    unseen: unseen === true,
    isUnproven: isUnproven === true,
    reason: typeof reason === "string" ? reason : "",
    ...(typeof at === "number" ? { at } : {}),
  };
}

/** The outputs of a complete object have every required field of the response's shape, even if it is null. */
export function hasFieldsOf<Live>(
  definition: { readonly response: Parameters<typeof fieldsOf>[0] },
  value: unknown,
): value is Live {
  return (
    isRecord(value) &&
    fieldsOf(definition.response).every(({ name, optional }) => optional || value[name] !== undefined)
  );
}
