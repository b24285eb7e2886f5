import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { isRecord } from "../unknown";

export interface FoundPackage {
  readonly folder: string;
  readonly version: string;
}

/** The package that a program in this folder would load. Undefined if it would find none. */
export function findPackage(name: string, folder: string): FoundPackage | undefined {
  const fromFolder = createRequire(join(folder, "program.js"));
  try {
    const path = fromFolder.resolve(`${name}/package.json`);
    const manifest: unknown = fromFolder(path);
    const version = isRecord(manifest) && typeof manifest.version === "string" ? manifest.version : "unknown";
    return { folder: dirname(path), version };
  } catch {
    return undefined;
  }
}
