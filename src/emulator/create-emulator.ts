import { checkEmulatorOptions } from "./check-options";
import { openFolder } from "./data/folder-files";
import { WorldFolder } from "./data/world-folder";
import type { Emulator, EmulatorOptions } from "./emulator";
import { createEmulatorOn } from "./emulator-on";

const defaultCompactAbove = 4 * 2 ** 20;

/** Creates an emulator of the service. Its world is in memory, or saved in a folder. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  checkEmulatorOptions(options);
  const { data } = options;
  if (data === undefined) return createEmulatorOn(undefined, options);
  const { folder, compactAbove = defaultCompactAbove } = typeof data === "string" ? { folder: data } : data;
  const files = openFolder(folder);
  try {
    return createEmulatorOn(new WorldFolder(files, compactAbove), options);
  } catch (error) {
    files.close();
    throw error;
  }
}
