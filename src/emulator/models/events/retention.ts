import { limits } from "../../../contract";
import type { Service } from "../../service";
import { millisecondsPerDay } from "../../world/moment";
import type { Table } from "../../world/table";

/** Events and logins before this moment are no longer shown: they are kept for 90 days (section 8). */
export function retentionStart(service: Service): number {
  return service.now() - limits.history.days * millisecondsPerDay;
}

/** Removes rows that are too old to be shown. The table must be sorted by time. */
export function removeExpired<R extends { readonly id: number }>(
  service: Service,
  table: Table<number, R>,
  momentOf: (row: R) => number,
): void {
  const start = retentionStart(service);
  for (let first = table.first(); first && momentOf(first) < start; first = table.first()) {
    table.remove(first.id);
  }
}
