import { Refusal } from "../refusal";
import type { State } from "../state";
import { type Answered, errorAnswer } from "./error-answer";

/** What work on the world comes to when it is kept, a refusal among it. */
export function answeredBy(state: State, work: () => Answered): Answered {
  try {
    return state.act(work);
  } catch (error) {
    if (error instanceof Refusal) return errorAnswer(error, state.brand, state.settings);
    throw error;
  }
}
