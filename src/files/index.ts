export { writeAtomically, writeAtomicallySync } from "./atomic-write";
export { acquireLock, type LockResult } from "./lock-file";
export { isMissingFile } from "./missing-file";
export { createPrivateFolder } from "./private-folder";
