import type { CommonInputs } from "../../common-inputs";
import { applyTask } from "../apply-task";
import { warnOfRequestsOfCreate } from "../creates/late-creates";
import { InitializationError } from "../failures";
import { readIdentity } from "../identity/identity";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { runSteps } from "../steps";
import type { ApplyTask, CreateResult, Unresolved } from "../task";
import { idName } from "../values/id-name";
import { adoptExisting, takeExisting } from "./adopt";
import { createdOutputs, unresolvedOutputs } from "./create-outputs";
import { removePlannedCreate } from "./planned-create";

/** The result that the plugin expects from a create. */
interface Created {
  readonly id: string;
  readonly outs: Properties;
}

/** Creates or adopts an object, and runs the following steps. */
export async function createResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  news: Properties,
): Promise<Created> {
  const { definition, services } = context;
  const task = applyTask(context, news, "create");
  if (task.origin) removePlannedCreate(services, task.origin);
  // Only a result with an id is recorded in the state. After any other error, the next run still needs the intent.
  const markResultSent = (id: string, outputs: Properties) => {
    const { created } = readIdentity(outputs);
    if (task.origin) services.intents.markResultSent(task.origin, services.address, { id, created });
  };
  const existing = existingId(context, news);
  try {
    // A conflict found after the create would keep an object that was changed out of the state.
    if (existing !== undefined) definition.onDeclared?.(services, existing, task.inputs);
    const created = await createOrAdopt(context, task, news);
    if (existing !== undefined) services.claims.markTaken(definition.kind, existing);
    else definition.onDeclared?.(services, created.id, task.inputs);
    markResultSent(created.id, created.outs);
    warnOfRequestsOfCreate(context, task.origin, created.id);
    return created;
  } catch (error) {
    if (error instanceof InitializationError) markResultSent(error.id, error.properties);
    else {
      if (existing !== undefined) services.claims.markNotTaken(definition.kind, existing);
      warnOfRequestsOfCreate(context, task.origin, undefined);
    }
    throw error;
  }
}

/** The id of the object that the create takes over. Undefined if it creates one. */
function existingId<I extends CommonInputs, Live, Step extends string>(
  { definition }: ResourceContext<I, Live, Step>,
  news: Properties,
): string | undefined {
  const id = news.adopt ?? (definition.createMatcher ? undefined : news[idName(definition)]);
  return id === undefined || id === null ? undefined : String(id);
}

async function createOrAdopt<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  task: ApplyTask<I>,
  news: Properties,
): Promise<Created> {
  const { definition, identity } = context;
  const { adopt } = task.inputs;
  await identity.ownership.verifyBeforeCreate(definition.kind, task.deadline);
  if (adopt !== undefined) return adoptExisting(definition, task, String(adopt), news);
  const result = await definition.create(task);
  if ("unresolved" in result) throw await unresolvedCreate(context, task, result.unresolved, news);
  return finishCreate(context, task, result, news);
}

/** Runs the steps that follow a create. */
async function finishCreate<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  task: ApplyTask<I>,
  result: Exclude<CreateResult<Live>, { readonly unresolved: Unresolved }>,
  news: Properties,
): Promise<Created> {
  const { definition } = context;
  const { id, live, differingFields = [] } = result;
  const { steps, replacedValues, kept, outputs } = await createdOutputs(context, task, result, news);
  if (differingFields.length > 0) {
    throw failedCreate(
      id,
      outputs,
      `An earlier run created ${definition.kind} ${id}, but the program has changed since (${differingFields.join(", ")}). It is in the state now, and the next run replaces it.`,
      news,
    );
  }
  // A create that creates no object of its own may take an object that another resource in the state has.
  const isNewObject = definition.createMatcher !== undefined;
  const own = { ...task, applied: replacedValues, id, live, kept, isCreated: true };
  return { id, outs: await (isNewObject ? runSteps : takeExisting)(definition, own, steps, news) };
}

async function unresolvedCreate<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  { deadline }: ApplyTask<I>,
  unresolved: Unresolved,
  news: Properties,
): Promise<InitializationError> {
  const { id, outputs } = await unresolvedOutputs(context, unresolved, news, deadline);
  return failedCreate(id, outputs, unresolved.reason, news);
}

function failedCreate(
  id: string,
  outputs: Properties,
  reason: string,
  { __provider }: Properties,
): InitializationError {
  return new InitializationError(id, { ...outputs, __provider }, [reason]);
}
