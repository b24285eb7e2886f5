import type { Clock } from "../../clock";
import type { Configuration, PropertyMap } from "../../state";
import {
  type EngineEvent,
  type EngineOptions,
  type EventListener,
  type Operation,
  type ProgramPort,
  type RunOutcome,
  runOperation,
  type TargetOptions,
  targetOptionsOf,
} from "../core";
import { InProcessProgram, type ProgramFunction } from "./program";
import { type HandlerFor, InProcessProvider } from "./provider";
import type { MemoryStore } from "./store";

export interface InProcessOptions
  extends TargetOptions,
    Pick<EngineOptions, "hasIntent" | "recordCreate" | "isUnknownCreate" | "leftNothing" | "recoverCommand"> {
  readonly operation: Operation;
  readonly clock: Clock;
  readonly store: MemoryStore;
  readonly handlerFor: HandlerFor;
  /** The `handlerFor` of the explicit provider with this configuration and URN. Default: one instance serves all providers. */
  readonly explicitHandlerFor?: (configuration: PropertyMap, urn: string) => HandlerFor;
  /** Required for `preview` and `up`. Default: a program that registers nothing. */
  readonly program?: ProgramFunction | ProgramPort;
  readonly project?: string;
  readonly stack?: string;
  /** Default: 16. */
  readonly parallel?: number;
  readonly configuration?: Configuration;
  /** Preview the `refresh` or `destroy`. */
  readonly previewOnly?: boolean;
  readonly replace?: readonly string[];
  readonly refreshFirst?: boolean;
  readonly clearPendingCreates?: boolean;
  readonly listener?: EventListener;
  readonly cancel?: AbortSignal;
}

/** The outcome of a run and all its events. */
export interface InProcessOutcome extends RunOutcome {
  readonly events: readonly EngineEvent[];
}

/**
 * Runs one operation within this process: the program is a function, the provider an object, and the state in memory.
 * Waits only on the given clock, so that a virtual clock runs it immediately.
 */
export async function runInProcess(options: InProcessOptions): Promise<InProcessOutcome> {
  const project = options.project ?? "project";
  const stack = options.stack ?? "dev";
  const { program = async () => ({}) } = options;
  const events: EngineEvent[] = [];
  const outcome = await runOperation(
    {
      clock: options.clock,
      store: options.store,
      provider: new InProcessProvider({
        handlerFor: options.handlerFor,
        explicitHandlerFor: options.explicitHandlerFor,
        project,
      }),
      program: typeof program === "function" ? new InProcessProgram(project, stack, program) : program,
    },
    {
      operation: options.operation,
      preview: options.operation === "preview" || options.previewOnly === true,
      project,
      stack,
      parallel: options.parallel ?? 16,
      ...targetOptionsOf(options),
      replace: options.replace ?? [],
      configuration: options.configuration ?? new Map(),
      refreshFirst: options.refreshFirst ?? false,
      clearPendingCreates: options.clearPendingCreates ?? false,
      ...(options.hasIntent && { hasIntent: options.hasIntent }),
      ...(options.recordCreate && { recordCreate: options.recordCreate }),
      ...(options.isUnknownCreate && { isUnknownCreate: options.isUnknownCreate }),
      ...(options.leftNothing && { leftNothing: options.leftNothing }),
      ...(options.recoverCommand !== undefined && { recoverCommand: options.recoverCommand }),
    },
    (event) => {
      events.push(event);
      options.listener?.(event);
    },
    options.cancel ? { cancel: options.cancel } : {},
  );
  return { ...outcome, events };
}
