import * as pulumi from "@pulumi/pulumi";

/** How the SDK's messages about a response of the engine begin. */
const finished = /^(?:Register|Read)Resource RPC finished: /;
const ownTypes = "pulumi-nodejs:dynamic/nodecloud:";
let isInstalled = false;

/**
 * Removes the engine's responses about this package's resources from the SDK's debug messages. They contain secret arguments and outputs in
 * plain text, and the Pulumi CLI prints debug messages with `up --json` too. If the SDK no longer allows this, its messages stay as they are.
 */
export function hideResponsesInDebugMessages(): void {
  if (isInstalled) return;
  isInstalled = true;
  const { debug } = pulumi.log;
  const redacting: typeof debug = (message, ...rest) => debug(withoutResponse(message), ...rest);
  Reflect.set(pulumi.log, "debug", redacting);
}

function withoutResponse(message: string): string {
  if (!finished.test(message) || !message.includes(ownTypes)) return message;
  const [label = ""] = message.split("; err: ", 1);
  return `${label}; the response is not shown, because it contains secrets`;
}
