import { errorCodeOf } from "../unknown";

/** Whether an error of the file system means that the file or folder does not exist. */
export function isMissingFile(error: unknown): boolean {
  return errorCodeOf(error) === "ENOENT";
}
