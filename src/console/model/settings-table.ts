import { isRecord } from "../../unknown";

type Value = string | number | boolean;

/** A setting as `GET /_emulator/settings` documents it. */
export interface DocumentedSetting {
  readonly name: string;
  readonly values: readonly Value[];
  readonly byDefault: Value;
  readonly doc: string;
  readonly section: string;
}

/** The table of settings, from the emulator. */
export function settingsTable(response: unknown): readonly DocumentedSetting[] {
  const table = isRecord(response) && Array.isArray(response.table) ? response.table : [];
  return table.filter(isRecord).map(({ name, values, default: byDefault, doc, section }) => ({
    name: String(name),
    values: Array.isArray(values) ? values.filter(isValue) : [],
    byDefault: isValue(byDefault) ? byDefault : "",
    doc: String(doc ?? ""),
    section: String(section ?? ""),
  }));
}

/** The value to send for an entered string, with the type of the default. */
export function settingValue(setting: DocumentedSetting, entered: string): Value {
  if (typeof setting.byDefault === "number")
    return entered.trim() === "" ? setting.byDefault : Number(entered);
  return typeof setting.byDefault === "boolean" ? entered === "true" : entered;
}

function isValue(value: unknown): value is Value {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
