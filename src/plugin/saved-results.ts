import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Intent } from "../lifecycle";
import { isRecord } from "../unknown";
import { stackFile } from "./existing-stacks";

type Create = Pick<Intent, "origin" | "id">;

/**
 * Whether the state of a stack has the object of a create. Undefined if that is unknown: the state of another backend, and one compressed with
 * zstd, are not read. Each state is read once.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function resultsInState(backend: string): (create: Create) => boolean | undefined {
  const stacks = new Map<string, ReadonlySet<string> | undefined>();
  return ({ origin, id }) => {
    if (id === undefined) return undefined;
    const stack = JSON.stringify([origin.project, origin.stack]);
    if (!stacks.has(stack)) stacks.set(stack, objectsIn(stackFile(backend, origin)));
    return stacks.get(stack)?.has(keyOf(origin.type, origin.name, id));
  };
}

/**
 * Whether the state has the object of a create at the end of a run, unless that is unknown. The Pulumi CLI ends its plugins in the same way if
 * it could not write the state, for example because the disk was full.
 */
export function savedResults(
  backend: string,
  env: NodeJS.ProcessEnv = process.env,
): (create: Create) => boolean {
  const isInState = resultsInState(backend);
  return (create) => isWrittenAtTheEnd(env) || isInState(create) !== false;
}

/** With this variable, the CLI writes the state once, after it has ended the plugins. */
function isWrittenAtTheEnd({ PULUMI_SKIP_CHECKPOINTS: value = "" }: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(value.toLowerCase());
}

/** The resources in a stack's file with their ids. Undefined if there is no file that can be read here. */
function objectsIn(file: string | null | undefined): ReadonlySet<string> | undefined {
  if (!file || file.endsWith(".zst")) return undefined;
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
  const [, , type = "", ...name] = urn.split("::");
  return [keyOf(type.slice(type.lastIndexOf(":") + 1), name.join("::"), id)];
}

function keyOf(type: string, name: string, id: string): string {
  return JSON.stringify([type, name, id]);
}
