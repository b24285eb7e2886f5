import { urlHostOf } from "../../emulator/http/address";
import { isRecord, messageOf } from "../../unknown";
import { print } from "../print";

interface Address {
  readonly port: number;
  readonly host: string;
}

/** In milliseconds. */
const timeout = 5000;

/** Checks the health of the emulator at an address of this machine. Returns the exit code 0, or throws with the reason. */
export async function checkHealth({ port, host }: Address): Promise<number> {
  const url = `http://${urlHostOf(host)}:${port}/_emulator/health`;
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) })
    .then((response) => response.json())
    .catch((error: unknown) => {
      const reason = error instanceof Error && error.cause !== undefined ? error.cause : error;
      throw new Error(`No emulator responds at ${url}: ${messageOf(reason)}.`, { cause: error });
    });
  if (!isRecord(response) || response.status !== "ok")
    throw new Error(`The server at ${url} is not an emulator.`);
  print(`The emulator at ${url} is running.\n`);
  return 0;
}
