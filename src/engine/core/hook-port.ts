import type { PropertyMap } from "../../state";

/** The resource and its properties, as far as they are known, for a hook. */
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

/** A function of the program that runs before or after a step. Its promise rejects if it fails. */
export interface ResourceHook {
  readonly name: string;
  /** Whether it runs in previews too. */
  readonly onDryRun: boolean;
  /** Whether a failure is only a warning. */
  readonly ignoreErrors: boolean;
  call(step: HookCall): Promise<void>;
}

/** A function of the program that decides whether a failed step is retried. The latest error comes first. */
export interface ErrorHook {
  readonly name: string;
  call(
    step: HookCall & {
      readonly failedOperation: "create" | "update" | "delete";
      readonly errors: readonly string[];
    },
  ): Promise<boolean>;
}
