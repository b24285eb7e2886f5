/**
 * The plugin prints every error of check, diff, read and delete as `<error>: <stack>`, and the engine reports the same
 * error with its resource. The printed copy is left out: its first line repeats itself, stack lines follow.
 */
export function lineFilter(
  show: (line: string) => void,
): (line: string, stream: "stdout" | "stderr") => void {
  let inStack = false;
  return (line, stream) => {
    if (stream === "stdout") {
      show(line);
      return;
    }
    if (inStack && /^\s+at /.test(line)) return;
    inStack = /^(\w*Error: .*): \1$/.test(line);
    // An error without a stack, as this package's own resources throw, is printed with nothing behind the colon.
    if (!inStack && !line.endsWith(": ")) show(line);
  };
}
