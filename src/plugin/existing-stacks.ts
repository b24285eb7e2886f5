import { existsSync } from "node:fs";
import { join } from "node:path";

/** The extensions of a stack's file, which the Pulumi CLI can compress. */
const extensions = [".json", ".json.gz", ".json.zst"];

/** A stack in a project. */
export interface StackOfProject {
  readonly project: string;
  readonly stack: string;
}

/**
 * Whether a backend has a stack. Undefined for a backend that is not a folder.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function hasStack(backend: string, stack: StackOfProject): boolean | undefined {
  const path = stackPath(backend, stack);
  return path === undefined ? undefined : extensions.some((extension) => existsSync(path + extension));
}

/** The path of a stack's file, without its extension. Undefined for a backend that is not a folder. */
export function stackPath(backend: string, { project, stack }: StackOfProject): string | undefined {
  const scheme = "file://";
  return backend.startsWith(scheme)
    ? join(backend.slice(scheme.length), ".pulumi/stacks", project, stack)
    : undefined;
}
