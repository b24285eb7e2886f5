export { writeAtomically, writeAtomicallySync } from "./atomic-write";
export { homeFolder } from "./home-folder";
export { acquireLock, type LockResult } from "./lock-file";
export { isMissingFile } from "./missing-file";
export { checkNewFolder, createFolder, FolderExistsError } from "./new-folder";
export { createPrivateFolder } from "./private-folder";
export { findRegularFile, rewriteFile } from "./rewrite-file";
export { isRunning } from "./running-process";
export { writeProbe } from "./write-probe";
