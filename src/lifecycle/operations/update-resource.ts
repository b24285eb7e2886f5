import type { CommonInputs } from "../../common-inputs";
import { applyTask } from "../apply-task";
import { explainUnresolved } from "../creates/explain-unresolved";
import { deleteLateCreates } from "../creates/late-creates";
import { formerNameOf, moveRecord } from "../creates/renamed-requests";
import { viewJustCreated } from "../creates/view-just-created";
import { LifecycleError } from "../failures";
import { readOrigin } from "../identity/origin";
import type { Properties } from "../lifecycle";
import { withLostSteps } from "../records/lost-secret";
import type { ResourceContext } from "../resource-context";
import { runSteps } from "../steps";
import { appliedInputs, writeOutputs } from "../values/outputs";
import { readState } from "../values/state";
import { planUpdate } from "./plan-update";

/** Carries out the changes that the diff announced. Drift that appeared since is not repaired: the next diff reports it. */
export async function updateResource<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  olds: Properties,
  news: Properties,
): Promise<{ readonly outs: Properties }> {
  const { definition, services, identity } = context;
  const { kind } = definition;
  const declared = readOrigin(news.origin);
  const state = withLostSteps(context, id, readState(definition, olds), declared);
  const recorded = identity.recordedObject(id, state);
  if (state.unresolved) {
    await identity.ownership.verifyBeforeChange(recorded);
    throw await explainUnresolved(definition, services, state.unresolved, { origin: state.origin, declared });
  }
  const task = applyTask(context, news, "update", state);
  await deleteLateCreates(context, recorded, state, {
    origins: [task.origin, formerNameOf(services, task.origin)],
    withInterrupted: true,
    inputs: task.inputs,
  });
  const { steps, inputsOfSteps } = planUpdate(definition, news, task.inputs, state);
  if (steps.length === 0 && state.live !== undefined) {
    await moveRecord(services, id, task.origin, state.origin);
    const applied = appliedInputs(definition, news, state.applied);
    return { outs: writeOutputs(definition, state.live, { applied, kept: state.kept }) };
  }
  await identity.ownership.verifyBeforeChange(recorded);
  const { deadline } = task;
  const collection = definition.collection(services, task.inputs);
  const viewed = await collection.view(id, { deadline });
  const live = viewed ?? (await viewJustCreated(context, collection, id, state, deadline));
  if (live === undefined) {
    await identity.verifyAbsence(recorded);
    const advice = task.inputs.adopt === undefined ? "Run" : "Remove `adopt` from the program and run";
    throw new LifecycleError(
      `${kind} ${id} no longer exists: it was deleted outside this run. Nothing was changed. ${advice} \`pulumi refresh\`, and the next \`pulumi up\` creates it again.`,
    );
  }
  const kept = { ...state.kept, ...(await identity.verify(recorded, live)) };
  const inputs = inputsOfSteps(task.inputs, live);
  const { unfinished } = state;
  // From here on, even a step that fails writes the new name to the state. The record and the state must have the same name.
  await moveRecord(services, id, task.origin, state.origin);
  return { outs: await runSteps(definition, { ...task, inputs, id, live, kept, unfinished }, steps, news) };
}
