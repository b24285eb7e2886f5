import { imageFileProblem } from "../client";
import {
  holdsUnknown,
  keepIgnoredHash,
  type Properties,
  type Services,
  shownPath,
  unknownValue,
} from "../lifecycle";
import { messageOf } from "../unknown";

/** Adds the hash of the file's content to the inputs, so that a diff sees when it changes. Checks the file before anything is sent. */
export async function hashImageFile(
  inputs: Record<string, unknown>,
  services: Services,
  olds: Properties,
): Promise<readonly string[]> {
  const { file } = inputs;
  if (keepIgnoredHash(inputs, olds, ["file", "fileHash"])) return [];
  if (holdsUnknown(file)) inputs.fileHash = unknownValue;
  if (typeof file !== "string" || file === "" || holdsUnknown(file)) return [];
  try {
    const problem = await imageFileProblem(file);
    if (problem !== undefined) return [`file: ${shownPath(file)}: ${problem}.`];
    inputs.fileHash = await services.files.hashOf(file);
    return [];
  } catch (error) {
    return [`file: ${shownPath(file)} cannot be read: ${messageOf(error)}.`];
  }
}
