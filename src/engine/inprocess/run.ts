import type { Clock } from "../../clock";
import type { Configuration } from "../../state";
import {
  type EngineEvent,
  type EngineOptions,
  type EventListener,
  type Operation,
  type RunOutcome,
  runOperation,
  type TargetOptions,
  targetOptionsOf,
} from "../core";
import { InProcessProgram, type ProgramFunction } from "./program";
import { type DynamicProvider, InProcessProvider } from "./provider";
import type { MemoryStore } from "./store";

export interface InProcessOptions extends TargetOptions {
  readonly operation: Operation;
  readonly clock: Clock;
  readonly store: MemoryStore;
  /** The provider that a `__provider` text stands for. */
  readonly handlerFor: (text: string) => DynamicProvider;
  /** Needed for `preview` and `up`. */
  readonly program?: ProgramFunction;
  readonly project?: string;
  readonly stack?: string;
  /** Default: 16. */
  readonly parallel?: number;
  readonly configuration?: Configuration;
  /** Say what `refresh` or `destroy` would do without doing it. */
  readonly previewOnly?: boolean;
  readonly replace?: readonly string[];
  readonly refreshFirst?: boolean;
  readonly clearPendingCreates?: boolean;
  readonly hasIntent?: EngineOptions["hasIntent"];
  readonly listener?: EventListener;
  readonly cancel?: AbortSignal;
}

/** What a run in process came to, with all that was said on the way. */
export interface InProcessOutcome extends RunOutcome {
  readonly events: readonly EngineEvent[];
}

/**
 * Runs one operation with everything in this process: a function as the program, an object as the provider, a state in
 * memory. Nothing sleeps but on the given clock, so a virtual clock runs it in no time.
 */
export async function runInProcess(options: InProcessOptions): Promise<InProcessOutcome> {
  const project = options.project ?? "project";
  const stack = options.stack ?? "dev";
  const events: EngineEvent[] = [];
  const outcome = await runOperation(
    {
      clock: options.clock,
      store: options.store,
      provider: new InProcessProvider({ handlerFor: options.handlerFor, project }),
      program: new InProcessProgram(project, stack, options.program ?? (async () => ({}))),
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
    },
    (event) => {
      events.push(event);
      options.listener?.(event);
    },
    options.cancel ? { cancel: options.cancel } : {},
  );
  return { ...outcome, events };
}
