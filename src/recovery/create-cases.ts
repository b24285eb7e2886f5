import type { Recovery } from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import { isRecord } from "../unknown";
import { CreateCase, idsOf } from "./create-case";
import { elsewhereCase } from "./elsewhere-case";
import type { RecoveryCase } from "./recovery-case";
import { currentEntry, type RepeatedOperation, withoutOperations, withoutResource } from "./snapshot-edits";
import { caseOf, inputsOf, orUnknown, outputsOf, referenceTo, type SurveyContext } from "./survey-context";

/**
 * A create that a run started and whose result the state does not contain. The Pulumi CLI keeps it in the state even after a later run has
 * resolved it.
 */
export function pendingCreateCase(
  context: SurveyContext,
  recovery: Recovery,
  operations: RepeatedOperation,
): Promise<RecoveryCase> {
  const { resources, pendingOperations } = context.stack.snapshot;
  // If the provider was removed and declared again since, as in a stack that was destroyed, the create names an id that it no longer has.
  const [first] = operations;
  const known = operations.find((one) => isDefined(resources, one.resource.provider))?.resource;
  const resource = known ?? { ...first.resource, ...(context.provider && referenceTo(context.provider)) };
  const hasOtherCreate = pendingOperations.some(
    (one) => one.type === "creating" && one.resource.urn === resource.urn && !operations.includes(one),
  );
  const forget = (snapshot: Snapshot) => withoutOperations(snapshot, operations);
  const opening = `A run was stopped while creating this ${recovery.kind}`;
  const current = currentEntry(context.stack.snapshot, resource.urn);
  return orUnknown(resource, "pendingOperation", async () => {
    if (resources.some((state) => state.urn === resource.urn && isUnresolvedCreateOf(state, resource))) {
      const found = `${opening}. A later run recorded it as unresolved, which is listed below.`;
      return caseOf(resource, "pendingOperation", "certain", found, [
        {
          description: "Remove the pending create from the state.",
          deletes: false,
          edit: async (snapshot) => forget(snapshot),
        },
      ]);
    }
    const intent = context.intentOf(resource);
    if (intent !== undefined && context.isElsewhere(intent))
      return elsewhereCase(context, resource, "pendingOperation", `${opening}. It was sent`, intent, forget);
    const edits = { beforeRecording: forget, forget, hasOther: hasOtherCreate || current !== undefined };
    const create = new CreateCase(context, recovery, resource, edits);
    const hasObject = current !== undefined && !isUnresolved(current);
    // Without the record, a search would find every object that others have created since.
    if (hasObject && operations.every((one) => context.stack.leftNothing(one.resource)))
      return create.nothingElse(opening, { kind: "none", isCertain: true }, current);
    const result = await recovery.findCreate(inputsOf(resource), context.requestOf(resource, undefined));
    if (result.kind === "none" && hasObject) return create.nothingElse(opening, result, current);
    const ids = idsOf(result);
    const isManaged = ids.some(
      (id) => context.managerIn(context.stack.snapshot, resource.type, id) !== undefined,
    );
    if (result.kind !== "none" && ids.length > 0 && !isManaged && hasObject)
      return create.alongsideCurrent(opening, result, current);
    const isRecordable = canRecord(context.stack.snapshot, resource);
    if (result.kind !== "none" && ids.length > 0 && !isManaged && !isRecordable)
      return await create.notRecordable(opening, result);
    if (result.kind !== "candidates") return create.resolved("pendingOperation", opening, result);
    const question = await create.question("pendingOperation", opening, ids);
    // If the state recorded the create as unresolved, it would replace the resource's object, which the next run would delete.
    return current === undefined && isRecordable ? { ...question, keep: create.keep(result) } : question;
  });
}

/** A resource in the state whose create is unresolved. */
export function unresolvedCase(
  context: SurveyContext,
  recovery: Recovery,
  entry: ResourceState,
): Promise<RecoveryCase> {
  const unknown = `The create of this ${recovery.kind} was unresolved`;
  const forget = (snapshot: Snapshot) => withoutResource(snapshot, entry);
  return orUnknown(entry, "unresolved", async () => {
    const intent = context.intentOf(entry);
    if (intent !== undefined && context.isElsewhere(intent))
      return elsewhereCase(context, entry, "unresolved", `${unknown}. It was sent`, intent, forget);
    const isContinued = context.stack.snapshot.pendingOperations.some(
      (one) =>
        one.type === "creating" &&
        one.resource.urn === entry.urn &&
        !isUnresolvedCreateOf(entry, one.resource),
    );
    if (isContinued) {
      const found = `${unknown}. Another create of this resource is pending, which is listed above. Resolve that first, then run the command again.`;
      return caseOf(entry, "unresolved", "question", found);
    }
    const recordedAt = Date.parse(entry.created);
    const request = context.requestOf(entry, Number.isNaN(recordedAt) ? undefined : recordedAt);
    const result = await recovery.findCreate(inputsOf(entry), request);
    const create = new CreateCase(context, recovery, entry, {
      // Its replacement is inserted at its position, so that others may refer to it.
      beforeRecording: (snapshot) => snapshot,
      forget,
      hasOther: entry.delete,
    });
    if (result.kind === "created") {
      return entry.delete && context.managerIn(context.stack.snapshot, entry.type, result.id) === undefined
        ? create.leftOver(unknown, [result.id], result)
        : create.resolved("unresolved", unknown, result);
    }
    // The search skips the objects that the state records as candidates. Each stays a candidate as long as it exists.
    const ids = new Set(result.kind === "candidates" ? result.ids : []);
    const managed: string[] = [];
    for (const id of recordedCandidates(entry)) {
      const manager = context.managerIn(context.stack.snapshot, entry.type, id);
      if (manager !== undefined) {
        managed.push(` The state now records ${recovery.kind} ${id} as ${manager.urn}`);
        ids.delete(id);
      } else if (ids.has(id)) continue;
      else if ((await recovery.takeCreated(id, inputsOf(entry))).kind === "created") ids.add(id);
    }
    const opening = [unknown, ...managed].join(".");
    if (ids.size > 0 && entry.delete) return create.leftOver(opening, [...ids]);
    if (ids.size > 0 || result.kind === "candidates") return create.question("unresolved", opening, [...ids]);
    return create.resolved("unresolved", opening, result, managed.length > 0 ? "nothing else" : "nothing");
  });
}

/** Whether the state has the provider and the parent of a resource, which `destroy` removes although a create of the resource is pending. */
function canRecord({ resources }: Snapshot, { provider, parent }: ResourceState): boolean {
  return isDefined(resources, provider) && (!parent || resources.some(({ urn }) => urn === parent));
}

function isDefined(resources: Snapshot["resources"], provider: string): boolean {
  return resources.some((state) => referenceTo(state).provider === provider);
}

export function isUnresolved(entry: ResourceState): boolean {
  return isRecord(outputsOf(entry).unresolved);
}

/** Whether an entry records the result of a pending create: a generated label belongs to one create. */
function isUnresolvedCreateOf(entry: ResourceState, pending: ResourceState): boolean {
  const { unresolved } = outputsOf(entry);
  if (!isRecord(unresolved) || unresolved.nonce === undefined) return false;
  return unresolved.nonce === inputsOf(pending).label;
}

function recordedCandidates(entry: ResourceState): readonly string[] {
  const { unresolved } = outputsOf(entry);
  return isRecord(unresolved) && Array.isArray(unresolved.candidates)
    ? unresolved.candidates.map(String)
    : [];
}
