import { type Comparison, compare } from "./compare";
import type { CommonInputs, Definition, Properties } from "./definition";
import { IgnoredChanges, withoutIgnored } from "./ignored-changes";
import type { State } from "./state";
import { driftStepsOf, stepsInOrder } from "./steps";

/** What separates a thing from what the program declares of it, and the steps that mend that. */
export interface Plan<I, Live, Step extends string> {
  readonly comparison: Comparison<I, Step>;
  readonly steps: readonly Step[];
  /**
   * The inputs that the steps work with, given the thing as it was just read. Of what can be changed in place they hold no more
   * than the preview announced: all else is left as it is.
   */
  readonly inputsOfSteps: (inputs: I, live: Live) => I;
}

/** A diff and the update that follows it make the same plan. */
export function planUpdate<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  news: Properties,
  declared: Partial<I>,
  state: State<I, Live>,
): Plan<I, Live, Step> {
  const { fields } = definition;
  const { live, applied, adopted, unfinished } = state;
  const ignored = new IgnoredChanges(news);
  const comparison = compare(
    fields,
    withoutIgnored(fields, declared, ignored, live),
    applied && withoutIgnored(fields, applied, ignored, live),
    live,
    adopted,
  );
  const others = new Set<string>([...unfinished, ...driftStepsOf(definition, declared, state, ignored)]);
  return {
    comparison,
    steps: stepsInOrder(definition, new Set([...others, ...comparison.steps])),
    inputsOfSteps: (inputs, now) => {
      const managed = withoutIgnored(fields, inputs, ignored, now);
      const left = { ...inputs };
      for (const name in fields) {
        const { change, live: read } = fields[name];
        if (typeof change !== "object" || read === undefined) continue;
        const isAnnounced = comparison.changed.includes(name) || others.has(change.inPlace);
        if (isAnnounced && managed[name] !== undefined) Object.assign(left, { [name]: managed[name] });
        else Reflect.deleteProperty(left, name);
      }
      return left;
    },
  };
}
