import { Refusal } from "../refusal";
import type { State } from "../state";
import { type Answered, errorAnswer } from "./error-answer";

/** What work comes to, a refusal among it. */
export function answeredBy(state: State, work: () => Answered): Answered {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, state.brand, state.settings);
    throw error;
  }
}
