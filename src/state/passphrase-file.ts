import { readFile, stat } from "node:fs/promises";

/**
 * The passphrase in a file. It is read again each time, except from a pipe, such as that of `<(command)`: what a pipe contains can be
 * read only once, and a command may need the passphrase several times.
 */
export async function readPassphraseFile(path: string): Promise<string> {
  const reading = readings.get(path) ?? readFile(path, "utf8");
  readings.set(path, reading);
  try {
    return (await reading).trim();
  } finally {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.isFile()) readings.delete(path);
  }
}

/** The passphrases that were read from pipes, or are being read, by path. */
const readings = new Map<string, Promise<string>>();
