import { z } from "zod";
import { fieldsOf } from "../contract";
import { nearestWords } from "../similar-words";
import { isRecord } from "../unknown";
import { parsed } from "./parsed";
import { inputError } from "./service-error";
import { settingsShape } from "./settings/shape";
import type { Settings } from "./types.generated";

type Value = string | number | boolean;

type SettingName = keyof Settings;
/** The settings that are durations in seconds. */
export type Duration = {
  [K in SettingName]: K extends `${string}Seconds` ? K : never;
}[SettingName];

/** The documentation of a setting. */
export interface Setting {
  readonly name: string;
  /** All values of a choice. For a number, the default and the alternative. */
  readonly values: readonly Value[];
  readonly default: Value;
  /** The value in `alternativeSettings`. */
  readonly alternative: Value;
  readonly doc: string;
  /** The section of the interface that the behavior belongs to. */
  readonly section: string;
  /** The value that the interface specifies; undefined where it is silent. */
  readonly specified: Value | undefined;
  /** How the live service is known to behave; undefined where that is not known. */
  readonly live: Value | undefined;
}

/** The documentation of all settings. */
export const settings: readonly Setting[] = fieldsOf(settingsShape).map(({ name, schema, meta }) => {
  const byDefault = plainValue(meta.default);
  const alternative = plainValue(meta.alternative);
  const values =
    schema instanceof z.ZodEnum ? schema.options.map(plainValue) : [...new Set([byDefault, alternative])];
  return {
    name,
    values,
    default: byDefault,
    alternative,
    doc: meta.description ?? "",
    section: String(meta.section),
    specified: optionalValue(meta.specified),
    live: optionalValue(meta.live),
  };
});

/** The settings of an emulator that is started without any. */
export const defaultSettings: Settings = settingsShape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.default])),
);

/** Every setting at its alternative. A client that works with both values works with everything that the interface leaves open. */
export const alternativeSettings: Settings = settingsShape.parse(
  Object.fromEntries(settings.map((row) => [row.name, row.alternative])),
);

const patchShape = settingsShape.partial();

/** Applies a patch. Throws a `ServiceError` that names unknown settings and invalid values. */
export function patchSettings(before: Settings, patch: unknown): Settings {
  if (isRecord(patch)) refuseUnknown(Object.keys(patch));
  const checked: object = parsed(patchShape, patch);
  const given = Object.entries(checked).filter(([, value]) => value !== undefined);
  return settingsShape.parse({ ...before, ...Object.fromEntries(given) });
}

function refuseUnknown(names: readonly string[]): void {
  const known = settings.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw inputError(
    unknown.map((field) => {
      const near = nearestWords(field, known);
      const advice =
        near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "GET /_emulator/settings lists all of them.";
      return { field, reason: `there is no such setting. ${advice}` };
    }),
  );
}

/** The settings that are not at their defaults. */
export function nonDefaultSettings(now: Settings): Readonly<Record<string, Value>> {
  const before = new Map<string, unknown>(Object.entries(defaultSettings));
  const others = Object.entries(now).filter(([name, value]) => value !== before.get(name));
  return Object.fromEntries(others.map(([name, value]) => [name, plainValue(value)]));
}

function optionalValue(value: unknown): Value | undefined {
  return value === undefined ? undefined : plainValue(value);
}

function plainValue(value: unknown): Value {
  return typeof value === "number" || typeof value === "boolean" ? value : String(value);
}
