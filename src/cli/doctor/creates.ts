import { isRemembered } from "../../plugin/begun-runs";
import type { UnfinishedCreate } from "../../plugin/recorded-creates";
import { ownType } from "../../plugin/stack-variables";
import {
  type Environment,
  isUnresolved,
  type LocatedStack,
  listStacks,
  lockOwners,
  nameInUrn,
} from "../../state";
import { isRecord } from "../../unknown";
import { type Check, ok, problem, warning } from "./check";

/** The maximum number of creates that are listed. */
const maxNames = 5;

export function checkCreates(creates: readonly UnfinishedCreate[]): Check {
  if (creates.length === 0) return ok("creates", "none is unresolved.");
  return warning(
    "creates",
    `${creates.length} unresolved: ${describeCreates(creates)}.`,
    "The next `up` searches for the objects that they created before it creates anything.",
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
          !known.has(withoutStack(String(urn))) && !isRemembered(place, String(created), env),
      );
  const unresolved = existing.filter(isUnresolved);
  return [
    ...(pending.length === 0
      ? []
      : [
          problem(
            "creates",
            `${pending.length} pending in the state without a record on this machine: ${describeCreates(createsOf(pending))}.`,
            `Run \`nodecloud recover --stack ${stack}\` before the next \`up\`. It finds out what they created.`,
          ),
        ]),
    ...(unresolved.length === 0
      ? []
      : [
          warning(
            "creates",
            `${unresolved.length} unresolved in the state: ${describeCreates(createsOf(unresolved))}.`,
            `Run \`nodecloud recover --stack ${stack}\`, which asks what they created. Until then, \`up\` may fail for these resources.`,
          ),
        ]),
  ];
}

/**
 * A stack that was renamed or removed leaves the records of its creates behind, and no run of another stack reads them. If the Pulumi CLI
 * renamed it, its state has the same creates as pending operations.
 */
export async function checkOtherCreates(
  { backend, project, stack, deployment }: LocatedStack,
  recorded: readonly UnfinishedCreate[],
): Promise<readonly Check[]> {
  const existing = [stack, ...(await listStacks(backend, project.name))];
  const creates = recorded.filter((create) => !existing.includes(create.stack));
  const pending = new Set(
    pendingCreates(deployment?.json.pending_operations).map(({ urn }) => withoutStack(String(urn))),
  );
  const renamed = creates.filter(({ urn }) => pending.has(withoutStack(urn)));
  const removed = creates.filter((create) => !renamed.includes(create));
  const [first] = removed;
  return [
    ...(renamed.length === 0
      ? []
      : [
          problem(
            "creates",
            `${renamed.length} unresolved, and the stack was renamed since: ${describeCreates(renamed)}.`,
            `Run \`nodecloud recover --stack ${stack}\` before the next \`up\`. It finds out what they created.`,
          ),
        ]),
    ...(first === undefined
      ? []
      : [
          warning(
            "creates",
            `${removed.length} unresolved, from stacks that do not exist: ${describeCreates(removed)}.`,
            `If ${stack} is the renamed ${first.stack}, rename it back with \`pulumi stack rename ${first.stack}\`, and run \`pulumi up\` before you rename it again. Otherwise run \`nodecloud stack init ${first.stack} --no-select\` and \`nodecloud recover --stack ${first.stack}\`, which finds out what they created.`,
          ),
        ]),
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

function withoutStack(urn: string): string {
  return urn.replace(/^urn:pulumi:[^:]*::/, "");
}

type NamedCreate = Pick<UnfinishedCreate, "type" | "name">;

function describeCreates(creates: readonly NamedCreate[]): string {
  const names = creates.slice(0, maxNames).map(({ type, name }) => `${name} (${type})`);
  const others = creates.length - names.length;
  return `${names.join(", ")}${others > 0 ? ` and ${others} more` : ""}`;
}
