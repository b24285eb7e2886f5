import { timeOfDay } from "../../client";
import { createBinder } from "../../client/binder";
import type { CallOptions, WaitReport } from "../../client/calls";
import { defaultMaxListItems } from "../../client/list-bounds";
import { realClock } from "../../clock";
import { brandOf } from "../../contract";
import { listenForInterruption } from "../interruption";
import type { Progress } from "../progress";
import type { ApiCall } from "./api-call";
import { parseColumns } from "./columns";
import { resolveConnection } from "./connection";
import { type CommandContext, type Output, OutputClosedError } from "./context";
import { describeFailure } from "./describe-failure";
import { replacementOf } from "./describe-operation";
import { exitCodeOf, InterruptedError } from "./exit-code";
import { uploadWith } from "./image-data";
import { writeJson } from "./json";
import { usageError } from "./names";
import { callOne, printBytes, printList, printOne, printPage } from "./print";
import { readArguments } from "./read-arguments";
import { ValueError } from "./value-reader";
import { verifyTokenAccount } from "./verify-account";

/** Sends a call and prints the response, or an error on standard error. Returns the exit code. */
export async function runCall(call: ApiCall, context: CommandContext): Promise<number> {
  try {
    await callAndPrint(call, context);
    return 0;
  } catch (error) {
    if (error instanceof OutputClosedError) return 0;
    if (error instanceof ValueError) return usageError(call.command, error.message);
    if (error instanceof Error && error.name === "CommanderError") throw error;
    const cause = error instanceof InterruptedError ? error.cause : error;
    context.printMessage(`error: ${describeFailure(cause, call)}\n`);
    return exitCodeOf(error);
  }
}

async function callAndPrint(
  call: ApiCall,
  { env, input, output: target, printMessage, startProgress }: CommandContext,
): Promise<void> {
  const { named, command, values } = call;
  const { operation, name } = named;
  const connection = await resolveConnection(values, env);
  const brand = brandOf(connection.brand);
  const columns = values.columns ? parseColumns(values.columns, { operation, brand, command }) : undefined;
  const isTable =
    values.table === true || columns !== undefined || (target.width !== undefined && !values.json);
  if (operation.returnsBytes && !values.output && target.width !== undefined)
    usageError(
      command,
      "The response is binary and cannot be shown on a terminal. Specify a file with --output FILE.",
    );
  const args = await readArguments(call, brand, input);
  const pageSize = typeof args.page_size === "number" ? args.page_size : undefined;
  // A --limit raises the maximum number of items that a list may have.
  const maxListItems = (connection.maxListItems ?? defaultMaxListItems) + (values.limit ?? 0);
  let progress: Progress | undefined;
  const hooks = {
    onWaiting: ({ until }: WaitReport) => {
      progress?.close();
      printMessage(waitingMessage(until));
    },
  };
  const binder = createBinder({ ...connection, pageSize, maxListItems, hooks });
  // Validates everything, so that later errors come from the service.
  const request = binder.describe(name, args);
  if (values.dryRun) return writeJson(target, request);
  if (operation.deprecated)
    printMessage(`warning: ${name} is deprecated; use ${replacementOf(operation.deprecated)} instead.\n`);
  progress = startProgress(
    values.file === undefined ? `Waiting for the response to ${name}` : `Reading ${values.file}`,
  );
  const output = closeBefore(progress, target);
  const format = { output, brand, isTable, columns };
  const limit = values.limit ?? Number.POSITIVE_INFINITY;
  try {
    await interruptible(async (options) => {
      if (values.account !== undefined)
        await verifyTokenAccount(binder, connection.baseUrl, values.account, options);
      if (operation.returnsBytes) return printBytes(named, args, output, values.output, binder, options);
      const call = () => callOne(named, args, brand, binder, options);
      const print = (response: unknown) => printOne(response, format);
      if (values.file !== undefined)
        return uploadWith(values.file, { signal: options.signal, startProgress, call, print });
      if (!operation.paged) return print(await call());
      return args.page === undefined
        ? printList(named, args, format, binder, { ...options, limit })
        : printPage(named, args, format, binder, { ...options, limit });
    });
  } finally {
    progress.close();
  }
}

/** An output that ends the progress when the first result is printed. */
function closeBefore(progress: Progress, output: Output): Output {
  return {
    width: output.width,
    write: (chunk) => {
      progress.close();
      return output.write(chunk);
    },
  };
}

function waitingMessage(until: number): string {
  return `Waiting until ${timeOfDay(until, realClock.now())}, when the service accepts calls again. Press Ctrl-C to stop.\n`;
}

/** The first SIGINT, SIGTERM or SIGHUP aborts the call, which then reports what may have happened. A second one terminates the process. */
async function interruptible(work: (options: CallOptions) => Promise<unknown>): Promise<void> {
  const interruption = listenForInterruption();
  try {
    await work({ signal: interruption.signal });
  } catch (error) {
    throw interruption.exitCode === undefined || error instanceof OutputClosedError
      ? error
      : new InterruptedError(interruption.exitCode, error);
  } finally {
    interruption.close();
  }
}
