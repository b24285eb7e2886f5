import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Intent } from "../lifecycle";
import { isRecord } from "../unknown";
import { stackPath } from "./existing-stacks";

/**
 * Whether the state has the object of a create, as far as this process can tell. The Pulumi CLI ends its plugins in the same way if it
 * could not write the state, for example because the disk was full. False only if a readable or damaged file proves that the state does not
 * have it: the state of another backend, and one compressed with zstd, are not read.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function savedResults(
  backend: string,
  env: NodeJS.ProcessEnv = process.env,
): (intent: Pick<Intent, "origin" | "id">) => boolean {
  const stacks = new Map<string, ReadonlySet<string> | undefined>();
  return ({ origin, id }) => {
    const path = stackPath(backend, origin);
    if (path === undefined || id === undefined || isWrittenAtTheEnd(env)) return true;
    if (!stacks.has(path)) stacks.set(path, resourcesIn(path));
    return stacks.get(path)?.has(keyOf(origin.name, id)) ?? true;
  };
}

/** With this variable, the CLI writes the state once, after it has ended the plugins. */
function isWrittenAtTheEnd({ PULUMI_SKIP_CHECKPOINTS: value = "" }: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(value.toLowerCase());
}

/** The names and ids of the resources in a stack's file. Undefined if there is no file that can be read here. */
function resourcesIn(path: string): ReadonlySet<string> | undefined {
  const file = [`${path}.json`, `${path}.json.gz`].find((one) => existsSync(one));
  if (file === undefined) return undefined;
  return new Set(resourcesOf(parse(file)).flatMap(keysOf));
}

function parse(file: string): unknown {
  try {
    const bytes = readFileSync(file);
    return JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8"));
  } catch {
    // A write that failed leaves an empty or truncated file.
    return undefined;
  }
}

function resourcesOf(state: unknown): readonly unknown[] {
  const checkpoint = isRecord(state) ? state.checkpoint : undefined;
  const latest = isRecord(checkpoint) ? checkpoint.latest : undefined;
  return isRecord(latest) && Array.isArray(latest.resources) ? latest.resources : [];
}

function keysOf(resource: unknown): readonly string[] {
  if (!isRecord(resource)) return [];
  const { urn, id } = resource;
  if (typeof urn !== "string" || typeof id !== "string") return [];
  return [keyOf(urn.split("::").slice(3).join("::"), id)];
}

function keyOf(name: string, id: string): string {
  return JSON.stringify([name, id]);
}
