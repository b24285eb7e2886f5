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
   * Whether everything was read and compared. False beside the verdict `drift` means that there may be more.
   */
  isComplete: boolean;
  problems: Problem[];
  /**
   * What the user should know and what does not change the verdict, such as ignore rules that match nothing.
   */
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

/** What a watch reports. */
export type WatchEvent = ScannedEvent | FoundEvent | ChangedEvent | ResolvedEvent | ProblemEvent | ProblemEndedEvent | NoticeEvent;

export type Actor = {
  /** The user that the event names. Null: the service itself, or not shown. */
  user: string | null;
  /** When, as the service wrote it. */
  time: string;
  /** The action of the event, such as `node_update`. */
  action: string;
};

/** A finding says something else, such as another live value. */
export type ChangedEvent = {
  event: "changed";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
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
  /** What the row says. */
  kind: "changed" | "deleted" | "unmanaged" | "notOurs" | "unfinished" | "inMotion" | "informational";
  /** The resource class: `Instance`. */
  type: string;
  /** The id of the object. Null where it is not known: an unresolved create. */
  id: string | null;
  /** The label of the object, or of the create. Null where it has none. */
  label: string | null;
  /** `project/stack`. Null for what no stack records. */
  stack: string | null;
  urn: string | null;
  /** The `euuid` of the account. Null where the token may not read it. */
  account: string | null;
  /** The argument or output, for `changed` and `informational`. */
  field: string | null;
  declared: FindingValue;
  live: FindingValue;
  /** Whether the values are secret and therefore left out. */
  isSecret: boolean;
  /**
   * What removes the difference of a `changed` row: an update, only a replacement, or only a change of the
   * program.
   */
  repair: "up" | "replacement" | "program" | null;
  /** One or two sentences for people: what is so, and why. */
  message: string;
  actions: FindingAction[];
  /** Who changed it. Null without `who`, or where the event log names nobody. */
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

/** A value of a program or an answer. Null where there is none, or where it is a secret. */
export type FindingValue = JsonValue;

/** A finding appeared. */
export type FoundEvent = {
  event: "found";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  finding: Finding;
};

export type JsonValue = string | number | boolean | null | JsonValue[] | {
  [name: string]: JsonValue;
};

/** What a person should know and what does not change the verdict. */
export type NoticeEvent = {
  event: "notice";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  message: string;
};

export type Problem = {
  /** What could not be read or compared: `list of images`, `stack shop/dev`. */
  subject: string;
  /** `project/stack`, where it concerns one stack. */
  stack: string | null;
  /** The resource class, where it concerns one. */
  type: string | null;
  /** What failed, and what to do. */
  message: string;
};

/** It can be read and compared again. */
export type ProblemEndedEvent = {
  event: "problemEnded";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  problem: Problem;
};

/** Something cannot be read or compared. */
export type ProblemEvent = {
  event: "problem";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  problem: Problem;
};

/** A finding no longer holds. */
export type ResolvedEvent = {
  event: "resolved";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  /** The finding as it was. */
  finding: Finding;
};

/** Everything was read. */
export type ScannedEvent = {
  event: "scanned";
  version: 1;
  /** When it was noticed, in ISO 8601. */
  time: string;
  /** The verdict since then. */
  verdict: "inSync" | "drift" | "incomplete";
  /** Whether everything could be read and compared. */
  isComplete: boolean;
  /**
   * Why everything was read. `start`: the first scan; `interval`: the interval between full scans has passed;
   * `gap`: the event log may lack events, or names nothing that could be read alone; `state`: the state of a
   * stack has changed; `retry`: the last scan could not read everything; `noLog`: the event log cannot be
   * followed.
   */
  reason: "start" | "interval" | "gap" | "state" | "retry" | "noLog";
  /** The reason and the result, in sentences. */
  message: string;
  /** The stacks, as `project/stack`. */
  stacks: string[];
  /** How many resources of this package the stacks record. */
  resources: number;
  /** How many findings there are since then. */
  findings: number;
  /** How many things cannot be read or compared since then. */
  problems: number;
};

export type ScannedStack = {
  /** `project/stack`. */
  name: string;
  /** Where the state was read: a file, a folder, a backend, or the standard input. */
  source: string;
  /** The `euuid` of its account. Null where the token may not read it. */
  account: string | null;
  /** How many of its resources belong to this package. */
  resources: number;
};

export type TypeCoverage = {
  type: string;
  /** Whether the account's objects of this type were listed. */
  isScanned: boolean;
  /** How many existing objects the scanned stacks manage. */
  managed: number;
  /** How many objects exist that a program could manage. */
  existing: number;
  /** How many of the managed ones have a `changed` row, ignored or not. */
  changed: number;
};
