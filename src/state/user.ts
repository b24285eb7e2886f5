import { userInfo } from "node:os";
import { homeFolder } from "../files";
import { StateError } from "./error";

/** The user's name. A container can run under a user id without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}

/** The user's home folder. `instead`: the environment variable to set if there is none, `what`: the contents of the folder. */
export function findHomeFolder(what: string, instead: string): string {
  const folder = homeFolder();
  if (folder !== undefined) return folder;
  throw new StateError(
    "backend",
    `This user has no home folder to store ${what} in. Set HOME or ${instead}.`,
  );
}
