import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findHomeFolder } from "./user";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where stacks are stored: a folder that contains `.pulumi`. */
export interface Backend {
  /** `file://...`: what PULUMI_BACKEND_URL must be for the CLI to see the same stacks. */
  readonly url: string;
  /** The `.pulumi` folder itself. */
  readonly folder: string;
}

/** The backend of a `file://` address. A relative one is resolved against `base`. */
export function folderBackend(url: string, base: string): Backend {
  return backendAt(folderOf(url, base));
}

export function backendAt(folder: string): Backend {
  return { url: `file://${resolve(folder)}`, folder: join(resolve(folder), ".pulumi") };
}

/** The paths of one stack inside a backend. */
export function stackPaths(backend: Backend, project: string, stack: string) {
  return {
    state: join(backend.folder, "stacks", project, `${stack}.json`),
    tags: join(backend.folder, "stacks", project, `${stack}.pulumi-tags`),
    locks: join(backend.folder, "locks", "organization", project, stack),
    history: join(backend.folder, "history", project, stack),
    backups: join(backend.folder, "backups", project, stack),
  };
}

function folderOf(url: string, base: string): string {
  const path = url.slice("file://".length).replace(/\?.*$/, "");
  if (path === "~" || path.startsWith("~/"))
    return join(findHomeFolder("the backend file://~", "write the folder in full"), path.slice(1));
  if (path.startsWith("/")) return fileURLToPath(`file://${path}`);
  return resolve(base, decodeURIComponent(path));
}

/** A backend's address that is safe to print. */
export function removeCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//****@").replace(/\?.*$/, "");
}

/**
 * The attributes file that the CLI's storage writes beside each file. It is optional, but a CLI that is killed leaves an empty one,
 * and then no CLI can read the file.
 */
export function attributesFile(path: string): string {
  return `${path}${attributesExtension}`;
}

export const attributesExtension = ".attrs";
