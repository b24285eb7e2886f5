/**
 * Filters the output of a child process. The plugin prints each error of check, diff, read and delete as `<error>: <stack>`, but the engine
 * reports the same error with its resource, so the printed copy is omitted.
 */
export function filterPluginOutput(
  show: (line: string) => void,
): (line: string, stream: "stdout" | "stderr") => void {
  let isInStack = false;
  let isInUndelivered = false;
  return (line, stream) => {
    if (stream === "stdout") {
      show(line);
      return;
    }
    // When the run is stopping, the SDK prints every message that it could no longer deliver to the engine.
    if (isInUndelivered || line.startsWith("failed to deliver log message.")) {
      isInUndelivered = !/^\s*message severity: /.test(line);
      return;
    }
    if (isInStack && /^\s+at /.test(line)) return;
    isInStack = /^(\w*Error: .*): \1$/.test(line);
    // Errors without a stack, such as those of this package's resources, are printed with nothing after the colon.
    if (!isInStack && !line.endsWith(": ")) show(line);
  };
}
