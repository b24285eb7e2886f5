import type { CommonInputs } from "../common-inputs";
import { deadlineAfter } from "./deadline";
import { LifecycleError } from "./failures";
import { declaredInputs, inputProblems } from "./inputs";
import type { Properties } from "./lifecycle";
import { readOrigin } from "./origin";
import type { ResourceContext } from "./resource-context";
import type { ApplyTask } from "./task";

/** What a create or update works with. Throws where inputs that passed the check turn out to be invalid, now that all are known. */
export function applyTask<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  news: Properties,
  operation: "create" | "update",
  applied?: Partial<I>,
): ApplyTask<I> {
  const problems = inputProblems(definition, news, operation === "create");
  const inputs = declaredInputs<I>(definition.fields, news).values;
  if (!isComplete(inputs, problems)) throw new LifecycleError(`Nothing was sent: ${problems.join(" ")}`);
  const origin = readOrigin(news.origin);
  const timeout = inputs.timeouts?.[operation] ?? definition.timeouts[operation];
  return {
    services,
    inputs,
    applied,
    origin,
    generatedLabel: news.generatedLabel === true,
    deadline: deadlineAfter(services.clock, timeout),
    reportProgress: (what) => services.log.progress(what, origin),
  };
}

/** Inputs without problems have all required arguments. */
function isComplete<I>(_inputs: Partial<I>, problems: readonly string[]): _inputs is I {
  return problems.length === 0;
}
