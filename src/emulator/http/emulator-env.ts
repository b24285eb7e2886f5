import type { Semaphore } from "../../semaphore";
import type { CheckingControl } from "../create-control";
import type { Runtime } from "../runtime";

/** What Hono gives each handler: the emulator that received the request. */
export interface EmulatorEnv {
  readonly Bindings: {
    readonly runtime: Runtime;
    readonly control: CheckingControl;
    /** The control token that this request must have. Undefined if it needs none. */
    readonly controlToken?: string | undefined;
    /** Serves requests for whole worlds one after the other. Undefined for a request in the same process, which is served immediately. */
    readonly queue?: Semaphore | undefined;
  };
}
