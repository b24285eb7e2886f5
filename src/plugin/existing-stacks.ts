import { existsSync } from "node:fs";
import { join } from "node:path";

/** The extensions of a stack's file, which the Pulumi CLI can compress. */
const extensions = [".json", ".json.gz", ".json.zst"];

/**
 * Whether a backend has a stack. Undefined for a backend that is not a folder.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function hasStack(
  backend: string,
  { project, stack }: { readonly project: string; readonly stack: string },
): boolean | undefined {
  const scheme = "file://";
  if (!backend.startsWith(scheme)) return undefined;
  const path = join(backend.slice(scheme.length), ".pulumi/stacks", project, stack);
  return extensions.some((extension) => existsSync(path + extension));
}
