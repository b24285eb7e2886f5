import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The folder of a backend's `file://` address, as the CLI reads it. Undefined if the address is not a valid URL of a folder.
 * @param base The folder that a relative address is resolved against.
 * @param findHome Called for an address that begins with `file://~`.
 */
export function folderOfAddress(url: string, base: string, findHome: () => string): string | undefined {
  const path = decode(url.slice("file://".length).replace(/\?.*$/s, ""));
  if (path === "~" || path?.startsWith("~/")) return join(findHome(), path.slice(1));
  return path === undefined ? undefined : resolve(base, path);
}

/** The `file://` address of a folder. Characters that a URL may contain unencoded stay as they are, as in addresses that people write. */
export function addressOfFolder(folder: string): string {
  return `file://${resolve(folder).replace(/[%#?\p{Cc}]/gu, encodeURIComponent)}`;
}

function decode(path: string): string | undefined {
  // In a URL, a fragment begins here, which the CLI ignores.
  if (path.includes("#")) return undefined;
  try {
    return process.platform === "win32" && path.startsWith("/")
      ? fileURLToPath(`file://${path}`)
      : decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
