import { homedir, userInfo } from "node:os";

/** The user's home folder: HOME or, if that is empty, the one that the system has on record. Undefined if there is none. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}
