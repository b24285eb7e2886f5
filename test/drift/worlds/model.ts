import type { DriftReport, Finding } from "../../../src/drift";
import { resourceClasses } from "../../../src/resources/resource-class";
import { testedResources } from "../../resources/every-resource";
import { stackNames, urnOf } from "./state";
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
    const own = world.parts.filter((part) => part.stack === stack);
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

function rowsOf(part: Part, isUncertain: boolean): readonly string[] {
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

function changedRows(part: Part): readonly string[] {
  const hidden = testedResources[part.type].driftModel.hiddenChange?.(part);
  if (hidden === undefined) return fieldRows(part);
  const { field, declared, live, isAll } = hidden;
  const own = row("changed", part, stackNames[part.stack], field, declared, live);
  return isAll ? [own] : [...fieldRows(part), own];
}

function fieldRows(part: Part): readonly string[] {
  const { fields } = testedResources[part.type].driftModel;
  return Object.entries(fields).flatMap(([name, { read, mayBeHidden, isEqual = sameJson }]) => {
    const wanted = part.declared[name];
    if (wanted === undefined || part.ignored.includes(name)) return [];
    const actual = read(part.live);
    if ((mayBeHidden && actual === null) || isEqual(wanted, actual)) return [];
    const isSecret = part.sealed.includes(name);
    const values = isSecret ? [null, null] : [wanted, actual];
    return [row("changed", part, stackNames[part.stack], name, values[0], values[1], isSecret)];
  });
}

function isMoving({ type, live }: Part): boolean {
  return testedResources[type].driftModel.isMoving?.(live) ?? false;
}

/** Without a creation time, every object with the id is the recorded one. */
function isNotOurs({ type, fate }: Part): boolean {
  return fate === "notOurs" && !testedResources[type].driftModel.hasNoCreationTime;
}

function isCompared(part: Part): boolean {
  return part.fate === "recorded" || (part.fate === "notOurs" && !isNotOurs(part));
}

function unmanagedOf(world: World): readonly Part[] {
  return world.parts.filter(
    (part) => !isRecorded(part) && isManageable(part) && !isManagedByWhole(world, part),
  );
}

function isRecorded({ fate }: Part): boolean {
  return fate !== "unrecorded" && fate !== "external";
}

/** Whether a resource that has the whole object manages this part of it. */
function isManagedByWhole({ parts }: World, { type, id }: Part): boolean {
  const { objects, isManagedBy } = testedResources[type].driftModel;
  if (!("partOf" in objects) || isManagedBy === undefined) return false;
  const whole = parts.find((one) => one.type === objects.partOf && one.id === id);
  return whole !== undefined && isRecorded(whole) && isManagedBy(whole);
}

function isManageable({ type, live }: Part): boolean {
  return testedResources[type].driftModel.isManageable?.(live) ?? true;
}

function coverageOf(world: World): Readonly<Record<string, string>> {
  const parts = world.parts;
  return Object.fromEntries(
    resourceClasses.map((type) => {
      const own = parts.filter((part) => part.type === type && part.fate !== "deleted");
      const managed = own.filter(isCompared);
      const others = own.filter(
        (part) => !isCompared(part) && isManageable(part) && !isManagedByWhole(world, part),
      );
      return [type, `${managed.length} of ${managed.length + others.length}`];
    }),
  );
}

function row(
  kind: string,
  { type, id }: Part,
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
