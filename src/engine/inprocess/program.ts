import { type PropertyMap, type PropertyValue, stackType, unknown } from "../../state";
import { messageOf } from "../../unknown";
import {
  EngineStopping,
  type ProgramPort,
  type ProgramResult,
  type ReadRequest,
  type RegisteredResource,
  type Registration,
  type ResourceMonitor,
  type Severity,
} from "../core";

/** A registration with defaults for most fields. The URNs in `propertyDependencies` are added to `dependencies`. */
export type RegistrationArgs = Pick<Registration, "type" | "name"> & Partial<Registration>;
export type ReadArgs = Pick<ReadRequest, "type" | "name" | "id"> & Partial<ReadRequest>;

/** What a program can do besides registering resources. */
export interface ProgramTools {
  readonly preview: boolean;
  readonly read: (request: ReadArgs) => Promise<RegisteredResource>;
  readonly registerOutputs: (urn: string, outputs: PropertyMap) => Promise<void>;
  readonly log: (severity: Severity, message: string, urn?: string) => void;
  /** An output by name. Missing outputs are unknown in a preview and null otherwise. */
  readonly output: (resource: RegisteredResource, name: string) => PropertyValue;
}

/** A program as a function: it registers resources and returns the stack's outputs. */
export type ProgramFunction = (
  register: (registration: RegistrationArgs) => Promise<RegisteredResource>,
  tools: ProgramTools,
) => Promise<PropertyMap>;

/** Registers the stack, then runs a function as its program. */
export class InProcessProgram implements ProgramPort {
  readonly #project: string;
  readonly #stack: string;
  readonly #program: ProgramFunction;
  constructor(project: string, stack: string, program: ProgramFunction) {
    this.#project = project;
    this.#stack = stack;
    this.#program = program;
  }

  async run(monitor: ResourceMonitor, context: Parameters<ProgramPort["run"]>[1]): Promise<ProgramResult> {
    try {
      const root = await monitor.registerResource(
        withDefaults({ type: stackType, name: `${this.#project}-${this.#stack}`, custom: false }),
      );
      const outputs = await this.#program((args) => monitor.registerResource(withDefaults(args)), {
        preview: context.preview,
        read: (args) => monitor.readResource(withReadDefaults(args)),
        registerOutputs: (urn, outputs) => monitor.registerResourceOutputs(urn, outputs),
        log: (severity, message, urn = "") => monitor.log({ severity, message, urn, ephemeral: false }),
        output: (resource, name) =>
          Object.hasOwn(resource.outputs, name)
            ? (resource.outputs[name] ?? null)
            : context.preview
              ? unknown
              : null,
      });
      await monitor.registerResourceOutputs(root.urn, outputs);
      return { ok: true };
    } catch (cause) {
      if (cause instanceof EngineStopping) return { ok: false, message: "" };
      return { ok: false, message: messageOf(cause) };
    }
  }
}

function withDefaults(args: RegistrationArgs): Registration {
  const { propertyDependencies = {} } = args;
  return {
    custom: true,
    parent: "",
    inputs: {},
    protect: undefined,
    retainOnDelete: undefined,
    deletedWith: "",
    deleteBeforeReplace: undefined,
    ignoreChanges: [],
    hideDiffs: [],
    replaceOnChanges: [],
    additionalSecretOutputs: [],
    aliases: [],
    customTimeouts: {},
    hooks: {},
    provider: "",
    sourcePosition: "",
    ...args,
    propertyDependencies,
    dependencies: [...new Set([...(args.dependencies ?? []), ...Object.values(propertyDependencies).flat()])],
  };
}

function withReadDefaults(args: ReadArgs): ReadRequest {
  return {
    parent: "",
    inputs: {},
    provider: "",
    dependencies: [],
    additionalSecretOutputs: [],
    sourcePosition: "",
    ...args,
  };
}
