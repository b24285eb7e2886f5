import type { Command } from "commander";
import { timeOfDay } from "../../client";
import { createBinder } from "../../client/binder";
import type { CallOptions, WaitReport } from "../../client/calls";
import { defaultMaxListItems } from "../../client/list-bounds";
import { realClock } from "../../clock";
import { brandOf, type NamedOperation } from "../../contract";
import { columnsNamed } from "./columns";
import { connectionOf } from "./connection";
import { replacementOf } from "./declare";
import { exitCodeOf, Interrupted, type InterruptSignal } from "./exit-code";
import { failureText } from "./failure";
import { argumentsGiven } from "./given";
import { withImageData } from "./image-data";
import { writeJson } from "./json";
import { refuse } from "./names";
import type { ArgumentOption, CallSettings } from "./options";
import { printBytes, printList, printOne, printPage } from "./print";
import { OutputClosed, type Surroundings } from "./surroundings";
import { ValueError } from "./values";

/** A call as it stands on the command line. */
export interface GivenCall {
  readonly named: NamedOperation;
  readonly command: Command;
  readonly options: readonly ArgumentOption[];
  /** The options' values by the names that commander gives them. */
  readonly given: CallSettings & Readonly<Record<string, unknown>>;
  /** Path parameters that were given without their names. */
  readonly positional: readonly string[];
}

/** Carries a call out and prints what comes back; what goes wrong is told on the error output only. */
export async function carryOut(call: GivenCall, around: Surroundings): Promise<number> {
  try {
    await callAndPrint(call, around);
    return 0;
  } catch (error) {
    if (error instanceof OutputClosed) return 0;
    if (error instanceof ValueError) return refuse(call.command, error.message);
    if (error instanceof Error && error.name === "CommanderError") throw error;
    const cause = error instanceof Interrupted ? error.cause : error;
    around.say(`error: ${failureText(cause, call.options)}\n`);
    return exitCodeOf(error);
  }
}

async function callAndPrint(call: GivenCall, { env, input, output, say }: Surroundings): Promise<void> {
  const { named, command, given } = call;
  const { operation, name } = named;
  const connection = await connectionOf(given, env);
  const brand = brandOf(connection.brand);
  const columns = given.columns ? columnsNamed(given.columns, { operation, brand, command }) : undefined;
  const isTable =
    given.table === true || columns !== undefined || (output.width !== undefined && !given.json);
  if (operation.answersBytes && !given.output && output.width !== undefined)
    refuse(command, "it answers bytes, which are nothing for a terminal: say where to with --output FILE.");
  const args = await argumentsGiven(call, brand, input);
  const pageSize = typeof args.page_size === "number" ? args.page_size : undefined;
  // Who asks for so many may have them.
  const maxListItems = (connection.maxListItems ?? defaultMaxListItems) + (given.limit ?? 0);
  const hooks = { onWaiting: ({ until }: WaitReport) => say(waitText(until)) };
  const binder = createBinder({ ...connection, pageSize, maxListItems, hooks });
  // Checks everything, so that what comes after is the service's word.
  const request = binder.describe(name, args);
  if (given.dryRun) return writeJson(output, request);
  if (operation.deprecated)
    say(`warning: ${name} is deprecated; use ${replacementOf(operation.deprecated)} instead.\n`);
  const form = { output, brand, isTable, columns };
  const limit = given.limit ?? Number.POSITIVE_INFINITY;
  await interruptible((options) => {
    if (operation.answersBytes) return printBytes(named, args, output, given.output, binder, options);
    if (given.file !== undefined)
      return withImageData(given.file, options.signal, () => printOne(named, args, form, binder, options));
    if (!operation.paged) return printOne(named, args, form, binder, options);
    return args.page === undefined
      ? printList(named, args, form, binder, { ...options, limit })
      : printPage(named, args, form, binder, { ...options, limit });
  });
}

function waitText(until: number): string {
  return `waiting for the service's rate limit until ${timeOfDay(until, realClock.now())}; Ctrl-C ends it\n`;
}

/** The first interrupt ends the call and says what is true then; a second one ends the process at once. */
async function interruptible(work: (options: CallOptions) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  let received: InterruptSignal | undefined;
  const stop = (signal: InterruptSignal) => {
    received = signal;
    controller.abort();
  };
  const signals = ["SIGINT", "SIGTERM"] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    await work({ signal: controller.signal });
  } catch (error) {
    throw received === undefined || error instanceof OutputClosed ? error : new Interrupted(received, error);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
