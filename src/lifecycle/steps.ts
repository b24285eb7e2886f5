import { isRecord, messageOf } from "../unknown";
import type { CommonInputs, Definition, Properties, StepResult, StepTask } from "./definition";
import { InitializationError } from "./failures";
import type { IgnoredChanges } from "./ignored-changes";
import { appliedInputs, type State, writeState } from "./state";

/** The steps that a state other than the wanted one asks for, where no single field says so. */
export function driftStepsOf<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Partial<I>,
  { live, applied, kept }: Pick<State<I, Live>, "live" | "applied" | "kept">,
  ignored: IgnoredChanges,
): readonly Step[] {
  if (live === undefined) return [];
  const ignores = (name: keyof I & string) => ignored.includes(name);
  return definition.driftSteps?.(inputs, live, { applied, kept, ignores }) ?? [];
}

/** Runs the steps and answers the outputs. One that fails leaves word of itself and of those after it in the state. */
export async function runSteps<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  existing: StepTask<I, Live>,
  steps: readonly Step[],
  news: Properties,
): Promise<Record<string, unknown>> {
  let { live, kept } = existing;
  const applied = appliedInputs(definition, news, existing.applied);
  for (const [index, step] of steps.entries()) {
    try {
      const stepped = await definition.steps[step]({ ...existing, live, kept });
      live = isWithKept(stepped) ? stepped.live : stepped;
      if (isWithKept(stepped)) kept = withoutUndefined({ ...kept, ...stepped.kept });
    } catch (error) {
      const unfinished = steps.slice(index);
      throw new InitializationError(
        existing.id,
        { ...writeState(definition, live, { applied, kept, unfinished }), __provider: news.__provider },
        [
          `${definition.kind} ${existing.id} exists and is in the state, but is not as declared yet: ${messageOf(error)} Left to do: ${unfinished.join(", ")}. The next \`pulumi up\` goes on there.`,
        ],
      );
    }
  }
  return writeState(definition, live, { applied, kept });
}

function withoutUndefined(kept: Properties): Properties {
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
}

/** Things have an id or a label; what a step answers beside a thing has it under `live`. */
function isWithKept<Live>(
  stepped: StepResult<Live>,
): stepped is { readonly live: Live; readonly kept: Properties } {
  return isRecord(stepped) && "live" in stepped && "kept" in stepped;
}

/** The named steps in the order in which they run. */
export function stepsInOrder<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  wanted: ReadonlySet<string>,
): readonly Step[] {
  const steps: Step[] = [];
  for (const step in definition.steps) if (wanted.has(step)) steps.push(step);
  return steps;
}
