import { access, constants, stat } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Environment } from "./backend";

/** The path of the `pulumi` on the PATH. Undefined if there is none. */
export async function findPulumi(env: Environment = process.env): Promise<string | undefined> {
  const names = process.platform === "win32" ? ["pulumi.exe"] : ["pulumi"];
  for (const folder of (env.PATH ?? "").split(delimiter).filter((part) => part !== "")) {
    for (const name of names) {
      const path = join(folder, name);
      if (await isExecutableFile(path)) return path;
    }
  }
  return undefined;
}

/** Folders can be executable too. */
async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
