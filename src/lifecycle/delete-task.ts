import type { Deadline } from "../client";
import type { CommonInputs } from "../common-inputs";
import { freedLabelsOf } from "./creates/freed-labels";
import { deadlineAfter } from "./deadline";
import type { Definition } from "./definition";
import { urnOf } from "./identity/origin";
import type { Services } from "./services";
import type { DeleteTask } from "./task";
import { uniqueLabelOf } from "./values/labels";
import type { State } from "./values/state";

/** The task of a delete. */
export function deleteTask<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  live: Live,
  state: Pick<State<I, Live>, "applied" | "origin">,
  events: Partial<Pick<DeleteTask<I, Live>, "onMissing" | "onRetained" | "onSent">> = {},
  deadline = deleteDeadline(definition, services, state),
): DeleteTask<I, Live> {
  const { applied, origin } = state;
  return {
    services,
    id,
    live,
    onMissing: () => undefined,
    onRetained: (reason) => services.log.info(reason, origin),
    ...events,
    inputs: applied ?? {},
    isReplaced: origin !== undefined && services.claims.isDeclared(urnOf(origin)),
    deadline,
    reportProgress: (what) => services.log.progress(what, origin),
  };
}

/** Deletes the object of a task, as the definition says. Its label is free then. */
export async function removeObject<I extends CommonInputs, Live, Step extends string>(
  { kind, fields, remove }: Definition<I, Live, Step>,
  task: DeleteTask<I, Live>,
): Promise<void> {
  await remove(task);
  const label = uniqueLabelOf(fields)?.(task.live);
  if (typeof label === "string") freedLabelsOf(task.services).add(kind, label);
}

export function deleteDeadline<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { applied }: Pick<State<I, Live>, "applied">,
): Deadline {
  return deadlineAfter(services.clock, applied?.timeouts?.delete ?? definition.timeouts.delete);
}
