import type { CommonInputs } from "../common-inputs";
import { isRecord } from "../unknown";
import type { Definition, HiddenDrift } from "./definition";
import { InitializationError, LifecycleError, taskCauseOf } from "./failures";
import { identityOutput, readIdentity } from "./identity/identity";
import { forgetCommands, type ResourceOrigin } from "./identity/origin";
import type { Properties } from "./lifecycle";
import { MissingObjectError } from "./objects/object-kind";
import { warnOfCreatedValues } from "./operations/write-settings";
import type { StepResult, StepTask } from "./task";
import type { Fields } from "./values/fields";
import type { IgnoredChanges } from "./values/ignored-changes";
import { appliedInputs, withoutUndefined, writeOutputs } from "./values/outputs";
import type { State } from "./values/state";
import { storedForms } from "./values/stored-forms";

/** Drift that no argument reflects. */
export function hiddenDriftOf<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Partial<I>,
  { live, applied, kept }: Pick<State<I, Live>, "live" | "applied" | "kept">,
  ignored: IgnoredChanges,
): HiddenDrift<Step> | undefined {
  if (live === undefined) return undefined;
  const ignores = (name: keyof I & string) => ignored.includes(name);
  return definition.hiddenDrift?.(inputs, live, { applied, kept, ignores });
}

/**
 * Runs the steps and returns the outputs. If a step fails, the state records it and the steps after it as unfinished. After an update, it
 * records only those that have started: the next diff finds the others again, unless the program has gone back to the old values. The state
 * does not record an object that existed before and that no step has changed: a program whose change is reverted would delete it.
 */
export async function runSteps<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  task: StepTask<I, Live>,
  steps: readonly Step[],
  news: Properties,
): Promise<Record<string, unknown>> {
  let { live, kept } = task;
  let isSent = false;
  const onSent = () => {
    isSent = true;
  };
  const applied = appliedInputs(definition, news, task.applied);
  for (const [index, step] of steps.entries()) {
    try {
      const isForeign = task.isForeign === true && !isSent;
      const result = await definition.steps[step]({ ...task, live, kept, isForeign, onSent });
      live = hasKept(result) ? result.live : result;
      if (hasKept(result)) kept = { ...kept, ...result.kept };
      // The response to the create may have contained only a part of it, or none.
      if (task.isCreated)
        kept = { ...kept, ...identityOutput(readIdentity(kept), definition.identityOf(live), undefined) };
    } catch (error) {
      if (task.isForeign && !isSent) {
        throw new LifecycleError(
          `${definition.kind} ${task.id} was not changed, and this run did not record it: ${taskCauseOf(error)}.`,
        );
      }
      const left = steps.slice(index);
      const unfinished =
        task.unfinished === undefined
          ? left
          : left.filter((one) => one === step || task.unfinished?.includes(one));
      const own = { applied: withUnfinished(definition, applied, task.applied, left), kept, unfinished };
      throw new InitializationError(
        task.id,
        { ...writeOutputs(definition, live, own), __provider: news.__provider },
        [
          error instanceof MissingObjectError
            ? `${error.message} The state still has it. Run \`pulumi refresh\`, and the next \`pulumi up\` creates it again.`
            : `${definition.kind} ${task.id} exists and is in the state, but this run did not finish it: ${taskCauseOf(error)}. Remaining steps: ${left.join(", ")} (the next \`pulumi up\` resumes there).`,
          ...(task.isForeign && task.origin ? [keepAdvice(task.origin)] : []),
        ],
      );
    }
  }
  if (task.isCreated) warnOfCreatedValues(definition.kind, task, definition.fields, steps, live);
  const forms = storedForms(definition.fields, task, steps, live);
  return writeOutputs(definition, live, { applied, kept: { ...kept, storedForms: forms } });
}

/** Advice about an object that existed before the program, which a user may want to keep when the change is reverted. */
function keepAdvice(origin: ResourceOrigin): string {
  return `If the program no longer declares it, \`pulumi up\` deletes it, unless another resource in the stack manages it. To keep it, first run ${forgetCommands(origin)}.`;
}

/** The arguments of unfinished steps keep the previously applied values, so the next diff sees the program's change again. */
function withUnfinished<I extends CommonInputs, Live, Step extends string>(
  { fields }: Definition<I, Live, Step>,
  applied: Properties,
  before: Partial<I> = {},
  unfinished: readonly Step[],
): Properties {
  const values: Record<string, unknown> = { ...applied };
  for (const name in fields) {
    const { change } = fields[name];
    if (typeof change === "object" && unfinished.includes(change.inPlace)) values[name] = before[name];
  }
  return withoutUndefined(values);
}

/** The inputs with other values for the arguments that can be changed in place. Those without a value are omitted. */
export function withInPlaceValues<I extends object, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  inputs: I,
  valueFor: (name: keyof I & string) => unknown,
): I {
  const values = { ...inputs };
  for (const name in fields) {
    if (typeof fields[name].change !== "object") continue;
    const value = valueFor(name);
    if (value === undefined) Reflect.deleteProperty(values, name);
    else Object.assign(values, { [name]: value });
  }
  return values;
}

/** No object has fields named `live` and `kept`. */
function hasKept<Live>(
  result: StepResult<Live>,
): result is { readonly live: Live; readonly kept: Properties } {
  return isRecord(result) && "live" in result && "kept" in result;
}

/** The given steps, in the order in which they run. */
export function stepsInOrder<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  names: ReadonlySet<string>,
): readonly Step[] {
  const steps: Step[] = [];
  for (const step in definition.steps) if (names.has(step)) steps.push(step);
  return steps;
}
