import type { CommonInputs } from "../../common-inputs";
import { isRecord } from "../../unknown";
import { completeIntent } from "../creates/complete-intent";
import { reportLateCreates, reportOrphans } from "../creates/late-creates";
import { viewJustCreated } from "../creates/view-just-created";
import type { Definition } from "../definition";
import { LifecycleError } from "../failures";
import { currentOrigin } from "../identity/current-origin";
import type { Properties } from "../lifecycle";
import { adviseIfAbsent } from "../objects/unproven-absence";
import { isTakeoverLost } from "../records/lost-secret";
import type { ResourceContext } from "../resource-context";
import { hasSameValues } from "../values/has-same-values";
import { numericIds, refuseMalformedId } from "../values/id-format";
import { writeOutputs } from "../values/outputs";
import { isReadById, readLive, readState } from "../values/state";

interface ReadResult {
  readonly id: string;
  readonly props: Properties;
}

/** An engine interprets an empty id as a resource that no longer exists. */
const missing: ReadResult = { id: "", props: {} };

/** Reads a resource for an engine, and warns if its object is being deleted: only a later read finds that it no longer exists. */
export async function refreshResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  props: Properties = {},
): Promise<ReadResult> {
  const { definition, services } = context;
  const read = await readResource(context, id, props);
  if (isBeingDeleted(definition, read.props) && !isReadById(definition, props)) {
    services.log.warn(
      `${definition.kind} ${id} is being deleted. Run \`pulumi refresh\` again when it no longer exists: until then, it stays in the state.`,
      readState(definition, props).origin,
    );
  }
  return read;
}

/** Whether the object was being deleted when it was last read. */
export function isBeingDeleted<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  outputs: Properties,
): boolean {
  const live = readLive(definition, outputs);
  return live !== undefined && definition.createMatcher?.isBeingDeleted(live) === true;
}

/** Reads the object that a state records, or one that a program specifies by its id. */
export async function readResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  props: Properties = {},
): Promise<ReadResult> {
  const { definition, services, identity } = context;
  const state = readState(definition, props);
  const { origin, applied, unfinished } = state;
  const recorded = identity.recordedObject(id, state);
  const lateCreates = { id, origins: [currentOrigin(services, origin, id)], withInterrupted: false };
  if (state.unresolved) {
    await identity.ownership.verifyAccount(recorded);
    await reportLateCreates(context, { ...lateCreates, candidates: state.unresolved.candidates });
    return { id, props };
  }
  if (isReadById(definition, props)) return readById(context, id);
  await identity.ownership.verifyAccount(recorded);
  const collection = definition.collection(services, applied);
  const read = await adviseIfAbsent(
    services,
    recorded,
    collection.read(
      id,
      (listed) => state.live === undefined || hasSameValues(definition.fields, listed, state.live),
    ),
  );
  const live = read ?? (await viewJustCreated(context, collection, id, state));
  const forget = async () => {
    await identity.verifyAbsence(recorded);
    await completeIntent(services, recorded, origin);
    services.claims.release(definition.kind, id);
    await reportOrphans(context, lateCreates);
    return missing;
  };
  if (live === undefined) return forget();
  const identityOutput = await identity.verify(recorded, live);
  const confirmed = definition.confirmStatus
    ? await definition.confirmStatus(services, id, live, applied)
    : live;
  if (confirmed === undefined) return forget();
  if (!isTakeoverLost(context, id, state, origin)) await completeIntent(services, recorded, origin);
  await reportLateCreates(context, lateCreates);
  const own = {
    applied: isRecord(props.applied) ? props.applied : undefined,
    kept: { ...state.kept, ...identityOutput },
    unfinished,
  };
  return { id, props: writeOutputs(definition, confirmed, own) };
}

/** Reads an object that no state manages. */
async function readById<I extends CommonInputs, Live, Step extends string>(
  { definition, services, identity }: ResourceContext<I, Live, Step>,
  id: string,
): Promise<ReadResult> {
  const { kind } = definition;
  refuseMalformedId(kind, definition.idFormat ?? numericIds, id);
  await identity.ownership.verifyBeforeGet(kind, id);
  const live = await definition.collection(services).read(id);
  if (live === undefined) {
    throw new LifecycleError(
      `There is no ${kind} ${id} at ${services.address}, or the token may not read it. Nothing was changed. Correct the id, or declare the resource without \`get\` to create one.`,
    );
  }
  const kept = { ...(await identity.ownership.identityOutput({}, definition.identityOf(live))) };
  return { id, props: writeOutputs(definition, live, { applied: undefined, kept }) };
}
