import { fromPlugin, toStruct } from "../engine/inprocess/json-values";
import { type Intent, type RecordedCreate, type Recovery, type ResourceOrigin, urnOf } from "../lifecycle";
import type { LifecycleName } from "../resources/lifecycles";
import { providerLine } from "../resources/provider-line";
import { isResourceClass, type ResourceClass } from "../resources/resource-class";
import { newResource, type ResourceState, type Snapshot, stackType } from "../state";
import type { RecoveryCase } from "./recovery-case";
import { withCreated } from "./snapshot-edits";
import { caseOf, orUnknown, outputsOf, type SurveyContext } from "./survey-context";

/** A create of which this machine has a record and the state has nothing. Undefined: the state knows what it made. */
export async function intentCase(context: SurveyContext, intent: Intent): Promise<RecoveryCase | undefined> {
  const { origin, address } = intent;
  const urn = urnOf(origin);
  const type = `pulumi-nodejs:dynamic/nodecloud:${origin.type}`;
  const resource = newResource({ urn, type, custom: true });
  const current = context.stack.snapshot.resources.find((state) => state.urn === urn && !state.delete);
  if (intent.id !== undefined && current?.id === intent.id) return undefined;
  const recovery = context.recoveryOf(type);
  if (recovery === undefined) return unknownType(resource, "intent");
  if (address !== context.services.address) {
    const found = `A create of this ${recovery.kind} was sent to ${address}, and the address is now ${context.services.address}. Run the command with that address.`;
    return caseOf(resource, "intent", "unknown", found);
  }
  return orUnknown(resource, "intent", async () => {
    const begun = `A create of this ${recovery.kind} was sent at ${new Date(intent.at).toISOString()}, and the state has no result`;
    const result = await recovery.findRecorded(intent);
    if (result.kind === "none") {
      const choice = {
        description: "Remove the record of the create.",
        deletes: false,
        edit: unchanged,
        complete: () => context.close(intent),
      };
      const certainty = result.isCertain ? "certain" : "question";
      return caseOf(resource, "intent", certainty, `${begun}. It made nothing.`, [choice]);
    }
    if (result.kind === "candidates") {
      const found = `${begun}. It may have made ${result.ids.join(" or ")}. Set \`adopt: <id>\` in the program to take over the right one.`;
      return caseOf(resource, "intent", "question", found, [], { ids: result.ids });
    }
    return createdCase(context, recovery, intent, { resource, current, begun, result });
  });
}

interface Created {
  readonly resource: ResourceState;
  /** The entry of the same resource in the state. */
  readonly current: ResourceState | undefined;
  readonly begun: string;
  readonly result: Extract<RecordedCreate, { readonly kind: "created" }>;
}

function createdCase(
  context: SurveyContext,
  { kind }: Recovery,
  intent: Intent,
  { resource, current, begun, result }: Created,
): RecoveryCase {
  const { id } = result;
  const made = `${begun}. It made ${kind} ${id}`;
  const ids = [id];
  if (current !== undefined) {
    const found = `${made}, and the state has ${kind} ${current.id} for the resource. The next \`up\` of its program takes ${id} over if it replaces the resource, and deletes it otherwise.`;
    const keep = {
      description: `Keep ${kind} ${id}, which is in no state, and remove the record of its create, so that no run deletes it.`,
      deletes: false,
      edit: unchanged,
      complete: () => context.complete(intent, id),
    };
    return caseOf(resource, "intent", "question", found, [keep], { ids });
  }
  const declared = declaredAs(context, resource, intent.origin, result);
  if (declared === undefined) {
    const found = `${made}. The state has nothing to attach it to. The next \`up\` of its program takes it over.`;
    return caseOf(resource, "intent", "question", found, [], { ids });
  }
  const choice = {
    description: `Record ${kind} ${id} in the state.`,
    deletes: false,
    edit: async (snapshot: Snapshot) =>
      withCreated(
        snapshot,
        declared,
        id,
        { ...result.outputs, __provider: declared.inputs.__provider },
        context.time,
      ),
    complete: () => context.complete(intent, id),
  };
  return caseOf(resource, "intent", "certain", `${made}.`, [choice], { ids });
}

/** The resource as its program would declare the object. Undefined: the state lacks its parent or its provider. */
function declaredAs(
  { stack: { snapshot } }: SurveyContext,
  resource: ResourceState,
  origin: ResourceOrigin,
  { inputs, secretOutputs }: Created["result"],
): ResourceState | undefined {
  const { type } = origin;
  const root = snapshot.resources.find((state) => state.type === stackType)?.urn;
  const parent = origin.parent ?? root;
  const provider = snapshot.resources.find((state) => state.type === "pulumi:providers:pulumi-nodejs");
  const hasParent = snapshot.resources.some(({ urn }) => urn === parent);
  if (!hasParent || parent === undefined || provider === undefined || !isResourceClass(type))
    return undefined;
  return {
    ...resource,
    parent,
    provider: `${provider.urn}::${provider.id}`,
    inputs: fromPlugin(toStruct({ ...inputs, __provider: providerLine(lifecycleNames[type]) })),
    additionalSecretOutputs: [...secretOutputs],
  };
}

const lifecycleNames: Readonly<Record<ResourceClass, LifecycleName>> = {
  BackupSchedule: "backupSchedule",
  Image: "image",
  Instance: "instance",
  OAuthClient: "oauthClient",
  PaymentMethod: "paymentMethod",
};

/** What requests of a resource made besides its object, because the service carried them out late. */
export async function lateCreateCase(
  recovery: Recovery,
  entry: ResourceState,
): Promise<RecoveryCase | undefined> {
  const outputs = outputsOf(entry);
  const ids = await recovery.lateCreates(entry.id, outputs);
  if (ids.length === 0) return undefined;
  const objects = ids.map((id) => `${recovery.kind} ${id}`).join(" and ");
  const choice = {
    description: `Delete ${objects}.`,
    deletes: true,
    edit: unchanged,
    complete: () => recovery.deleteLateCreates(entry.id, outputs),
  };
  const found = `An earlier request of this ${recovery.kind} made ${objects} late. The stack has ${recovery.kind} ${entry.id} for the resource.`;
  return caseOf(entry, "lateCreate", "question", found, [choice], { ids });
}

async function unchanged(snapshot: Snapshot): Promise<Snapshot> {
  return snapshot;
}

export function unknownType(
  resource: Pick<ResourceState, "urn" | "type">,
  trace: RecoveryCase["trace"],
): RecoveryCase {
  return caseOf(resource, trace, "unknown", "This version does not know its type. Update pulumi-nodecloud.");
}
