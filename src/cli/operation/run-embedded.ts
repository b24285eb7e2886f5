import { realClock } from "../../clock";
import {
  createRenderer,
  type EngineEvent,
  listenForInterrupts,
  runStack,
  targetOptionsOf,
} from "../../engine";
import { stackVariables } from "../../plugin/stack-variables";
import type { StackAddress } from "../../state";
import { printError } from "../print";
import { startProgress } from "../progress";
import { createRecords, recoverCommand } from "./create-records";
import { filterEvents } from "./event-filter";
import type { OperationCommandOptions } from "./options";

/** Runs an operation with the embedded engine and prints its progress. Returns the exit code. */
export async function runEmbedded(options: OperationCommandOptions, address: StackAddress): Promise<number> {
  const { parallel, target = [], exclude = [], replace = [], targetReplace = [] } = options;
  const renderer = rendererFor(options);
  const progress = startProgress("Opening the stack");
  const shown = filterEvents(renderer.listener, options);
  const listener = (event: EngineEvent) => {
    progress.close();
    shown(event);
  };
  // Through the renderer, which must know every line above the part that it redraws.
  const interrupts = listenForInterrupts((message) => {
    progress.close();
    const time = realClock.now();
    renderer.listener({ kind: "message", severity: "info", message, urn: "", ephemeral: false, time });
  });
  try {
    const { exitCode, error } = await runStack({
      operation: options.operation,
      ...address,
      ...(parallel !== undefined && { parallel }),
      ...targetOptionsOf({
        targets: [...target, ...targetReplace],
        targetDependents: options.targetDependents ?? false,
        excludes: exclude,
        excludeDependents: options.excludeDependents ?? false,
      }),
      replace: [...replace, ...targetReplace],
      ...(options.refresh && { refreshFirst: options.refresh === "true" }),
      create: options.create ?? false,
      previewOnly: options.previewOnly ?? false,
      expectNoChanges: options.expectNoChanges ?? false,
      clearPendingCreates: options.clearPendingCreates ?? false,
      skipConfigurationCheck: options.skipConfigValidation ?? false,
      showConfiguration: options.showConfig ?? false,
      message: options.message ?? "",
      createRecords,
      pluginVariables: stackVariables,
      recoverCommand: recoverCommand(address),
      listener,
      cancel: interrupts.cancel,
      stop: interrupts.stop,
    });
    progress.close();
    renderer.close();
    if (error) printError(`error: ${error.message}\n`);
    return exitCode;
  } finally {
    progress.close();
    renderer.close();
    interrupts.close();
  }
}

function rendererFor(options: OperationCommandOptions) {
  const { color = "auto" } = options;
  return createRenderer({
    output: process.stdout,
    clock: realClock,
    mode: options.json ? "json" : options.nonInteractive ? "plain" : "auto",
    detail: options.diff ?? false,
    showSames: options.showSames ?? false,
    replacementSteps: options.showReplacementSteps ?? false,
    ...(color !== "auto" && { color: color === "always" }),
  });
}
