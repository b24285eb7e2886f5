import { compare } from "./compare";
import type { ApplyTask, CommonInputs, Definition, Fields, Properties } from "./definition";
import { LifecycleError } from "./failures";
import { IgnoredChanges } from "./ignored-changes";
import { ownershipOf } from "./ownership";
import { driftStepsOf, runSteps, stepsInOrder } from "./steps";

/**
 * Takes something over that exists instead of creating it. What can be changed in place is set as declared; a create-only
 * argument that can be read and differs is an error, before anything is changed. Nothing is reset.
 */
export async function adoptExisting<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  work: ApplyTask<I>,
  id: string,
  news: Properties,
): Promise<{ id: string; outs: Properties }> {
  const { kind, fields } = definition;
  const { services, inputs } = work;
  const live = await definition.collection(services).view(id, { deadline: work.deadline });
  if (live === undefined) {
    throw new LifecycleError(
      `adopt: there is no ${kind} ${id}, so nothing was taken over or created. Give the id of one that exists, or remove \`adopt\` to create one.`,
    );
  }
  const comparison = compare(fields, inputs, undefined, live);
  const differing = comparison.unrepaired.filter(({ field }) => fields[field].change === "replace");
  const list = [
    ...differing.map(
      ({ field, declared, live: there }) =>
        `${field} is ${JSON.stringify(there)} and not ${JSON.stringify(declared)}`,
    ),
    ...unlikeFields(fields, inputs, live).map((field) => `${field} is another one`),
  ];
  if (list.length > 0) {
    throw new LifecycleError(
      `adopt: ${kind} ${id} was left as it is, because it differs where only a new one could be as declared: ${list.join("; ")}. Write what is there into the program, or leave these arguments out.`,
    );
  }
  for (const { field, live: there } of comparison.unrepaired) {
    const { change } = fields[field];
    const because = typeof change === "object" ? change.unrepairedReason : undefined;
    services.log.warn(
      `adopt: ${kind} ${id} keeps ${field} ${JSON.stringify(there)}: ${because ?? "changing it would destroy something"}.`,
      work.origin,
    );
  }
  services.claims.markAdopted(kind, id);
  // What an earlier create of this resource may have made is no longer asked for.
  if (work.origin) await services.intents.remove(work.origin, services.address);
  const identity = await ownershipOf(services).identityOutput({}, definition.identityOf(live));
  const drifted = driftStepsOf(
    definition,
    inputs,
    { live, applied: undefined, kept: {} },
    new IgnoredChanges({}),
  );
  const steps = stepsInOrder(definition, new Set([...comparison.steps, ...drifted]));
  return {
    id,
    outs: await runSteps(
      definition,
      { ...work, id, live, kept: { adopted: true, ...identity } },
      steps,
      news,
    ),
  };
}

/** Arguments whose values the service does not give back, but shows to be others. */
function unlikeFields<I, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  inputs: I,
  live: Live,
): readonly string[] {
  const names: string[] = [];
  for (const name in fields) {
    const wanted = inputs[name];
    if (wanted !== undefined && wanted !== null && fields[name].provesDifference?.(wanted, live))
      names.push(name);
  }
  return names;
}
