import { connect } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";

/** Where intents are kept: below `NODECLOUD_HOME`, else `.nodecloud` in the user's home. */
export function intentsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(home(env), "intents");
}

/** Where the locks between this machine's processes are. */
export function locksFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(home(env), "locks");
}

/** Where the hashes of files are remembered. */
export function hashesFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(home(env), "hashes");
}

/** Where things of stacks are remembered whose account can't be read. */
export function seenObjectsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(home(env), "sightings");
}

function home(env: NodeJS.ProcessEnv): string {
  return env.NODECLOUD_HOME || join(homedir(), ".nodecloud");
}

/** Whether somebody listens at the address that the engine gave its plugin; without an address, it is taken to. */
export function isEngineListening(address: string | undefined): Promise<boolean> {
  const port = Number(address?.split(":").at(-1));
  if (!Number.isInteger(port) || port <= 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
