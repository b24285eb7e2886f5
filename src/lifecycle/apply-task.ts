import type { Deadline } from "../client";
import type { CommonInputs } from "../common-inputs";
import { deadlineAfter } from "./deadline";
import type { Definition } from "./definition";
import { LifecycleError } from "./failures";
import { readOrigin } from "./identity/origin";
import type { Properties } from "./lifecycle";
import type { ResourceContext } from "./resource-context";
import type { Services } from "./services";
import type { ApplyTask } from "./task";
import { declaredInputs, inputProblems } from "./values/inputs";
import { uniqueLabelOf } from "./values/labels";
import type { State } from "./values/state";

/**
 * The task of a create or update. Throws if inputs that passed the check turn out to be invalid now that all values are known. The last
 * argument comes from the state and is absent for a create.
 */
export function applyTask<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  news: Properties,
  operation: "create" | "update",
  { applied, unfinished = [] }: Partial<Pick<State<I, Live>, "applied" | "unfinished">> = {},
): ApplyTask<I> {
  const problems = inputProblems(definition, news, operation === "create");
  const inputs = declaredInputs<I>(definition.fields, news).values;
  if (!isComplete(inputs, problems)) throw new LifecycleError(`Nothing was sent: ${problems.join(" ")}`);
  const origin = readOrigin(news.origin);
  return {
    services,
    inputs,
    applied,
    origin,
    generatedLabel: news.generatedLabel === true,
    hasUniqueLabel: uniqueLabelOf(definition.fields) !== undefined,
    deadline: deadlineOf(definition, services, inputs, operation, unfinished),
    reportProgress: (what) => services.log.progress(what, origin),
  };
}

/** An update that resumes steps of a create may take as long as the create. */
function deadlineOf<I extends CommonInputs, Live, Step extends string>(
  { timeouts, createSteps }: Definition<I, Live, Step>,
  { clock }: Services,
  inputs: I,
  operation: "create" | "update",
  unfinished: readonly string[],
): Deadline {
  const after = (name: "create" | "update") =>
    deadlineAfter(clock, inputs.timeouts?.[name] ?? timeouts[name]);
  const own = after(operation);
  if (!createSteps(inputs).some((step) => unfinished.includes(step))) return own;
  const ofCreate = after("create");
  return ofCreate.at > own.at ? ofCreate : own;
}

/** Inputs without problems have all required arguments. */
function isComplete<I>(_inputs: Partial<I>, problems: readonly string[]): _inputs is I {
  return problems.length === 0;
}
