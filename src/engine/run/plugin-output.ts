/**
 * The plugin prints every error of check, diff, read and delete as `<error>: <stack>`, and the engine reports the same
 * error with its resource. The printed copy is left out: its first line repeats itself, stack lines follow.
 */
export function filterPluginOutput(
  show: (line: string) => void,
): (line: string, stream: "stdout" | "stderr") => void {
  let inStack = false;
  let inUndelivered = false;
  return (line, stream) => {
    if (stream === "stdout") {
      show(line);
      return;
    }
    // A run that stops takes no messages of the program any more, about which the SDK complains at length.
    if (inUndelivered || line.startsWith("failed to deliver log message.")) {
      inUndelivered = !/^\s*message severity: /.test(line);
      return;
    }
    if (inStack && /^\s+at /.test(line)) return;
    inStack = /^(\w*Error: .*): \1$/.test(line);
    // An error without a stack, as this package's own resources throw, is printed with nothing behind the colon.
    if (!inStack && !line.endsWith(": ")) show(line);
  };
}
