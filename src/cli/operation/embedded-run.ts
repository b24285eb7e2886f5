import { realClock } from "../../clock";
import { createRenderer, listenForInterrupts, runStack, targetOptionsOf } from "../../engine";
import type { StackAddress } from "../../state";
import { complain } from "../print";
import type { OperationCommandOptions } from "./run";
import { shownEvents } from "./shown-events";

/** Only after a kill is there anything to look up. */
const loadNotes = (): typeof import("../../plugin/noted-creates") => require("../../plugin/noted-creates");

/** Runs an operation with the embedded engine and shows it as the flags say. */
export async function runEmbedded(options: OperationCommandOptions, address: StackAddress): Promise<number> {
  const { parallel, target = [], exclude = [], replace = [], targetReplace = [] } = options;
  const renderer = rendererOf(options);
  const listener = shownEvents(renderer.listener, options);
  // A terminal's moving part must know of every line that stands above it.
  const interrupts = listenForInterrupts((message) => {
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
      hasIntent: ({ inputs }, backendUrl) => loadNotes().isNotedCreate(inputs.origin, backendUrl),
      listener,
      cancel: interrupts.cancel,
      stop: interrupts.stop,
    });
    renderer.close();
    if (error) complain(`error: ${error.message}\n`);
    return exitCode;
  } finally {
    renderer.close();
    interrupts.close();
  }
}

function rendererOf(options: OperationCommandOptions) {
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
