import type { UnfinishedCreate } from "../../plugin/recorded-creates";
import { isRunRecorded } from "../../plugin/recorded-runs";
import { ownType } from "../../plugin/stack-variables";
import { type Environment, isUnresolved, type LocatedStack, lockOwners, nameInUrn } from "../../state";
import { isRecord } from "../../unknown";
import { describeCreates, type NamedCreate } from "../describe-creates";
import { createsOfMissingStacks, describeMissingStacks, withoutStack } from "../missing-stacks";
import { type Check, ok, problem, warning } from "./check";

export function checkCreates(creates: readonly UnfinishedCreate[]): Check {
  if (creates.length === 0) return ok("creates", "none is unresolved.");
  return warning(
    "creates",
    `${creates.length} unresolved: ${describeCreates(creates)}.`,
    "The next `up` searches for what was created before it creates anything.",
  );
}

/**
 * Creates of which only the state knows: those that a run on another machine left pending, and those that are recorded as unresolved. While
 * the stack is locked, its run may still be creating the pending ones. The Pulumi CLI keeps them after it has created the objects.
 */
export async function checkCreatesOfState(
  { backend, project, stack, deployment }: LocatedStack,
  recorded: readonly UnfinishedCreate[],
  env: Environment,
): Promise<readonly Check[]> {
  const { pending_operations: operations, resources } = deployment?.json ?? {};
  const isLocked = (await lockOwners(backend, project.name, stack)).length > 0;
  const place = { backendUrl: backend.url, project: project.name, stack, projectFolder: project.folder };
  const existing = existingResources(resources);
  const known = new Set([...recorded, ...existing].map(({ urn }) => withoutStack(String(urn))));
  const pending = isLocked
    ? []
    : pendingCreates(operations).filter(
        ({ urn, created }) =>
          !known.has(withoutStack(String(urn))) && !isRunRecorded(place, String(created), env),
      );
  const unresolved = existing.filter(isUnresolved);
  return [
    ...(pending.length === 0
      ? []
      : [
          problem(
            "creates",
            `${pending.length} pending in the state without a record on this machine: ${describeCreates(createsOf(pending))}.`,
            `Before the next \`up\`, run \`nodecloud recover --stack ${stack}\`, which finds out what was created.`,
          ),
        ]),
    ...(unresolved.length === 0
      ? []
      : [
          warning(
            "creates",
            `${unresolved.length} unresolved in the state: ${describeCreates(createsOf(unresolved))}.`,
            `Run \`nodecloud recover --stack ${stack}\`, which asks what was created. Until then, \`up\` may fail for these resources.`,
          ),
        ]),
  ];
}

/**
 * A stack that was renamed or removed leaves the records of its creates behind, and no run of another stack reads them. If the Pulumi CLI
 * renamed it, its state has the same creates as pending operations.
 * @param owner The identity of the backend.
 */
export function checkOtherCreates(
  { stack, deployment }: LocatedStack,
  owner: string,
  recorded: readonly UnfinishedCreate[],
): readonly Check[] {
  const creates = createsOfMissingStacks(recorded, owner, stack);
  const pending = new Set(
    pendingCreates(deployment?.json.pending_operations).map(({ urn }) => withoutStack(String(urn))),
  );
  const isRenamed = ({ urn }: UnfinishedCreate) => pending.has(withoutStack(urn));
  const renamed = creates.filter(isRenamed);
  const removed = describeMissingStacks(
    stack,
    creates.filter((create) => !isRenamed(create)),
  );
  return [
    ...(renamed.length === 0
      ? []
      : [
          problem(
            "creates",
            `${renamed.length} unresolved, and the stack has been renamed since: ${describeCreates(renamed)}.`,
            `Before the next \`up\`, run \`nodecloud recover --stack ${stack}\`, which finds out what was created.`,
          ),
        ]),
    ...(removed === undefined ? [] : [warning("creates", removed.found, removed.action)]),
  ];
}

/** Whether a state's resources include a create as unresolved, so that `checkCreatesOfState` lists it. */
export function isUnresolvedIn(resources: unknown): (create: Pick<UnfinishedCreate, "urn">) => boolean {
  const urns = new Set(
    existingResources(resources)
      .filter(isUnresolved)
      .map(({ urn }) => urn),
  );
  return ({ urn }) => urns.has(urn);
}

/** The resources of a state, without the former objects of replacements. */
function existingResources(resources: unknown): readonly Readonly<Record<string, unknown>>[] {
  return recordsIn(resources).filter((one) => one.delete !== true && one.pendingReplacement !== true);
}

/** The resources of this package whose creates are pending in a state. */
function pendingCreates(operations: unknown): readonly Readonly<Record<string, unknown>>[] {
  return ownResources(
    recordsIn(operations)
      .filter(({ type }) => type === "creating")
      .map(({ resource }) => resource),
  );
}

/** Those resources of a state that are of this package. */
export function ownResources(resources: unknown): readonly Readonly<Record<string, unknown>>[] {
  return recordsIn(resources).filter(({ type }) => String(type).startsWith(ownType));
}

function recordsIn(values: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(values) ? values.filter(isRecord) : [];
}

function createsOf(resources: readonly Readonly<Record<string, unknown>>[]): readonly NamedCreate[] {
  return resources.map(({ type, urn }) => ({
    type: String(type).slice(ownType.length),
    name: nameInUrn(String(urn)),
  }));
}
