import type { CommonInputs } from "../../common-inputs";
import { mayBeResultOf } from "../creates/create-matcher";
import { recordAdoption } from "../creates/intent-record";
import type { Definition } from "../definition";
import { InitializationError, LifecycleError } from "../failures";
import { existedBefore } from "../identity/created-objects";
import { ownershipOf } from "../identity/ownership";
import type { Properties } from "../lifecycle";
import type { CreateRequest } from "../records/intents";
import { hiddenDriftOf, runSteps, stepsInOrder, withInPlaceValues } from "../steps";
import type { ApplyTask, StepTask } from "../task";
import { compare } from "../values/compare";
import { IgnoredChanges, withoutIgnored } from "../values/ignored-changes";
import { adoptionProblem, refuseMissing } from "./adoption-problem";

/**
 * Takes over an existing object instead of creating one. Sets the arguments that can change in place as declared, and resets nothing.
 * Throws, before it changes anything, if the object cannot be adopted, or a create-only argument can be read and differs.
 */
export async function adoptExisting<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  task: ApplyTask<I>,
  id: string,
  news: Properties,
): Promise<{ id: string; outs: Properties }> {
  const { kind, fields } = definition;
  const { services, inputs, origin } = task;
  const live = await definition.collection(services).view(id, { deadline: task.deadline });
  if (live === undefined) return refuseMissing(services, kind, id);
  const ignored = new IgnoredChanges(news);
  const managed = withoutIgnored(fields, inputs, ignored, live);
  const problem = adoptionProblem(definition, services, id, live, managed);
  if (problem !== undefined) throw new LifecycleError(problem);
  const comparison = compare(fields, managed, undefined, live);
  for (const { field, live: actual } of comparison.unrepaired) {
    const { change } = fields[field];
    const reason = typeof change === "object" ? change.unrepairedReason : undefined;
    services.log.warn(
      `adopt: ${kind} ${id} keeps ${field} ${JSON.stringify(actual)}, because ${reason ?? "changing it would destroy something"}.`,
      origin,
    );
  }
  services.claims.markAdopted(kind, id);
  const identity = await ownershipOf(services).identityOutput({}, definition.identityOf(live), task.deadline);
  const hidden = hiddenDriftOf(definition, inputs, { live, applied: undefined, kept: {} }, ignored);
  const further = definition.adoptionSteps?.(live) ?? [];
  const steps = stepsInOrder(
    definition,
    new Set([...comparison.steps, ...(hidden?.steps ?? []), ...further]),
  );
  const kept = { adopted: true, ...identity };
  const managedInputs = withInPlaceValues(fields, inputs, (name) => managed[name]);
  const own = { ...task, inputs: managedInputs, id, live, kept };
  return { id, outs: await takeExisting(definition, own, steps, news) };
}

/** Runs the steps on an object that existed before, and records the adoption if the state will have the object. */
export async function takeExisting<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  task: StepTask<I, Live>,
  steps: readonly Step[],
  news: Properties,
): Promise<Record<string, unknown>> {
  const { services, origin, id, live } = task;
  const record = async () => {
    if (!origin) return;
    const { createMatcher: matcher, identityOf } = definition;
    const { created } = identityOf(live);
    // Reads all records, so not for each adoption: only if a request has no known result.
    const others = () => services.intents.recentCreates(origin, services.address);
    const mayBeResult = (request: CreateRequest) =>
      matcher !== undefined &&
      !existedBefore(request, { id, created }) &&
      mayBeResultOf(matcher, live, request, services, others());
    await recordAdoption(services, origin, { id, created, mayBeResult });
  };
  try {
    // In a replacement that deletes first, the state recorded the object until now, so it is not foreign.
    const isForeign = !services.claims.hasLeftState(definition.kind, id);
    const outputs = await runSteps(definition, { ...task, isForeign }, steps, news);
    await record();
    return outputs;
  } catch (error) {
    if (error instanceof InitializationError) await record();
    throw error;
  }
}
