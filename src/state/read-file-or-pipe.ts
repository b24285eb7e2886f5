import { readFile, stat } from "node:fs/promises";

/**
 * The text of a file. It is read again each time, except from a pipe, such as that of `<(command)`: what a pipe contains can be read only
 * once, and a command may need it several times.
 */
export async function readFileOrPipe(path: string): Promise<string> {
  const reading = readings.get(path) ?? readFile(path, "utf8");
  readings.set(path, reading);
  try {
    return await reading;
  } finally {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.isFile()) readings.delete(path);
  }
}

/** What was read from pipes, or is being read, by path. */
const readings = new Map<string, Promise<string>>();
