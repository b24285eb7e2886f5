import { chmodSync, mkdirSync } from "node:fs";

/** Creates a folder that only this user can enter, regardless of the umask. An existing folder keeps its permissions. */
export function createPrivateFolder(path: string): void {
  const isNew = mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew) chmodSync(path, 0o700);
}
