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

/** A goal of which only what matters need be said. `dependencies` include those of `propertyDependencies`. */
export type RegistrationArgs = Pick<Registration, "type" | "name"> & Partial<Registration>;
export type ReadArgs = Pick<ReadRequest, "type" | "name" | "id"> & Partial<ReadRequest>;

/** What a program in process may do besides registering. */
export interface ProgramTools {
  readonly preview: boolean;
  readonly read: (goal: ReadArgs) => Promise<RegisteredResource>;
  readonly registerOutputs: (urn: string, outputs: PropertyMap) => Promise<void>;
  readonly log: (severity: Severity, message: string, urn?: string) => void;
  /** An output by name; unknown where a preview does not have it yet, null where there is none. */
  readonly output: (resource: RegisteredResource, name: string) => PropertyValue;
}

/** A program as a function: it registers resources and answers the stack's outputs. */
export type ProgramFunction = (
  register: (goal: RegistrationArgs) => Promise<RegisteredResource>,
  tools: ProgramTools,
) => Promise<PropertyMap>;

/** Runs a function as a program, its stack registered first. */
export class InProcessProgram implements ProgramPort {
  readonly #project: string;
  readonly #stack: string;
  readonly #program: ProgramFunction;
  constructor(project: string, stack: string, program: ProgramFunction) {
    this.#project = project;
    this.#stack = stack;
    this.#program = program;
  }

  async run(registrar: ResourceMonitor, context: Parameters<ProgramPort["run"]>[1]): Promise<ProgramResult> {
    try {
      const root = await registrar.registerResource(
        withDefaults({ type: stackType, name: `${this.#project}-${this.#stack}`, custom: false }),
      );
      const outputs = await this.#program((goal) => registrar.registerResource(withDefaults(goal)), {
        preview: context.preview,
        read: (goal) => registrar.readResource(withReadDefaults(goal)),
        registerOutputs: (urn, made) => registrar.registerResourceOutputs(urn, made),
        log: (severity, message, urn = "") => registrar.log({ severity, message, urn, ephemeral: false }),
        output: (resource, name) =>
          Object.hasOwn(resource.outputs, name)
            ? (resource.outputs[name] ?? null)
            : context.preview
              ? unknown
              : null,
      });
      await registrar.registerResourceOutputs(root.urn, outputs);
      await registrar.signalAndWaitForShutdown();
      return { ok: true };
    } catch (cause) {
      if (cause instanceof EngineStopping) return { ok: false, message: "" };
      return { ok: false, message: messageOf(cause) };
    }
  }
}

function withDefaults(sketch: RegistrationArgs): Registration {
  const { propertyDependencies = {} } = sketch;
  return {
    custom: true,
    parent: "",
    inputs: {},
    protect: undefined,
    retainOnDelete: undefined,
    deletedWith: "",
    deleteBeforeReplace: undefined,
    ignoreChanges: [],
    replaceOnChanges: [],
    additionalSecretOutputs: [],
    aliases: [],
    customTimeouts: {},
    hooks: {},
    provider: "",
    sourcePosition: "",
    ...sketch,
    propertyDependencies,
    dependencies: [
      ...new Set([...(sketch.dependencies ?? []), ...Object.values(propertyDependencies).flat()]),
    ],
  };
}

function withReadDefaults(sketch: ReadArgs): ReadRequest {
  return {
    parent: "",
    inputs: {},
    provider: "",
    dependencies: [],
    additionalSecretOutputs: [],
    sourcePosition: "",
    ...sketch,
  };
}
