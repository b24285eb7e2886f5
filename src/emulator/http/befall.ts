import { effectAnswer } from "../faults/effects";
import type { Befallen } from "../faults/faults";
import type { State } from "../state";

/** The call with what befalls it: waits first, then the first effect that touches the answer. */
export async function befall(
  state: State,
  befallen: readonly Befallen[],
  call: () => Promise<Response>,
  signal: AbortSignal,
): Promise<Response> {
  let own: Promise<Response> | undefined;
  const once = () => {
    own ??= call();
    return own;
  };
  for (const when of ["before", "after"] as const) {
    if (when === "after" && befallen.some((one) => one.when === "after")) await once();
    for (const { effect } of befallen.filter((one) => one.when === when)) {
      if ("latency" in effect) await state.wire.sleep(effect.latency, signal);
      const instead = await effectAnswer(effect, once, signal);
      if (instead) return instead;
    }
  }
  return once();
}
