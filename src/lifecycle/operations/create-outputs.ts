import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import { unresolvedId } from "../../unresolved-id";
import type { Properties } from "../lifecycle";
import type { ResourceContext } from "../resource-context";
import { stepsInOrder } from "../steps";
import type { ApplyTask, CreateResult, Unresolved } from "../task";
import { compare } from "../values/compare";
import { areEqual } from "../values/equality";
import { appliedInputs, writeOutputs, writeUnresolved } from "../values/outputs";

/** What the state records about a created object before the following steps have run. */
export interface CreatedOutputs<I, Step extends string> {
  /** The following steps. None if the program has changed since. */
  readonly steps: readonly Step[];
  /**
   * What the request of an earlier run contained, for the arguments that only a change in the program changes and that it has changed since.
   * Undefined if this run sent the request.
   */
  readonly replacedValues: Partial<I> | undefined;
  /** The outputs that the service does not return. */
  readonly kept: Properties;
  /** The outputs while all these steps are still to do. */
  readonly outputs: Properties;
}

export async function createdOutputs<I extends CommonInputs, Live, Step extends string>(
  { definition, identity }: ResourceContext<I, Live, Step>,
  task: ApplyTask<I>,
  result: Exclude<CreateResult<Live>, { readonly unresolved: Unresolved }>,
  news: Properties,
): Promise<CreatedOutputs<I, Step>> {
  const { id, live, differingFields = [], sent = {}, isFromEarlierRun } = result;
  const kept = {
    ...result.kept,
    ...(await identity.identityOfCreated(id, live, task.origin, task.deadline)),
  };
  if (differingFields.length > 0) {
    const applied = { ...liveAsApplied(definition.fields, live, news), ...createOnly(definition, sent) };
    const outputs = writeOutputs(definition, live, { applied, kept });
    return { steps: [], replacedValues: undefined, kept, outputs };
  }
  const names = new Set<Step>(definition.createSteps(task.inputs));
  const replacedValues: Partial<I> | undefined = isFromEarlierRun && {};
  if (replacedValues) {
    const { steps, unrepaired } = compare(definition.fields, task.inputs, undefined, live);
    for (const step of steps) names.add(step);
    for (const { field, declared } of unrepaired) {
      const { change, equality = "deep" } = definition.fields[field];
      const before = sent[field];
      if (typeof change !== "object" || before === undefined || areEqual(equality, before, declared))
        continue;
      names.add(change.inPlace);
      Object.assign(replacedValues, { [field]: before });
    }
  }
  const steps = stepsInOrder(definition, names);
  const applied = { ...appliedInputs(definition, news, task.applied), ...replacedValues };
  const outputs = writeOutputs(definition, live, { applied, kept, unfinished: steps });
  return { steps, replacedValues, kept, outputs };
}

/** The id and the outputs of an unresolved create. */
export async function unresolvedOutputs<I extends CommonInputs, Live, Step extends string>(
  { definition, services, identity }: ResourceContext<I, Live, Step>,
  unresolved: Unresolved,
  news: Properties,
  deadline?: Deadline,
): Promise<{ readonly id: string; readonly outputs: Properties }> {
  const id = unresolvedId(unresolved.nonce ?? services.clock.token(7));
  const outputs = {
    ...writeUnresolved({ ...unresolved, at: services.clock.now() }, appliedInputs(definition, news)),
    ...(await identity.ownership.identityOutput({}, {}, deadline)),
  };
  return { id, outputs };
}

/**
 * A service may return a create-only argument in a different form from the sent one. Only the sent value reveals a change in the program.
 */
function createOnly(
  { fields }: { readonly fields: Readonly<Record<string, { readonly change: unknown }>> },
  sent: Properties,
): Properties {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => fields[name]?.change === "replace"));
}

/** The live values in place of the declared ones, so the next diff sees where the program differs. */
function liveAsApplied<Live>(
  fields: Readonly<Record<string, { readonly live?: (live: Live) => unknown }>>,
  live: Live,
  { origin }: Properties,
): Properties {
  const values = Object.entries(fields)
    .map(([name, field]) => [name, field.live?.(live)] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return { origin, ...Object.fromEntries(values) };
}
