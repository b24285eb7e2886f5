import type { Deadline } from "../client";
import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, Removal } from "./definition";
import type { Services } from "./services";
import type { State } from "./state";

/** What a delete goes by: the inputs last applied, where they are known. */
export function removal<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  live: Live,
  state: Pick<State<I, Live>, "applied" | "origin">,
  wasMissing: () => void = () => undefined,
  deadline = deleteDeadline(definition, services, state),
): Removal<I, Live> {
  const { applied, origin } = state;
  return {
    services,
    id,
    live,
    wasMissing,
    inputs: applied ?? {},
    deadline,
    say: (what) => services.log.passing(what, origin),
  };
}

export function deleteDeadline<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { applied }: Pick<State<I, Live>, "applied">,
): Deadline {
  return deadlineAfter(services.clock, applied?.timeouts?.delete ?? definition.timeouts.delete);
}
