import { isList, isMap, type PropertyMap, type PropertyValue, Secret, Unknown } from "../state";

/** An output or input as in the Automation API of Pulumi: `secret` is true if the state encrypts a part of it. */
export interface OutputValue {
  /** JSON, with secrets in plain text. Undefined if a preview cannot know it. */
  readonly value: unknown;
  readonly secret: boolean;
}

/** Values by name. */
export type OutputValues = Readonly<Record<string, OutputValue>>;

/** Omits values that the SDK keeps for itself, such as `__provider`. */
export function outputValuesOf(map: PropertyMap): OutputValues {
  const named = Object.entries(map).filter(([name]) => !name.startsWith("__"));
  return Object.fromEntries(
    named.map(([name, value]) => [name, { value: plain(value), secret: containsSecret(value) }]),
  );
}

function plain(value: PropertyValue): unknown {
  if (value instanceof Unknown) return undefined;
  if (value instanceof Secret) return plain(value.reveal());
  if (isList(value)) return value.map(plain);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
}

function containsSecret(value: PropertyValue): boolean {
  if (value instanceof Secret) return true;
  if (isList(value)) return value.some(containsSecret);
  return isMap(value) && Object.values(value).some(containsSecret);
}
