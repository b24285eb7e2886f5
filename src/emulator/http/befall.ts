import { effectAnswer } from "../faults/effects";
import type { Befallen } from "../faults/faults";
import type { State } from "../state";
import { answerFailure } from "./unreadable";

/** A call in two parts, for one that is carried out after its connection is gone. */
export interface PreparedCall {
  /** Reads what is needed of the request; more than once is the same as once. */
  read(): Promise<unknown>;
  /** Carries it out. */
  run(): Promise<Response>;
}

/** The call with what befalls it: waits first, then the first effect that touches the answer. */
export async function befall(
  state: State,
  befallen: readonly Befallen[],
  call: PreparedCall,
  signal: AbortSignal,
): Promise<Response> {
  let own: Promise<Response> | undefined;
  const once = () => {
    own ??= call.run();
    return own;
  };
  for (const when of ["before", "later", "after"] as const) {
    if (when === "after" && befallen.some((one) => one.when === "after")) await once();
    for (const { effect, delay } of befallen.filter((one) => one.when === when)) {
      if (delay !== undefined) await beginLate(state, call, delay);
      if ("latency" in effect) await state.wire.sleep(effect.latency, signal);
      const instead = await effectAnswer(effect, once, signal);
      if (instead) return instead;
    }
  }
  return once();
}

/** Carries the call out after a while, whatever answer its caller got. A reset or the end of the emulator drops it. */
async function beginLate(state: State, call: PreparedCall, delay: number): Promise<void> {
  await call.read();
  const { signal } = state.faults;
  void state.wire
    .sleep(delay, signal)
    .then(() => call.run())
    .catch((error: unknown) => {
      if (!signal.aborted) answerFailure(error);
    });
}
