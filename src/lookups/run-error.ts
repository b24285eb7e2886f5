import * as pulumi from "@pulumi/pulumi";
import { messageOf } from "../unknown";

/** An error that ends the program with its message only: a stack trace would not help the user. */
export function runError(message: string): pulumi.RunError {
  return withoutFrames(new pulumi.RunError(message));
}

/** The same for a caught error. A program that handles it finds the code in its cause. */
export function runErrorOf(cause: unknown): pulumi.RunError {
  if (cause instanceof Error) withoutFrames(cause);
  return Object.assign(runError(messageOf(cause)), { cause });
}

/**
 * The SDK also inspects the errors and causes of which it prints the message only. Node.js 20.20 and 22.23 never return from that if a
 * frame is in `node_modules/@scope/file`, as frames from the SDK's source maps are.
 */
function withoutFrames<E extends Error>(error: E): E {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
