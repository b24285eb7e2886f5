// Generated from src/drift by `npm run generate`. Do not edit: change the schemas and run it again.

/** The report of a comparison of stacks with the account. */
export type DriftReport = {
  version: 1;
  /**
   * When the scan ended, in ISO 8601. The only field that differs between two scans of an unchanged world.
   */
  time: string;
  /** `incomplete`: no drift was found, but something could not be read or compared. */
  verdict: "inSync" | "drift" | "incomplete";
  /**
   * Whether everything was read and compared. If it is false and the verdict is `drift`, there may be more
   * drift.
   */
  isComplete: boolean;
  problems: Problem[];
  /** Information that does not change the verdict, such as ignore rules that match nothing. */
  warnings: string[];
  stacks: ScannedStack[];
  coverage: {
    typesScanned: number;
    typesKnown: number;
    types: TypeCoverage[];
  };
  /** Sorted by stack, type, id, kind and field. */
  findings: Finding[];
  /** Findings that a rule of `.nodecloudignore` leaves out of the verdict. */
  ignored: Finding[];
  /** Resources without a finding, not even an ignored one. */
  clean: CleanResource[];
};

/** The events of a watch. */
export type WatchEvent = ScannedEvent | FoundEvent | ChangedEvent | ResolvedEvent | ProblemEvent | ProblemEndedEvent | NoticeEvent;

export type Actor = {
  /**
   * The user that the event names. Null if the service itself caused the event, or did not return the user.
   */
  user: string | null;
  /** The time, as the service returned it. */
  time: string;
  /** The action of the event, such as `node_update`. */
  action: string;
};

/** A finding's details changed, such as the live value. */
export type ChangedEvent = {
  event: "changed";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  finding: Finding;
  /** The finding as it was. */
  before: Finding;
};

export type CleanResource = {
  type: string;
  id: string;
  label: string | null;
  stack: string;
  urn: string;
};

export type Finding = {
  /** The kind of finding. */
  kind: "changed" | "deleted" | "unmanaged" | "notOurs" | "unfinished" | "inMotion" | "informational";
  /** The resource class: `Instance`. */
  type: string;
  /** The id of the object. Null if it is unknown, as for an unresolved create. */
  id: string | null;
  /** The label of the object, or of the create. Null if it has none. */
  label: string | null;
  /** `project/stack`. Null for an object that no stack records. */
  stack: string | null;
  urn: string | null;
  /** The `euuid` of the account. Null if the token cannot read it. */
  account: string | null;
  /** The argument or output, for `changed` and `informational`. */
  field: string | null;
  declared: FindingValue;
  live: FindingValue;
  /** Whether the values are secret and therefore omitted. */
  isSecret: boolean;
  /**
   * What removes the difference of a `changed` row: an update, only a replacement, or only a change to the
   * program.
   */
  repair: "up" | "replacement" | "program" | null;
  /** Human-readable explanation, in one or two sentences: what was found and why. The wording may change. */
  message: string;
  actions: FindingAction[];
  /** Who changed it. Null without `who`, or if the event log does not identify anyone. */
  who: Actor | null;
  /** The reason of the rule that ignores it. Null for a finding that counts. */
  ignoredBecause: string | null;
};

export type FindingAction = {
  /** What the action achieves. */
  purpose: "repair" | "accept" | "adopt" | "forget" | "finish" | "look" | "ignore";
  /** When or why to take it, as a short sentence. */
  description: string;
  /** What to run or to write. */
  form: "command" | "code" | "rule";
  /** A shell command, a piece of a TypeScript program, or a rule of `.nodecloudignore`. */
  text: string;
};

/** A value from a program or a response. Null if there is none, or if it is secret. */
export type FindingValue = JsonValue;

/** A finding appeared. */
export type FoundEvent = {
  event: "found";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  finding: Finding;
};

export type JsonValue = string | number | boolean | null | JsonValue[] | {
  [name: string]: JsonValue;
};

/** Information that does not change the verdict. */
export type NoticeEvent = {
  event: "notice";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  message: string;
};

export type Problem = {
  /** What could not be read or compared: `list of images`, `stack shop/dev`. */
  subject: string;
  /** `project/stack`, if it concerns one stack. */
  stack: string | null;
  /** The resource class, if it concerns one. */
  type: string | null;
  /** What failed, and what to do. */
  message: string;
};

/** A problem ended: the object can be read and compared again. */
export type ProblemEndedEvent = {
  event: "problemEnded";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  problem: Problem;
};

/** Something cannot be read or compared. */
export type ProblemEvent = {
  event: "problem";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  problem: Problem;
};

/** A finding no longer applies. */
export type ResolvedEvent = {
  event: "resolved";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  /** The finding as it was. */
  finding: Finding;
};

/** A full scan ended. */
export type ScannedEvent = {
  event: "scanned";
  version: 1;
  /** The time at which it was noticed, in ISO 8601. */
  time: string;
  /** The verdict after this event. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  /**
   * The reason for the full scan. `start`: the first scan; `interval`: the interval between full scans has
   * passed; `gap`: the event log may lack events, or does not identify the changed objects; `state`: the
   * state of a stack has changed; `retry`: the last scan could not read everything; `noLog`: the event log
   * cannot be followed.
   */
  reason: "start" | "interval" | "gap" | "state" | "retry" | "noLog";
  /** The reason and the result, in sentences. */
  message: string;
  /** The stacks, as `project/stack`. */
  stacks: string[];
  /** The number of resources of this package that the stacks record. */
  resources: number;
  /** The number of findings after this event. */
  findings: number;
  /** The number of problems after this event: what could not be read or compared. */
  problems: number;
};

export type ScannedStack = {
  /** `project/stack`. */
  name: string;
  /** Where the state was read: a file, a folder, a backend, or standard input. */
  source: string;
  /** The `euuid` of its account. Null if the token cannot read it. */
  account: string | null;
  /** The number of its resources that belong to this package. */
  resources: number;
};

export type TypeCoverage = {
  type: string;
  /** Whether the account's objects of this type were listed. */
  isScanned: boolean;
  /** The number of existing objects that the scanned stacks manage. */
  managed: number;
  /** The number of existing objects that a program could manage. */
  existing: number;
  /** The number of managed objects with a `changed` row, ignored or not. */
  changed: number;
};
