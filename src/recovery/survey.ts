import { groupBy } from "../group-by";
import { compareStack, type Recovery, urnOf } from "../lifecycle";
import { isDefaultProvider, nameInUrn, type PendingOperation, type ResourceState } from "../state";
import { pendingChangeCase } from "./change-cases";
import { isUnresolved, pendingCreateCase, unresolvedCase } from "./create-cases";
import { intentCase, unknownType } from "./intent-cases";
import { lateCreateCase } from "./late-create-case";
import { lostResetCase } from "./lost-reset-case";
import type { RecoveryCase } from "./recovery-case";
import { caseOf, classOf, inputsOf, type SurveyContext } from "./survey-context";
import { providerKey, type SurveyContexts } from "./survey-contexts";

/** Finds what a crash left behind in one stack, in its state and on this machine. Sends only reads and changes nothing. */
export async function surveyStack(contexts: SurveyContexts): Promise<readonly RecoveryCase[]> {
  const { stack, organization } = contexts;
  const { resources, pendingOperations } = stack.snapshot;
  const entries = resources.filter(({ type, id, external }) => classOf(type) && id !== "" && !external);
  const known = (
    resource: ResourceState,
    find: (context: SurveyContext, recovery: Recovery) => Promise<RecoveryCase | undefined>,
  ) => {
    const context = contexts.find(resource);
    const recovery = context?.recoveryOf(resource.type);
    return context && recovery ? located(context, find(context, recovery)) : Promise.resolve(undefined);
  };
  const creates = pendingOperations.filter(({ type }) => type === "creating").map(({ resource }) => resource);
  const unresolved = entries.filter(isUnresolved);
  const covered = new Set([...creates, ...unresolved].map(({ urn }) => urn));
  const intents = contexts.intents
    .unfinished()
    .filter(({ origin }) => compareStack(origin, { ...stack, organization }) !== "other")
    .filter(({ origin }) => !covered.has(urnOf(origin)));
  const cases = await Promise.all([
    ...[...groupBy(pendingOperations, operationKey).values()].map((operations) => {
      const [operation] = operations;
      const { type, resource } = operation;
      if (classOf(resource.type) === undefined) return foreignOperation(resource, type);
      const context = contexts.find(resource);
      if (context === undefined) return unusable(contexts, resource, "pendingOperation");
      const recovery = context.recoveryOf(resource.type);
      if (recovery === undefined) return unknownType(resource, "pendingOperation");
      const find = type === "creating" ? pendingCreateCase : pendingChangeCase;
      return located(context, find(context, recovery, operations));
    }),
    ...unresolved.map((entry) =>
      contexts.find(entry) === undefined
        ? unusable(contexts, entry, "unresolved")
        : known(entry, (context, recovery) => unresolvedCase(context, recovery, entry)),
    ),
    ...intents.map(async (intent) => {
      const context = await contexts.findFor(intent);
      return context && located(context, intentCase(context, intent));
    }),
    ...entries
      .filter((entry) => !isUnresolved(entry) && !entry.delete)
      .flatMap((entry) => [
        known(entry, (_, recovery) => lateCreateCase(recovery, entry)),
        known(entry, (context, recovery) => lostResetCase(context, recovery, entry)),
      ]),
  ]);
  return withoutSharedResults(cases.filter((one) => one !== undefined));
}

/** Equal for the same operations. A search finds the same object for all creates of a provider with the same label. */
function operationKey({ type, resource }: PendingOperation): string {
  const { label = null } = type === "creating" ? inputsOf(resource) : {};
  return JSON.stringify([type, resource.urn, resource.id, providerKey(resource), label]);
}

/** The case with the address of the service that was searched and, if that failed, the explicit provider whose settings were used. */
async function located(
  { services, provider }: SurveyContext,
  finding: Promise<RecoveryCase | undefined>,
): Promise<RecoveryCase | undefined> {
  const one = await finding;
  if (one === undefined) return undefined;
  const located = { ...one, address: services.address };
  if (one.certainty !== "unknown" || provider === undefined || isDefaultProvider(provider.urn))
    return located;
  const name = nameInUrn(provider.urn);
  const advice = `Its provider is "${name}": if that provider has another token now, run \`up\`, which records it.`;
  return { ...located, found: `${one.found} ${advice}` };
}

/** The case of a resource whose provider cannot be used. */
function unusable(
  contexts: SurveyContexts,
  resource: ResourceState,
  trace: RecoveryCase["trace"],
): RecoveryCase {
  return caseOf(resource, trace, "unknown", contexts.problemOf(resource));
}

function foreignOperation(resource: ResourceState, operation: string): RecoveryCase {
  const found = `A run was stopped while ${operation} this resource. The resource belongs to another package: run \`refresh\` or \`up\` to resolve it.`;
  return caseOf(resource, "pendingOperation", "unknown", found);
}

/** Two creates cannot have created the same object, so it is unclear which one did. */
function withoutSharedResults(cases: readonly RecoveryCase[]): readonly RecoveryCase[] {
  const isCreated = ({ certainty, trace, ids, type, address }: RecoveryCase, one: RecoveryCase) =>
    certainty === "certain" &&
    trace !== "reset" &&
    type === one.type &&
    address === one.address &&
    ids.some((id) => one.ids.includes(id));
  return cases.map((one) =>
    one.certainty === "certain" && cases.filter((other) => isCreated(other, one)).length > 1
      ? { ...one, certainty: "question" }
      : one,
  );
}
