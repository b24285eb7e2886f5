import { homedir, userInfo } from "node:os";
import { StateError } from "./error";

/** The user's name. A container may run under a number that has none. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid-${process.getuid?.() ?? "unknown"}`;
  }
}

/** The user's home folder; `instead` is what else can say where `what` is kept. */
export function homeFolder(what: string, instead: string): string {
  try {
    return homedir();
  } catch {
    throw new StateError(
      "backend",
      `This user has no home folder, in which ${what} is kept. Set HOME, or ${instead}.`,
    );
  }
}
