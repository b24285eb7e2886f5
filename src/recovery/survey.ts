import { groupBy } from "../group-by";
import { compareStack, type Recovery, type Services, urnOf } from "../lifecycle";
import type { PendingOperation, ResourceState } from "../state";
import { pendingChangeCase } from "./change-cases";
import { isUnresolved, pendingCreateCase, unresolvedCase } from "./create-cases";
import { intentCase, unknownType } from "./intent-cases";
import { lateCreateCase } from "./late-create-case";
import { lostResetCase } from "./lost-reset-case";
import type { RecoveryCase } from "./recovery-case";
import { caseOf, classOf, inputsOf, SurveyContext, type SurveyedStack } from "./survey-context";

/** Finds what a crash left behind in one stack, in its state and on this machine. Sends only reads and changes nothing. */
export async function surveyStack(
  stack: SurveyedStack,
  services: Services,
): Promise<readonly RecoveryCase[]> {
  const context = new SurveyContext(stack, services);
  const { organization } = context;
  const { resources, pendingOperations } = stack.snapshot;
  const entries = resources.filter(({ type, id, external }) => classOf(type) && id !== "" && !external);
  const known = (
    resource: ResourceState,
    find: (recovery: Recovery) => Promise<RecoveryCase | undefined>,
  ) => {
    const recovery = context.recoveryOf(resource.type);
    return recovery ? find(recovery) : Promise.resolve(undefined);
  };
  const creates = pendingOperations.filter(({ type }) => type === "creating").map(({ resource }) => resource);
  const unresolved = entries.filter(isUnresolved);
  const covered = new Set([...creates, ...unresolved].map(({ urn }) => urn));
  const intents = services.intents
    .unfinished()
    .filter(({ origin }) => compareStack(origin, { ...stack, organization }) !== "other")
    .filter(({ origin }) => !covered.has(urnOf(origin)));
  const cases = await Promise.all([
    ...[...groupBy(pendingOperations, operationKey).values()].map((operations) => {
      const [operation] = operations;
      const { type, resource } = operation;
      if (classOf(resource.type) === undefined) return foreignOperation(resource, type);
      const recovery = context.recoveryOf(resource.type);
      if (recovery === undefined) return unknownType(resource, "pendingOperation");
      return type === "creating"
        ? pendingCreateCase(context, recovery, operations)
        : pendingChangeCase(context, recovery, operations);
    }),
    ...unresolved.map((entry) => known(entry, (recovery) => unresolvedCase(context, recovery, entry))),
    ...intents.map((intent) => intentCase(context, intent)),
    ...entries
      .filter((entry) => !isUnresolved(entry) && !entry.delete)
      .flatMap((entry) => [
        known(entry, (recovery) => lateCreateCase(recovery, entry)),
        known(entry, (recovery) => lostResetCase(context, recovery, entry)),
      ]),
  ]);
  return withoutSharedResults(cases.filter((one) => one !== undefined));
}

/** Equal for the same operations. Creates with the same label are the same: a search finds the same object for all of them. */
function operationKey({ type, resource }: PendingOperation): string {
  const { label = null } = type === "creating" ? inputsOf(resource) : {};
  return JSON.stringify([type, resource.urn, resource.id, label]);
}

function foreignOperation(resource: ResourceState, operation: string): RecoveryCase {
  const found = `A run was stopped while ${operation} this resource. The resource belongs to another package: run \`refresh\` or \`up\` to resolve it.`;
  return caseOf(resource, "pendingOperation", "unknown", found);
}

/** Two creates cannot have created the same object, so it is unclear which one did. */
function withoutSharedResults(cases: readonly RecoveryCase[]): readonly RecoveryCase[] {
  const isCreated = ({ certainty, trace, ids, type }: RecoveryCase, one: RecoveryCase) =>
    certainty === "certain" &&
    trace !== "reset" &&
    type === one.type &&
    ids.some((id) => one.ids.includes(id));
  return cases.map((one) =>
    one.certainty === "certain" && cases.filter((other) => isCreated(other, one)).length > 1
      ? { ...one, certainty: "question" }
      : one,
  );
}
