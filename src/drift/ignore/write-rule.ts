import { printableJson } from "../../printable";
import { isResourceClass } from "../../resources/resource-class";
import type { Finding } from "../types.generated";
import { literalGlob } from "./glob";
import { type ConditionName, isIgnorable } from "./ignore-rule";

/** The placeholder for the reason that the user has to write. */
export const placeholderReason = "...";

/**
 * The rule of `.nodecloudignore` for one finding, as an entry of the file's list: it matches this finding and none that differs in
 * kind, type, id, URN or field. Undefined for a finding that cannot be ignored.
 */
export function ignoreRuleOf(finding: Finding): string | undefined {
  if (!isIgnorable(finding)) return undefined;
  const { kind, type, id, urn, field } = finding;
  const conditions: [ConditionName, string | null][] = [["finding", kind]];
  // A file may only contain classes that this version supports. The URN contains any class.
  if (isResourceClass(type)) conditions.push(["type", type]);
  conditions.push(["id", id]);
  if (kind !== "unmanaged") conditions.push(["urn", urn]);
  if (field !== null) conditions.push(["field", field]);
  const lines = conditions.map(([name, value]) => `${name}: ${value === null ? "null" : scalar(value)}`);
  return `- ${[...lines, `reason: ${placeholderReason}`].join("\n  ")}\n`;
}

/** Strings that YAML reads as they are without quotes, and that cannot be mistaken for another value. */
const plain = /^(?!null$)[A-Za-z0-9](?:[\w./$-]|:(?=[\w:]))*$/i;

function scalar(text: string): string {
  const pattern = literalGlob(text);
  return plain.test(pattern) ? pattern : printableJson(JSON.stringify(pattern));
}
