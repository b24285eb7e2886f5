import { stat } from "node:fs/promises";
import { type Project, StateError } from "../../state";

/** Refuses a project whose program and plugin have no folder to run in, for example because the program is not compiled yet. */
export async function checkProgramFolder({ file, programFolder }: Project): Promise<void> {
  const found = await stat(programFolder).catch(() => undefined);
  if (found?.isDirectory()) return;
  throw new StateError(
    "project",
    `${file}: main is in ${programFolder}, which is not a folder. Nothing was done. Compile the program, or correct main.`,
  );
}
