import { z } from "zod";

/** The version of the JSON report. It changes when a field changes its meaning or goes away; new fields do not change it. */
export const reportVersion = 1;

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

/** A value of a program or an answer; null where there is none, or where it is a secret. */
const value = z.json();

const action = z.strictObject({
  /** What the action achieves. */
  purpose: z.enum(["repair", "accept", "adopt", "forget", "finish", "delete", "look", "ignore"]),
  /** When or why to take it, as a short sentence. */
  description: z.string(),
  /** What to run or to write. */
  form: z.enum(["command", "code", "rule"]),
  /** A shell command, a piece of a TypeScript program, or a rule of `.nodecloudignore`. */
  text: z.string(),
});

const actor = z.strictObject({
  /** The user that the event names. Null: the service itself, or not shown. */
  user: z.string().nullable(),
  /** When, as the service wrote it. */
  time: z.string(),
  /** The action of the event, such as `node_update`. */
  action: z.string(),
});

const finding = z.strictObject({
  kind: z.enum(findingKinds),
  /** The resource class: `Instance`. */
  type: z.string(),
  /** The id of the object. Null where it is not known: an unresolved create. */
  id: z.string().nullable(),
  /** The label of the object, or of the create. Null where it has none. */
  label: z.string().nullable(),
  /** `project/stack`. Null for what no stack records. */
  stack: z.string().nullable(),
  urn: z.string().nullable(),
  /** The argument or output, for `changed` and `informational`. */
  field: z.string().nullable(),
  declared: value,
  live: value,
  /** Whether the values are secret and therefore left out. */
  isSecret: z.boolean(),
  /** What removes the difference of a `changed` row: an update, only a replacement, or only a change of the program. */
  repair: z.enum(["up", "replacement", "program"]).nullable(),
  /** One or two sentences for people: what is so, and why. */
  message: z.string(),
  actions: z.array(action),
  /** Who changed it. Null without `who`, or where the event log names nobody. */
  who: actor.nullable(),
  /** The reason of the rule that ignores it. Null for a finding that counts. */
  ignoredBecause: z.string().nullable(),
});

const problem = z.strictObject({
  /** What could not be read or compared: `list of images`, `stack shop/dev`. */
  subject: z.string(),
  /** `project/stack`, where it concerns one stack. */
  stack: z.string().nullable(),
  /** The resource class, where it concerns one. */
  type: z.string().nullable(),
  /** What failed, and what to do. */
  message: z.string(),
});

const scannedStack = z.strictObject({
  /** `project/stack`. */
  name: z.string(),
  /** Where the state was read: a file, a folder, a backend, or the standard input. */
  source: z.string(),
  /** The `euuid` of its account. Null where the token may not read it. */
  account: z.string().nullable(),
  /** How many of its resources belong to this package. */
  resources: z.int(),
});

const typeCoverage = z.strictObject({
  type: z.string(),
  /** Whether the account's objects of this type were listed. */
  isScanned: z.boolean(),
  /** How many existing objects the scanned stacks manage. */
  managed: z.int(),
  /** How many objects exist that a program could manage. */
  existing: z.int(),
  /** How many of the managed ones have a `changed` row. */
  changed: z.int(),
});

const cleanResource = z.strictObject({
  type: z.string(),
  id: z.string(),
  label: z.string().nullable(),
  stack: z.string(),
  urn: z.string(),
});

/** The shape of a JSON report. */
export const driftReport = z.strictObject({
  version: z.literal(reportVersion),
  /** When the scan ended, in ISO 8601. The only field that differs between two scans of an unchanged world. */
  time: z.string(),
  /** `incomplete`: no drift was found, but something could not be read or compared. */
  verdict: z.enum(["inSync", "drift", "incomplete"]),
  /** Whether everything was read and compared. False beside the verdict `drift` means that there may be more. */
  isComplete: z.boolean(),
  problems: z.array(problem),
  /** What the user should know and what does not change the verdict, such as ignore rules that match nothing. */
  warnings: z.array(z.string()),
  stacks: z.array(scannedStack),
  coverage: z.strictObject({
    typesScanned: z.int(),
    typesKnown: z.int(),
    types: z.array(typeCoverage),
  }),
  /** Sorted by stack, type, id, kind and field. */
  findings: z.array(finding),
  /** Findings that a rule of `.nodecloudignore` leaves out of the verdict. */
  ignored: z.array(finding),
  /** Resources without a finding. */
  clean: z.array(cleanResource),
});

export type DriftReport = z.output<typeof driftReport>;
export type Finding = z.output<typeof finding>;
export type FindingKind = Finding["kind"];
export type FindingAction = z.output<typeof action>;
export type Actor = z.output<typeof actor>;
export type Problem = z.output<typeof problem>;
export type TypeCoverage = z.output<typeof typeCoverage>;

/** The exit code of `nodecloud drift` for each verdict. */
export const exitCodes = { inSync: 0, drift: 2, incomplete: 3 } as const;
