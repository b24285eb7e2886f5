import type { Image, Instance } from "../../../src/client";
import type { DriftReport, Finding } from "../../../src/drift";
import { resourceClasses } from "../../../src/resources/resource-class";
import {
  clientFields,
  imageFields,
  instanceFields,
  type Live,
  type ModelFields,
  methodFields,
  scheduleFields,
} from "./fields";
import { partsOf, stackNames, urnOf } from "./state";
import type { Part, World } from "./world";

/** The expected content of the report about a world, in a form that is easy to compare. */
export interface Expectation {
  readonly rows: readonly string[];
  readonly clean: readonly string[];
  /** Managed and existing objects of each type. */
  readonly coverage: Readonly<Record<string, string>>;
  readonly problems: number;
  readonly verdict: string;
  readonly isComplete: boolean;
}

/** The result of a simple model, which shares no code with the scan. */
export function expectationOf(world: World): Expectation {
  const rows: string[] = [];
  const clean: string[] = [];
  let problems = 0;
  for (const stack of [0, 1] as const) {
    const own = partsOf(world).filter((part) => part.stack === stack);
    const isUncertain = own.some(isNotOurs) && own.some(({ fate }) => fate === "deleted");
    if (isUncertain) problems++;
    for (const part of own) {
      const found = rowsOf(part, isUncertain);
      rows.push(...found);
      if (found.length === 0 && isCompared(part)) clean.push(urnOf(part));
    }
  }
  rows.push(...unmanagedOf(world).map((part) => row("unmanaged", part, null, null, null, null)));
  const isMoving = rows.some((one) => one.includes('"inMotion"'));
  const isDrift = rows.some((one) => !one.includes('"inMotion"'));
  const isComplete = problems === 0 && !isMoving;
  const verdict = isDrift ? "drift" : isComplete ? "inSync" : "incomplete";
  return {
    rows: rows.sort(),
    clean: clean.sort(),
    coverage: coverageOf(world),
    problems,
    verdict,
    isComplete,
  };
}

/** A report in the same form. */
export function summaryOf(report: DriftReport): Expectation {
  const { findings, problems, verdict, isComplete } = report;
  const shown = ({ kind, type, id, stack, field, declared, live, isSecret }: Finding) => {
    const values = kind === "changed" ? [declared, live, isSecret] : [null, null, false];
    return JSON.stringify([kind, type, id, stack, kind === "notOurs" ? null : field, ...values]);
  };
  return {
    rows: findings.map(shown).sort(),
    clean: report.clean.map(({ urn }) => urn).sort(),
    coverage: Object.fromEntries(
      report.coverage.types.map(({ type, managed, existing }) => [type, `${managed} of ${existing}`]),
    ),
    ...{ problems: problems.length, verdict, isComplete },
  };
}

function rowsOf(part: Part<Live>, isUncertain: boolean): readonly string[] {
  const { fate, isUnfinished } = part;
  const simple = (kind: string) => row(kind, part, stackNames[part.stack], null, null, null);
  if (fate === "unrecorded" || fate === "external") return [];
  if (fate === "pendingDeletion") return [simple("unfinished")];
  const unfinished = isUnfinished ? [simple("unfinished")] : [];
  if (fate === "deleted") return isUncertain ? unfinished : [...unfinished, simple("deleted")];
  if (isNotOurs(part)) return [...unfinished, simple("notOurs")];
  if (isMoving(part)) return [...unfinished, simple("inMotion")];
  return [...unfinished, ...changedRows(part)];
}

function changedRows(part: Part<Live>): readonly string[] {
  const { type, live } = part;
  switch (type) {
    case "Instance":
      return isInstance(live) ? [...fieldRows(part, instanceFields, live), ...statusRows(part, live)] : [];
    case "BackupSchedule":
      if (!isInstance(live)) return [];
      return live.backups.enabled
        ? fieldRows(part, scheduleFields, live)
        : [row("changed", part, stackNames[part.stack], "enabled", true, false)];
    case "Image":
      return isImage(live) ? fieldRows(part, imageFields, live) : [];
    case "OAuthClient":
      return "redirect_uri" in live ? fieldRows(part, clientFields, live) : [];
    case "PaymentMethod":
      return "is_default" in live ? fieldRows(part, methodFields, live) : [];
  }
}

