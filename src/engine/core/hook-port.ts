import type { PropertyMap } from "../../state";

/** What a hook receives about a step. */
export interface HookCall {
  readonly urn: string;
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly newInputs?: PropertyMap;
  readonly oldInputs?: PropertyMap;
  readonly newOutputs?: PropertyMap;
  readonly oldOutputs?: PropertyMap;
}

/** A function of the program that runs before or after a step. Its rejection says that it failed. */
export interface ResourceHook {
  readonly name: string;
  /** Whether it runs in previews, too. */
  readonly onDryRun: boolean;
  /** Its failure is a warning only. */
  readonly ignoreErrors: boolean;
  call(step: HookCall): Promise<void>;
}

/** A function of the program that says whether a step that failed is tried again; the last error comes first. */
export interface ErrorHook {
  readonly name: string;
  call(
    step: HookCall & {
      readonly failedOperation: "create" | "update" | "delete";
      readonly errors: readonly string[];
    },
  ): Promise<boolean>;
}
