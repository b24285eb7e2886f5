import type { Comparison } from "./compare";
import type { CommonInputs, Definition, Existing } from "./definition";
import { InitializationError, messageOf } from "./failures";
import { type Properties, type State, writeState } from "./state";

/** The steps that are left to do, in their order: what a failed run left, what differs, and what has drifted. */
export function pendingSteps<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  inputs: Partial<I>,
  state: Pick<State<I, Live>, "live" | "unfinished">,
  comparison: Comparison<I, Step>,
): readonly Step[] {
  const drifted = state.live === undefined ? [] : (definition.afterDrift?.(inputs, state.live) ?? []);
  const pending = new Set<string>([...state.unfinished, ...comparison.steps, ...drifted]);
  return stepsInOrder(definition).filter((step) => pending.has(step));
}

/** Runs the steps and answers the outputs. One that fails leaves word of itself and of those after it in the state. */
export async function runSteps<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  existing: Existing<I, Live>,
  steps: readonly Step[],
  news: Properties,
): Promise<Record<string, unknown>> {
  let { live } = existing;
  for (const [index, step] of steps.entries()) {
    try {
      live = await definition.steps[step]({ ...existing, live });
    } catch (error) {
      const unfinished = steps.slice(index);
      throw new InitializationError(
        existing.id,
        { ...writeState(definition, live, news, unfinished), __provider: news.__provider },
        [
          `${definition.noun} ${existing.id} exists and is in the state, but is not as declared yet: ${messageOf(error)} Left to do: ${unfinished.join(", ")}. The next \`pulumi up\` goes on there.`,
        ],
      );
    }
  }
  return writeState(definition, live, news);
}

function stepsInOrder<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
): readonly Step[] {
  const steps: Step[] = [];
  for (const step in definition.steps) steps.push(step);
  return steps;
}
