import { type Project, StateError } from "../../state";

/** Options with which Node.js ends well without having run the program it is given, or never ends. */
const runsNoProgram = new Set([
  ...["-v", "--version", "-h", "--help", "--v8-options", "--completion-bash", "-c", "--check"],
  ...["-e", "--eval", "-p", "--print", "-pe", "-i", "--interactive", "--test", "--run", "--prof-process"],
  ...["--build-snapshot", "--build-snapshot-config", "--build-sea", "--experimental-sea-config"],
  ...["--watch", "--watch-path"],
]);

/** A program that does not run declares nothing, which to an engine means: delete everything. */
export function checkNodeArguments({ file, nodeArguments }: Project): void {
  const wrong = nodeArguments.find((word) => runsNoProgram.has(word.split("=")[0] ?? word));
  if (wrong === undefined) return;
  throw new StateError(
    "project",
    `${file}: runtime.options.nodeargs has ${wrong}, with which Node.js does not run the program. Nothing was done. Remove ${wrong} there.`,
  );
}
