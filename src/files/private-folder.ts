import { chmodSync } from "node:fs";
import { ensureFolder } from "./ensure-folder";

/** Creates a folder that only this user can enter, regardless of the umask. An existing folder keeps its permissions. */
export function createPrivateFolder(path: string): void {
  if (ensureFolder(path, 0o700)) chmodSync(path, 0o700);
}
