import { statSync } from "node:fs";
import { join } from "node:path";

/** The extensions of a stack's file, which the Pulumi CLI can compress. */
const extensions = [".json", ".json.gz", ".json.zst"];

interface StackOfProject {
  readonly project: string;
  readonly stack: string;
}

/**
 * Whether a backend has a stack. Undefined for a backend that is not a folder.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function hasStack(backend: string, stack: StackOfProject): boolean | undefined {
  const file = stackFile(backend, stack);
  return file === undefined ? undefined : file !== null;
}

/**
 * The path of a stack's file. The newest counts if there are several, as after a change of the compression. Null if there is none, undefined
 * for a backend that is not a folder.
 */
export function stackFile(backend: string, { project, stack }: StackOfProject): string | null | undefined {
  const scheme = "file://";
  if (!backend.startsWith(scheme)) return undefined;
  const path = join(backend.slice(scheme.length), ".pulumi/stacks", project, stack);
  const files = extensions.flatMap((extension) => {
    const stats = statSync(path + extension, { throwIfNoEntry: false });
    return stats ? [{ file: path + extension, writtenAt: stats.mtimeMs }] : [];
  });
  return files.sort((one, other) => other.writtenAt - one.writtenAt)[0]?.file ?? null;
}
