import { limits } from "../../../contract";
import type { Service } from "../../service";
import type { Table } from "../../world/table";

const dayLength = 24 * 60 * 60 * 1000;

/** What came before this moment is no longer shown: events and logins are kept for 90 days (section 8). */
export function oldestShown(service: Service): number {
  return service.now() - limits.history.days * dayLength;
}

/** Drops what is too old to be shown from a table whose rows came in the order of time. */
export function forgetOld<R extends { readonly id: number }>(
  service: Service,
  table: Table<number, R>,
  momentOf: (row: R) => number,
): void {
  const oldest = oldestShown(service);
  for (let first = table.first(); first && momentOf(first) < oldest; first = table.first()) {
    table.remove(first.id);
  }
}
