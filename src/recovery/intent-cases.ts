import { fromProviderValues, toStruct } from "../engine/inprocess/json-values";
import {
  compareStack,
  type Intent,
  type RecordedCreate,
  type Recovery,
  type ResourceOrigin,
  urnOf,
} from "../lifecycle";
import { providerLine } from "../resources/provider-line";
import { isResourceClass } from "../resources/resource-class";
import { newResource, type ResourceState, type Snapshot, stackType } from "../state";
import { elsewhereCase } from "./elsewhere-case";
import type { RecoveryCase, RecoveryChoice } from "./recovery-case";
import { withCreated } from "./snapshot-edits";
import { caseOf, orUnknown, referenceTo, type SurveyContext } from "./survey-context";

/** A create that this machine has recorded but the state does not contain. Undefined if the state contains its result. */
export async function intentCase(context: SurveyContext, intent: Intent): Promise<RecoveryCase | undefined> {
  const { snapshot } = context.stack;
  const { origin, id } = intent;
  const urn = urnOf(origin);
  const type = `pulumi-nodejs:dynamic/nodecloud:${origin.type}`;
  const resource = newResource({ urn, type, custom: true });
  const current = snapshot.resources.find((state) => state.urn === urn && !state.delete);
  if (id !== undefined && current?.id === id) return undefined;
  const recovery = context.recoveryOf(type);
  if (recovery === undefined) return unknownType(resource, "intent");
  const sent = `A create of this ${recovery.kind} was sent`;
  if (context.isElsewhere(intent)) return elsewhereCase(context, resource, "intent", sent, intent);
  const opening = `${sent} at ${new Date(intent.at).toISOString()}`;
  const manager = id === undefined ? undefined : context.managerIn(snapshot, type, id);
  if (id !== undefined && manager !== undefined) {
    const found = `${opening}. It created ${recovery.kind} ${id}, which the state records as ${manager.urn}.`;
    const choice = removal(() => context.complete(intent, id));
    return caseOf(resource, "intent", "certain", found, [choice], { ids: [id] });
  }
  return orUnknown(resource, "intent", async () => {
    const result = await recovery.findRecorded(intent);
    const attempt = {
      intent,
      resource,
      current,
      sent: opening,
      opening: `${opening}, and the state does not contain its result`,
    };
    return ofOrganization(context, intent, searchedCase(context, recovery, attempt, result));
  });
}

type CreateFound = Extract<RecordedCreate, { readonly kind: "created" }>;

/** A recorded create, and the state's entry for its resource. */
interface RecordedAttempt {
  readonly intent: Intent;
  readonly resource: ResourceState;
  /** The entry of the same resource in the state. */
  readonly current: ResourceState | undefined;
  /** When it was sent. */
  readonly sent: string;
  readonly opening: string;
}

function searchedCase(
  context: SurveyContext,
  recovery: Recovery,
  attempt: RecordedAttempt,
  result: RecordedCreate,
): RecoveryCase {
  const { intent, resource, opening } = attempt;
  switch (result.kind) {
    case "none": {
      const certainty = result.isCertain ? "certain" : "question";
      const choice = removal(() => context.close(intent));
      // Another machine may have recorded its result, and objects that the state contains are not searched.
      const found =
        attempt.current?.id === undefined
          ? `${opening}. It created nothing.`
          : `${attempt.sent}. It created nothing that the state does not contain.`;
      return caseOf(resource, "intent", certainty, found, [choice]);
    }
    case "candidates": {
      const next = result.isUsable
        ? ". Set `adopt: <id>` in the program to take over the right one."
        : `, which no program can adopt now. The next \`up\` creates another ${recovery.kind}.`;
      const found = `${opening}. It may have created ${result.ids.join(" or ")}${next}`;
      return caseOf(resource, "intent", "question", found, [], { ids: result.ids });
    }
    case "created":
      return createdCase(context, recovery, attempt, result);
  }
}

function removal(complete: () => Promise<void>): RecoveryChoice {
  return { description: "Remove the record of the create.", deletes: false, edit: unchanged, complete };
}

/** A stack of the same name in another organization may have sent the create, so the user must specify the organization first. */
function ofOrganization(
  { organization, stack }: SurveyContext,
  { origin }: Intent,
  found: RecoveryCase,
): RecoveryCase {
  if (compareStack(origin, { ...stack, organization }) !== "unknown") return found;
  const doubt = `It was sent for the organization "${origin.organization}", but the organization of this stack is unknown. If it is the same, run the command with \`--stack ${origin.organization}/${stack.stack}\`.`;
  return { ...found, certainty: "question", found: `${found.found} ${doubt}` };
}

function createdCase(
  context: SurveyContext,
  recovery: Recovery,
  { intent, resource, current, opening }: RecordedAttempt,
  result: CreateFound,
): RecoveryCase {
  const { id } = result;
  const { kind } = recovery;
  const created = `${opening}. It created ${kind} ${id}`;
  const ids = [id];
  const deleteIt = recovery.adviseDelete(ids, "it is no longer needed");
  if (current !== undefined) {
    const otherwise = result.isProven
      ? "and deletes it otherwise."
      : `and otherwise only warns of it, because it cannot prove that the create is this stack's. ${deleteIt}`;
    const found = `${created}, but the state records ${kind} ${current.id} for the resource. The next \`up\` of its program takes ${id} over if it replaces the resource, ${otherwise}`;
    const keep = {
      description: `Keep ${kind} ${id}, which no stack records, and remove the record of its create, so that no run deletes it.`,
      deletes: false,
      edit: unchanged,
      complete: () => context.complete(intent, id),
    };
    return caseOf(resource, "intent", "question", found, [keep], { ids });
  }
  const declared = declaredAs(context, resource, intent.origin, result);
  if (declared === undefined) {
    const found = `${created}, and the state lacks the parent or provider to record it with. The next \`up\` of its program takes it over. ${deleteIt}`;
    return caseOf(resource, "intent", "question", found, [], { ids });
  }
  const choice = {
    description: `Record ${kind} ${id} in the state.`,
    deletes: false,
    edit: async (snapshot: Snapshot) =>
      withCreated(context, snapshot, declared, id, {
        ...result.outputs,
        __provider: declared.inputs.__provider,
      }),
    complete: () => context.complete(intent, id),
  };
  return caseOf(resource, "intent", "certain", `${created}.`, [choice], { ids });
}

/** The resource as its program would declare the object. Undefined if the state lacks its parent or its provider. */
function declaredAs(
  context: SurveyContext,
  resource: ResourceState,
  origin: ResourceOrigin,
  { inputs, secretOutputs }: CreateFound,
): ResourceState | undefined {
  const { type } = origin;
  const { snapshot } = context.stack;
  const root = snapshot.resources.find((state) => state.type === stackType)?.urn;
  const parent = origin.parent ?? root;
  const { provider } = context;
  const hasParent = snapshot.resources.some(({ urn }) => urn === parent);
  if (!hasParent || parent === undefined || provider === undefined || !isResourceClass(type))
    return undefined;
  return {
    ...resource,
    parent,
    ...referenceTo(provider),
    inputs: fromProviderValues(toStruct({ ...inputs, __provider: providerLine(type) })),
    additionalSecretOutputs: [...secretOutputs],
  };
}

async function unchanged(snapshot: Snapshot): Promise<Snapshot> {
  return snapshot;
}

export function unknownType(
  resource: Pick<ResourceState, "urn" | "type">,
  trace: RecoveryCase["trace"],
): RecoveryCase {
  return caseOf(
    resource,
    trace,
    "unknown",
    "This version does not support its type. Update pulumi-nodecloud.",
  );
}