function fieldRows<L>(part: Part<Live>, fields: ModelFields<L>, live: L): readonly string[] {
  return Object.entries(fields).flatMap(([name, { read, mayBeHidden, isEqual = sameJson }]) => {
    const wanted = part.declared[name];
    if (wanted === undefined || part.ignored.includes(name)) return [];
    const actual = read(live);
    if ((mayBeHidden && actual === null) || isEqual(wanted, actual)) return [];
    const isSecret = part.sealed.includes(name);
    return [
      row(
        "changed",
        part,
        stackNames[part.stack],
        name,
        isSecret ? null : wanted,
        isSecret ? null : actual,
        isSecret,
      ),
    ];
  });
}

/** An instance that should run and does not. */
function statusRows(part: Part<Live>, { status }: Instance): readonly string[] {
  const { booted, declared } = part;
  const shouldRun = booted ?? declared.image !== undefined;
  return status === "offline" && shouldRun
    ? [row("changed", part, stackNames[part.stack], "status", "running", "offline")]
    : [];
}

function isMoving({ type, live }: Part<Live>): boolean {
  if (type === "Instance") return isInstance(live) && live.status === "booting";
  return type === "Image" && isImage(live) && live.status === "creating";
}

/** The API does not return when an OAuth client was created. */
function isNotOurs({ type, fate }: Part<Live>): boolean {
  return fate === "notOurs" && type !== "OAuthClient";
}

function isCompared(part: Part<Live>): boolean {
  return part.fate === "recorded" || (part.fate === "notOurs" && !isNotOurs(part));
}

function unmanagedOf(world: World): readonly Part<Live>[] {
  return partsOf(world).filter(
    (part) => !isRecorded(part) && isManageable(part) && !isManagedByInstance(world, part),
  );
}

function isRecorded({ fate }: Part<Live>): boolean {
  return fate !== "unrecorded" && fate !== "external";
}

/** Whether it is the schedule of an instance that declares whether its backup service is on. */
function isManagedByInstance({ instances }: World, { type, id }: Part<Live>): boolean {
  return (
    type === "BackupSchedule" &&
    instances.some((one) => one.id === id && isRecorded(one) && one.declared.backupsEnabled !== undefined)
  );
}

function isManageable({ type, live }: Part<Live>): boolean {
  if (type === "Image") return isImage(live) && !live.is_public && live.type !== "automatic";
  if (type !== "BackupSchedule" || !isInstance(live)) return true;
  const { enabled, schedule } = live.backups;
  return enabled && (schedule.day !== null || schedule.window !== null);
}

function coverageOf(world: World): Readonly<Record<string, string>> {
  const parts = partsOf(world);
  return Object.fromEntries(
    resourceClasses.map((type) => {
      const own = parts.filter((part) => part.type === type && part.fate !== "deleted");
      const managed = own.filter(isCompared);
      const others = own.filter(
        (part) => !isCompared(part) && isManageable(part) && !isManagedByInstance(world, part),
      );
      return [type, `${managed.length} of ${managed.length + others.length}`];
    }),
  );
}

function row(
  kind: string,
  { type, id }: Part<Live>,
  stack: string | null,
  field: string | null,
  declared: unknown,
  live: unknown,
  isSecret = false,
): string {
  const name = stack === null ? null : `project/${stack}`;
  return JSON.stringify([kind, type, id, name, field, sorted(declared), sorted(live), isSecret]);
}

function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Reports sort the members of values. */
function sorted(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function isInstance(live: Live): live is Instance {
  return "hypervisor" in live;
}

function isImage(live: Live): live is Image {
  return "is_public" in live;
}
