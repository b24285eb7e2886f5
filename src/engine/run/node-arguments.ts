import { type Project, StateError } from "../../state";

/** Options with which Node.js succeeds without running the program, or never ends. */
const optionsWithoutProgram = new Set([
  ...["-v", "--version", "-h", "--help", "--v8-options", "--completion-bash", "-c", "--check"],
  ...["-e", "--eval", "-p", "--print", "-pe", "-i", "--interactive", "--test", "--run", "--prof-process"],
  ...["--build-snapshot", "--build-snapshot-config", "--build-sea", "--experimental-sea-config"],
  ...["--watch", "--watch-path"],
]);

/** Refuses these options: a program that does not run declares nothing, and the engine would delete everything. */
export function checkNodeArguments({ file, nodeArguments }: Project): void {
  const option = nodeArguments.find((word) => optionsWithoutProgram.has(word.split("=")[0] ?? word));
  if (option === undefined) return;
  throw new StateError(
    "project",
    `${file}: runtime.options.nodeargs has ${option}, with which Node.js does not run the program. Nothing was done. Remove it there.`,
  );
}
