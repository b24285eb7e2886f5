import { type Properties, unknownValue } from "../../lifecycle";
import { StateError } from "../../state";
import { isRecord, messageOf } from "../../unknown";
import { type RecordedProperties, SealedSecret } from "../recorded-stack";

export interface OpenedInputs {
  /** A secret that no comparison needs, or that could not be opened, is the SDK's unknown value, which is never compared. */
  readonly inputs: Properties;
  /** The arguments that are secret or contain a secret. */
  readonly secretArguments: ReadonlySet<string>;
  /** The compared arguments that could not be opened, and why. */
  readonly failures: readonly { readonly argument: string; readonly why: string }[];
}

/** Opens the secrets among the inputs that a comparison needs, and no others. */
export async function openInputs(
  inputs: RecordedProperties,
  comparedArguments: readonly string[],
): Promise<OpenedInputs> {
  const opened: Record<string, unknown> = {};
  const secretArguments = new Set<string>();
  const failures: { argument: string; why: string }[] = [];
  for (const [argument, value] of Object.entries(inputs)) {
    if (!holdsSecret(value)) {
      opened[argument] = value;
      continue;
    }
    secretArguments.add(argument);
    if (!comparedArguments.includes(argument)) {
      opened[argument] = unknownValue;
      continue;
    }
    try {
      opened[argument] = await open(value);
    } catch (error) {
      if (error instanceof StateError && error.code === "passphrase") throw error;
      opened[argument] = unknownValue;
      failures.push({ argument, why: messageOf(error) });
    }
  }
  return { inputs: opened, secretArguments, failures };
}

/** The properties without their secrets, for comparisons of values that are not secret. */
export function publicProperties(properties: RecordedProperties): Properties {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, withoutSecrets(value)]));
}

/** The value with the SDK's unknown value in place of each secret. */
export function withoutSecrets(value: unknown): unknown {
  if (value instanceof SealedSecret) return unknownValue;
  if (Array.isArray(value)) return value.map(withoutSecrets);
  return isRecord(value) ? publicProperties(value) : value;
}

export function holdsSecret(value: unknown): boolean {
  if (value instanceof SealedSecret) return true;
  if (Array.isArray(value)) return value.some(holdsSecret);
  return isRecord(value) && Object.values(value).some(holdsSecret);
}

async function open(value: unknown): Promise<unknown> {
  if (value instanceof SealedSecret) return open(await value.open());
  if (Array.isArray(value)) return Promise.all(value.map(open));
  if (!isRecord(value)) return value;
  const parts = await Promise.all(
    Object.entries(value).map(async ([name, part]) => [name, await open(part)]),
  );
  return Object.fromEntries(parts);
}
