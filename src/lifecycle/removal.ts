import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, Removal } from "./definition";
import type { Services } from "./services";

/** What a delete goes by: the inputs last applied, where they are known. */
export function removal<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  applied: Partial<I> | undefined,
): Removal<I> {
  const timeout = applied?.timeouts?.delete ?? definition.timeouts.delete;
  return {
    services,
    id,
    inputs: applied ?? {},
    deadline: deadlineAfter(services.clock, timeout),
    say: (what) => services.log.info(what, "passing"),
  };
}
