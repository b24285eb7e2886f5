/**
 * The kinds of rows in a report:
 * - `changed`: a declared field and the live one differ, or a condition that the resource requires does not hold, such as a running instance.
 * - `deleted`: a stack records an object that no longer exists.
 * - `unmanaged`: an object exists in the account, and no scanned stack records it.
 * - `notOurs`: a stack records an id that belongs to another object.
 * - `unfinished`: a run did not finish its work: a failed create or update, a pending operation, an unresolved create, a leftover intent.
 * - `inMotion`: the object still changed on its own after the scan had waited for it, so it was not compared.
 * - `informational`: an output changed that no program declares. Only with all fields.
 */
export const findingKinds = [
  "changed",
  "deleted",
  "unmanaged",
  "notOurs",
  "unfinished",
  "inMotion",
  "informational",
] as const;

/** The kind of a row in a report: see `findingKinds`. */
export type FindingKind = (typeof findingKinds)[number];
