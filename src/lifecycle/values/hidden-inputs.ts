import type { Properties } from "../lifecycle";
import { areEqual } from "./equality";
import type { Fields } from "./fields";
import { unknownFingerprint } from "./fingerprint";

/**
 * The declared create-only arguments that the service does not return, and the defaults of omitted ones. The record of a create stores
 * them, because nothing else shows their values at the time of the request. They include no secrets.
 */
export function hiddenInputs<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  inputs: Partial<I>,
): Properties {
  const hidden: Record<string, unknown> = {};
  for (const name in fields) {
    const field = fields[name];
    const value = inputs[name] ?? field.default;
    if (field.change === "replace" && !field.live && !field.secret && value !== undefined)
      hidden[name] = value;
  }
  return hidden;
}

/**
 * The values that a create sent for arguments that only a create can set, as far as its record contains them. Those that the service returns
 * have to be added. An `unknownFingerprint` stands for the others: secrets, arguments whose changes have no effect, and every value if the record has none.
 * @param recorded From `hiddenInputs`.
 */
export function sentHiddenInputs<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  recorded: Properties | undefined,
): Properties {
  const values: Record<string, unknown> = { ...recorded };
  for (const name in fields) {
    const { change, secret, changeWarning } = fields[name];
    const isUnrecorded = change === "replace" && (secret || recorded === undefined);
    if (isUnrecorded || changeWarning) values[name] = unknownFingerprint;
  }
  return values;
}

/**
 * The arguments whose declared values differ from those that a request sent, under their names in the program.
 * @param sent Undefined if the request was not recorded: then none are known.
 */
export function changedHiddenInputs<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  inputs: Partial<I>,
  sent: Properties | undefined,
): readonly string[] {
  if (sent === undefined) return [];
  const hidden = hiddenInputs(fields, inputs);
  const changed: string[] = [];
  for (const name in fields) {
    const { equality = "deep", computedFrom = name } = fields[name];
    const wanted = inputs[name];
    const isDeclaredHidden = wanted !== undefined && name in hidden;
    if (isDeclaredHidden && !areEqual(equality, wanted, sent[name])) changed.push(computedFrom);
  }
  return changed;
}
