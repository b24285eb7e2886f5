import { z } from "zod";
import { maxAdvance } from "../world/moment";

const maxAmount = 1_000_000;

/** The documentation of a setting, and its value in `alternativeSettings`. */
interface SettingDescription<V> {
  /** The section of the interface that leaves the behavior open. */
  readonly section: string;
  readonly doc: string;
  /** The value in `alternativeSettings`. */
  readonly alternative?: V;
  /** The value that the interface specifies. Default: it is silent. */
  readonly specified?: V;
  /** How the live service is known to behave. Default: not known. */
  readonly live?: V;
}

/** A setting with a list of values. The first one is the default, and the second one the alternative unless it is given. */
export function choice<const V extends readonly [string, ...string[]]>(
  values: V,
  { doc, alternative = values[1] ?? values[0], ...text }: SettingDescription<V[number]>,
) {
  return z
    .enum(values)
    .describe(doc)
    .meta({ ...text, default: values[0], alternative });
}

export function flag(byDefault: boolean, { doc, ...text }: SettingDescription<boolean>) {
  return z
    .boolean()
    .describe(doc)
    .meta({ ...text, default: byDefault, alternative: !byDefault });
}

/** A number. `schema`: its bounds. Default: 0 to `maxAmount`. */
export function amount(
  byDefault: number,
  { doc, alternative = byDefault, ...text }: SettingDescription<number>,
  schema = z.number().min(0).max(maxAmount),
) {
  return schema.describe(doc).meta({ ...text, default: byDefault, alternative });
}

/** The HTTP status of an error. */
export function status(byDefault: number, text: SettingDescription<number>) {
  return amount(byDefault, text, z.int().min(400).max(499));
}

/** A duration on the emulator's clock. */
export function seconds(byDefault: number, text: SettingDescription<number>) {
  const max = maxAdvance / 1000;
  return amount(byDefault, text, z.number().min(0).max(max));
}
