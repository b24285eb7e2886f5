import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, Removal } from "./definition";
import type { Services } from "./services";
import type { State } from "./state";

/** What a delete goes by: the inputs last applied, where they are known. */
export function removal<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  { applied, origin }: Pick<State<I, Live>, "applied" | "origin">,
): Removal<I> {
  const timeout = applied?.timeouts?.delete ?? definition.timeouts.delete;
  return {
    services,
    id,
    inputs: applied ?? {},
    deadline: deadlineAfter(services.clock, timeout),
    say: (what) => services.log.passing(what, origin),
  };
}
