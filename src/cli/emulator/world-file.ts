import { readFileSync } from "node:fs";
import { createEmulator, type Emulator, type EmulatorOptions } from "../../emulator";
import { messageOf } from "../message";

/** Makes an emulator that begins with the world of a file. Throws with the file's name for what is no world. */
export function emulatorFrom(path: string, options: EmulatorOptions): Emulator {
  const world = contentOf(path);
  try {
    return createEmulator({ ...options, world });
  } catch (error) {
    // What is wrong with the data folder names that one.
    if (!(error instanceof Error) || error.name !== "Refusal") throw error;
    throw new Error(
      `The world in ${path} can't be loaded: ${error.message.replace(/\.$/, "")}. Export one with GET /_emulator/world.`,
      { cause: error },
    );
  }
}

function contentOf(path: string): unknown {
  try {
    const world: unknown = JSON.parse(readFileSync(path, "utf8"));
    return world;
  } catch (error) {
    const reason = error instanceof SyntaxError ? `it is not JSON (${error.message})` : messageOf(error);
    throw new Error(
      `The world in ${path} can't be loaded: ${reason}. Export one with GET /_emulator/world.`,
      {
        cause: error,
      },
    );
  }
}
