import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import type { Properties } from "../lifecycle";
import { hiddenDriftOf, stepsInOrder, withInPlaceValues } from "../steps";
import { type Comparison, compare } from "../values/compare";
import { IgnoredChanges, withoutIgnored } from "../values/ignored-changes";
import { readStoredForms, type State } from "../values/state";

/** The differences between an object and its declaration, and the steps that change it. */
export interface UpdatePlan<I, Live, Step extends string> {
  readonly comparison: Comparison<I, Step>;
  readonly steps: readonly Step[];
  /**
   * The inputs of the steps, given the object as it was just read. Of the arguments that can be changed in place, they contain only those
   * that the preview announced, so nothing else is changed.
   */
  readonly inputsOfSteps: (inputs: I, live: Live) => I;
}

/** A diff and the update that follows it compute the same plan. */
export function planUpdate<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  news: Properties,
  declared: Partial<I>,
  state: State<I, Live>,
): UpdatePlan<I, Live, Step> {
  const { fields } = definition;
  const { live, applied, adopted, kept, unfinished } = state;
  const ignored = new IgnoredChanges(news);
  const comparison = compare(
    fields,
    withoutIgnored(fields, declared, ignored, live),
    applied && withoutIgnored(fields, applied, ignored, live),
    live,
    adopted,
    readStoredForms(kept),
  );
  const hidden = hiddenDriftOf(definition, declared, state, ignored);
  const announced = [...comparison.changed, ...comparison.unconfirmed];
  const otherSteps = new Set<string>([...unfinished, ...(hidden?.steps ?? [])]);
  return {
    comparison,
    steps: stepsInOrder(definition, new Set([...otherSteps, ...comparison.steps])),
    inputsOfSteps: (inputs, now) => {
      const managed = withoutIgnored(fields, inputs, ignored, now);
      // A create sets arguments that are ignored, unless the program began to ignore them after it failed. An adoption does not.
      const created = withoutIgnored(fields, inputs, ignored.except(state.ignored), now);
      return withInPlaceValues(fields, inputs, (name) => {
        const { change, live: read } = fields[name];
        if (read === undefined) return inputs[name];
        // A step that an earlier update left unfinished does not repair drift that is never repaired: somebody has changed the value
        // since.
        const isKept = comparison.unrepaired.some(({ field }) => field === name);
        const step = typeof change === "object" ? change.inPlace : "";
        const isLeft = otherSteps.has(step);
        const isLeftByCreate = !adopted && unfinished.includes(step) && applied?.[name] === undefined;
        const wanted = isLeftByCreate ? created[name] : managed[name];
        return announced.includes(name) || (isLeft && !isKept) ? wanted : undefined;
      });
    },
  };
}
