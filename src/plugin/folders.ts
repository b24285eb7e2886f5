import { statSync } from "node:fs";
import { connect } from "node:net";
import { isAbsolute, join } from "node:path";
import { homeFolder } from "../files";
import { errorCodeOf } from "../unknown";

/** The folder of the intents: below `NODECLOUD_HOME`, else `.nodecloud` in the user's home. */
export function intentsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "intents");
}

/** The folder of the records of resets of secrets. */
export function resetsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "resets");
}

/** The folder of the records of deletes in progress. */
export function deletesFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "deletes");
}

/** The folder of the locks between processes. */
export function locksFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "locks");
}

/** The folder of the cached file hashes. */
export function hashesFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "hashes");
}

/** The folder of the objects that runs have seen, for stacks whose account cannot be read. */
export function seenObjectsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "sightings");
}

/** The folder of the runs that started on this machine. */
export function runsFolder(env: NodeJS.ProcessEnv = process.env): string {
  return join(packageHome(env), "runs");
}

/** A relative path is refused: a plugin runs in the program's folder, so `recover` would look for its records in another folder. */
function packageHome(env: NodeJS.ProcessEnv): string {
  const given = env.NODECLOUD_HOME;
  if (given) {
    if (isAbsolute(given)) return checkedFolder(given);
    throw new Error(
      `NODECLOUD_HOME is the relative path ${given}, which resolves to different folders in different processes. Nothing was done. Set it to an absolute path, such as "$PWD/${given}".`,
    );
  }
  const folder = homeFolder();
  if (folder !== undefined) return join(folder, ".nodecloud");
  throw new Error(
    "This user has no home folder to store the records of creates in. Nothing was done. Set NODECLOUD_HOME to the absolute path of a folder, or set HOME.",
  );
}

/** The path of a folder, which may not exist yet. Throws for a path that no folder can have. */
function checkedFolder(path: string): string {
  let isFolder = true;
  try {
    isFolder = statSync(path).isDirectory();
  } catch (error) {
    // A part of the path is a file. Other problems are reported when the folder is used.
    if (errorCodeOf(error) === "ENOTDIR") isFolder = false;
  }
  if (isFolder) return path;
  throw new Error(
    `NODECLOUD_HOME is ${path}, which is not a folder. Nothing was done. Set it to the absolute path of a folder.`,
  );
}

/** The codes of errors that prove that nothing listens. Others, such as too many open files, are the fault of this process. */
const notListening: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ECONNRESET"]);

/** Whether a process listens at the address that the engine gave its plugin. True without an address. */
export function isEngineListening(address: string | undefined): Promise<boolean> {
  const port = Number(address?.split(":").at(-1));
  if (!Number.isInteger(port) || port <= 0) return Promise.resolve(true);
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error) => resolve(!notListening.has(errorCodeOf(error))));
  });
}
