import type { CheckingControl } from "../create-control";
import type { Runtime } from "../runtime";

/** What Hono gives each handler: the emulator that received the request. */
export interface EmulatorEnv {
  readonly Bindings: {
    readonly runtime: Runtime;
    readonly control: CheckingControl;
    /** What the control paths demand of this request. Undefined: nothing. */
    readonly controlToken?: string | undefined;
  };
}
