import { isRecord, messageOf } from "../../unknown";
import { print } from "../print";

interface Address {
  readonly port: number;
  readonly host: string;
}

/** Asks the emulator at an address of this machine for its health. Returns the exit code 0, or throws with the reason. */
export async function checkHealth({ port, host }: Address): Promise<number> {
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}/_emulator/health`;
  const answer = await fetch(url)
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw new Error(`No emulator answers at ${url}: ${messageOf(error)}.`, { cause: error });
    });
  if (!isRecord(answer) || answer.status !== "ok") throw new Error(`What answers at ${url} is no emulator.`);
  print(`The emulator at ${url} answers.\n`);
  return 0;
}
