import { homedir, userInfo } from "node:os";

/** The user's home folder: HOME, or the one that the system has on record if that is empty. Undefined: there is none. */
export function homeFolder(): string | undefined {
  try {
    return homedir() || userInfo().homedir || undefined;
  } catch {
    return undefined;
  }
}
