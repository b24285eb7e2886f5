import { join, resolve } from "node:path";
import { addressOfFolder, folderOfAddress } from "../backend-address/folder-of-address";
import { StateError } from "./error";
import { findHomeFolder } from "./user";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where stacks are stored: a folder that contains `.pulumi`. */
export interface Backend {
  /** `file://...`: the value of PULUMI_BACKEND_URL with which the CLI uses the same stacks. */
  readonly url: string;
  /** The `.pulumi` folder itself. */
  readonly folder: string;
}

/** The backend of a `file://` address. A relative one is resolved against `base`. */
export function folderBackend(url: string, base: string): Backend {
  const findHome = () => findHomeFolder("the backend file://~", "write the folder in full");
  const folder = folderOfAddress(url, base, findHome);
  if (folder !== undefined) return backendAt(folder);
  throw new StateError(
    "backend",
    `The address ${url} of the backend is not valid. Nothing was done. In an address, write % as %25, # as %23 and ? as %3F.`,
  );
}

export function backendAt(folder: string): Backend {
  return { url: addressOfFolder(folder), folder: join(resolve(folder), ".pulumi") };
}

/**
 * The address of a backend for the CLI, which does not encode the folder that a relative one, or one with `~`, is resolved against.
 * Only a folder's address changes.
 */
export function absoluteUrl(url: string, base: string): string {
  if (!url.startsWith("file://")) return url;
  const [query = ""] = /\?.*$/s.exec(url) ?? [];
  return `${folderBackend(url, base).url}${query}`;
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

/** A backend's address that is safe to print. */
export function removeCredentials(url: string): string {
  return url.replace(/\/\/[^/?]*@/, "//****@").replace(/\?.*$/, "");
}

/**
 * The attributes file that the CLI's storage writes next to each file. It is optional, but a CLI that is killed leaves an empty one,
 * and then no CLI can read the file.
 */
export function attributesFile(path: string): string {
  return `${path}${attributesExtension}`;
}

export const attributesExtension = ".attrs";
