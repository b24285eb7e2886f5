import { print } from "../print";
import { findNextStep } from "./next-step";

/** The output of `nodecloud` without a command: what to do first in this folder. */
export async function runStart(): Promise<void> {
  const { found, commands } = await findNextStep({ cwd: process.cwd(), env: process.env });
  print(
    [
      found,
      "",
      "Next:",
      ...commands.map((command) => `  ${command}`),
      "",
      "`nodecloud doctor` checks the project and the service. `nodecloud --help` lists the commands.",
      "",
    ].join("\n"),
  );
}
