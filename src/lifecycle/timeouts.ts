import { isRecord } from "../unknown";
import { parseDuration } from "./deadline";
import { holdsUnknown } from "./values/unknown-value";

const operations = ["create", "update", "delete"];

/** Checks the argument `timeouts`. */
export function timeoutProblems(timeouts: unknown): readonly string[] {
  if (timeouts === undefined || holdsUnknown(timeouts)) return [];
  if (!isRecord(timeouts)) return ['timeouts: must be an object such as { create: "20m" }.'];
  return Object.entries(timeouts).flatMap(([name, value]) => {
    if (!operations.includes(name))
      return [`timeouts.${name}: is not an operation; use create, update or delete.`];
    if (value === undefined || (typeof value === "string" && parseDuration(value) !== undefined)) return [];
    return [
      `timeouts.${name}: must be a duration such as "90s", "20m" or "1h30m"; it is ${JSON.stringify(value)}.`,
    ];
  });
}
