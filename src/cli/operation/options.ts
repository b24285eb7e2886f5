import type { OperationName } from "../flags/operations";
import type { ProjectOptions } from "../flags/project-options";

/** The values of the supported flags, under the names that commander derives from flags/operation-flags.ts. */
export interface OperationFlagValues extends ProjectOptions {
  readonly engine?: "auto" | "pulumi" | "embedded";
  readonly create?: boolean;
  readonly yes?: boolean;
  readonly skipPreview?: boolean;
  readonly previewOnly?: boolean;
  readonly expectNoChanges?: boolean;
  readonly message?: string;
  readonly parallel?: number;
  readonly target?: readonly string[];
  readonly targetDependents?: boolean;
  readonly exclude?: readonly string[];
  readonly excludeDependents?: boolean;
  readonly replace?: readonly string[];
  readonly targetReplace?: readonly string[];
  readonly refresh?: "true" | "false";
  readonly clearPendingCreates?: boolean;
  readonly allowEmpty?: boolean;
  readonly remove?: boolean;
  readonly config?: readonly string[];
  readonly configPath?: boolean;
  readonly skipConfigValidation?: boolean;
  readonly secretsProvider?: string;
  readonly diff?: boolean;
  readonly showSames?: boolean;
  readonly showReplacementSteps?: boolean;
  readonly showConfig?: boolean;
  readonly suppressOutputs?: boolean;
  readonly suppressProgress?: boolean;
  readonly json?: boolean;
  readonly color?: "auto" | "always" | "never";
}

export interface OperationCommandOptions extends OperationFlagValues {
  readonly operation: OperationName;
  /** The given flags as arguments for the Pulumi CLI. */
  readonly pulumiArguments: readonly string[];
  /** Why the embedded engine refuses the command line; undefined when it does not. */
  readonly refusal: string | undefined;
}
