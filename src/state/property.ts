/** The values of inputs and outputs: JSON, secrets, and values that a preview does not know yet. */
export type PropertyValue =
  | null
  | boolean
  | number
  | string
  | readonly PropertyValue[]
  | PropertyMap
  | Secret
  | Unknown;

/** Properties of a resource by name. */
export interface PropertyMap {
  readonly [name: string]: PropertyValue;
}

/** What is printed in place of a secret. */
export const secretMask = "[secret]";

/** A value that must not be printed. It is printed as `[secret]`. */
export class Secret {
  readonly #value: PropertyValue;

  constructor(value: PropertyValue) {
    this.#value = value instanceof Secret ? value.reveal() : value;
  }

  /** The value itself, for providers and encryption only. */
  reveal(): PropertyValue {
    return this.#value;
  }

  toJSON(): string {
    return secretMask;
  }

  toString(): string {
    return secretMask;
  }

  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return secretMask;
  }
}

/** A value that a preview cannot know, because its resource is not created yet. There is one instance. */
export class Unknown {
  readonly #brand = "unknown";

  toJSON(): string {
    return `[${this.#brand}]`;
  }
}

export const unknown = new Unknown();

/** The key that marks a map as a special kind of value, and the values of the key (as in the SDK's runtime/rpc.js). */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const signatures = {
  secret: "1b47061264138c4ac30d75fd1eb44270",
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
  output: "d0e6a833031e9bbcd3f4e8bde6ca49a4",
  float: "8ad145fe-0d11-4827-bfd7-1abcbf086f5c",
} as const;

/** An unknown value on the wire and in a state. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isList(value: PropertyValue): value is readonly PropertyValue[] {
  return Array.isArray(value);
}

export function isMap(value: PropertyValue | undefined): value is PropertyMap {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Secret) &&
    !(value instanceof Unknown)
  );
}

/** Deep equality. Unknown equals nothing, not even itself; a secret equals only a secret. */
export function isSameValue(left: PropertyValue | undefined, right: PropertyValue | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (left instanceof Secret) return right instanceof Secret && isSameValue(left.reveal(), right.reveal());
  if (left instanceof Unknown || right instanceof Unknown) return false;
  if (isList(left)) {
    return (
      isList(right) && left.length === right.length && left.every((item, at) => isSameValue(item, right[at]))
    );
  }
  if (isMap(left)) {
    if (!isMap(right)) return false;
    const names = Object.keys(left);
    return (
      names.length === Object.keys(right).length &&
      names.every((name) => Object.hasOwn(right, name) && isSameValue(left[name], right[name]))
    );
  }
  return left === right || (Number.isNaN(left) && Number.isNaN(right));
}

/** The value with every secret in it revealed. */
export function reveal(value: PropertyValue): PropertyValue {
  if (value instanceof Secret) return reveal(value.reveal());
  if (isList(value)) return value.map(reveal);
  if (isMap(value)) return revealMap(value);
  return value;
}

export function revealMap(map: PropertyMap): PropertyMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, reveal(value)]));
}

export function containsUnknown(value: PropertyValue): boolean {
  if (value instanceof Unknown) return true;
  if (value instanceof Secret) return containsUnknown(value.reveal());
  if (isList(value)) return value.some(containsUnknown);
  return isMap(value) && Object.values(value).some(containsUnknown);
}

export function containsSecret(value: PropertyValue): boolean {
  if (value instanceof Secret) return true;
  if (isList(value)) return value.some(containsSecret);
  return isMap(value) && Object.values(value).some(containsSecret);
}
