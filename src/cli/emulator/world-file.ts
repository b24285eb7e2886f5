import { readFileSync } from "node:fs";
import { createEmulator, type Emulator, type EmulatorOptions, ServiceError } from "../../emulator";
import { messageOf } from "../../unknown";

/**
 * Creates an emulator that starts with an exported world.
 * @throws with the path and the reason, when the file does not hold a valid world
 */
export function createEmulatorFromFile(path: string, options: EmulatorOptions): Emulator {
  const world = readWorld(path);
  try {
    return createEmulator({ ...options, world });
  } catch (error) {
    // Errors about the data folder name that folder themselves.
    if (!(error instanceof ServiceError)) throw error;
    throw loadError(path, error.message.replace(/\.$/, ""), error);
  }
}

function readWorld(path: string): unknown {
  try {
    const world: unknown = JSON.parse(readFileSync(path, "utf8"));
    return world;
  } catch (error) {
    const reason = error instanceof SyntaxError ? `it is not JSON (${error.message})` : messageOf(error);
    throw loadError(path, reason, error);
  }
}

function loadError(path: string, reason: string, cause: unknown): Error {
  return new Error(
    `The world in ${path} cannot be loaded: ${reason}. Export a world with GET /_emulator/world.`,
    { cause },
  );
}
