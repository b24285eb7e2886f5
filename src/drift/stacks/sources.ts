import type { Settings } from "../../config";
import type { Environment } from "../../state";
import type { RunPulumi } from "./pulumi-command";

/** Where stacks are read from. */
export type StackSource = ProjectSource | BackendSource | ExportSource;

/** Stacks of a project on disk, wherever its backend is. */
export interface ProjectSource {
  readonly kind: "project";
  /** The folder of the project, or one below it. */
  readonly folder: string;
  /** The names of the stacks, or all of the project. Default: the stack that the other commands would use. */
  readonly stacks?: readonly string[] | "all";
  /** The configuration of the stack, instead of `Pulumi.<stack>.yaml`. For one stack only. */
  readonly configFile?: string | undefined;
}

/** Stacks of a folder of the file backend, without the folders of their projects. They have no configuration. */
export interface BackendSource {
  readonly kind: "backend";
  /** `file://...`, as in PULUMI_BACKEND_URL. */
  readonly url: string;
  /** Default: all projects. */
  readonly project?: string | undefined;
  /** `shop/dev`, or `dev` of the given project. Default: all. */
  readonly stacks?: readonly string[] | "all";
}

/** The output of `stack export`, or a state file of the file backend. It has no configuration. */
export interface ExportSource {
  readonly kind: "export";
  /** The path of the file, or the contents of standard input. */
  readonly from: { readonly file: string } | { readonly text: string };
  /** The project to which it must belong. */
  readonly project?: string | undefined;
  /** The stack to which it must belong. */
  readonly stack?: string | undefined;
  /** The folder of the project to which it must belong. Commands are suggested for this folder. */
  readonly folder?: string | undefined;
}

export interface ReadStacksOptions {
  readonly env: Environment;
  /** Settings that have priority over the environment and the configuration of the stacks. */
  readonly settings?: Partial<Settings> | undefined;
  /** Ends the Pulumi CLI where it runs. */
  readonly signal?: AbortSignal | undefined;
  /** Runs the Pulumi CLI. Default: the one on the PATH. */
  readonly runPulumi?: RunPulumi | undefined;
}
