import { isResourceClass } from "../../resources/resource-class";
import { classEvents } from "../events/class-events";
import type { Finding } from "../types.generated";

/** The actions of events that could have caused a finding. Empty if nobody outside the program's runs could have caused it. */
export function causesOf({ kind, type, field }: Finding): readonly string[] {
  if (!isResourceClass(type)) return [];
  const { created, deleted, changed, fields } = classEvents(type);
  switch (kind) {
    case "changed":
      return [...changed, ...(fields[field ?? ""] ?? [])];
    case "informational":
      return [...changed, ...(fields[field ?? ""] ?? Object.values(fields).flat())];
    case "deleted":
      return deleted;
    case "unmanaged":
      return created;
    case "notOurs":
      return [...deleted, ...created];
    case "unfinished":
    case "inMotion":
      return [];
  }
}

/** Whether someone outside the program's runs could have caused it, so that a report should name them. */
export function hasActor({ kind }: Finding): boolean {
  return kind !== "unfinished" && kind !== "inMotion";
}
