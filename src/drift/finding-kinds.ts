/**
 * What a row of the report says:
 * - `changed`: a declared field and the live one differ, or something that the resource needs, such as a running instance, is not so.
 * - `deleted`: a stack records an object that no longer exists.
 * - `unmanaged`: an object exists in the account, and no scanned stack records it.
 * - `notOurs`: a stack records an id that belongs to another object.
 * - `unfinished`: a run left something to do: a failed create or update, a pending operation, an unresolved create, a leftover intent.
 * - `inMotion`: the object still changed by itself after the scan had waited for it, so it was not compared.
 * - `informational`: an output changed that nobody declares. Only with all fields.
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

/** What a row of the report says: see `findingKinds`. */
export type FindingKind = (typeof findingKinds)[number];
