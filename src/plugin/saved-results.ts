import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { type Intent, urnOf } from "../lifecycle";
import { isRecord } from "../unknown";
import { stackFile } from "./existing-stacks";

type Create = Pick<Intent, "origin" | "id">;

/**
 * Whether the state of a stack has the object of a create. Undefined if that is unknown: the state of another backend, and one compressed with
 * zstd, are not read. Each state is read once.
 * @param backend The identity of the backend, as `backendOf` returns it.
 */
export function resultsInState(backend: string): (create: Create) => boolean | undefined {
  const stacks = new Map<string, ((object: RecordedObject) => boolean) | undefined>();
  return ({ origin, id }) => {
    if (id === undefined) return undefined;
    const stack = JSON.stringify([origin.project, origin.stack]);
    if (!stacks.has(stack)) stacks.set(stack, objectsInFile(stackFile(backend, origin)));
    return stacks.get(stack)?.({ urn: urnOf(origin), id });
  };
}

/**
 * Whether the state has the option `retainOnDelete` for the object of a resource, wherever the program sets it. Undefined as for
 * `resultsInState`.
 */
export function retainedInState(backend: string): (create: Create) => boolean | undefined {
  return ({ origin, id }) => {
    const file = readableFile(stackFile(backend, origin));
    if (file === undefined) return undefined;
    const urn = urnOf(origin);
    return recordsOf(resourcesOf(parse(file))).some(
      (one) => one.urn === urn && one.id === id && one.delete !== true && one.retainOnDelete === true,
    );
  };
}

/**
 * Whether the state has the object of a create at the end of a run, unless that is unknown. The Pulumi CLI stops its plugins in the same way if
 * it could not write the state, for example because the disk was full.
 */
export function savedResults(
  backend: string,
  env: NodeJS.ProcessEnv = process.env,
): (create: Create) => boolean {
  const isInState = resultsInState(backend);
  return (create) => isWrittenAtTheEnd(env) || isInState(create) !== false;
}

/** With this variable, the CLI writes the state once, after it has stopped the plugins. */
function isWrittenAtTheEnd({ PULUMI_SKIP_CHECKPOINTS: value = "" }: NodeJS.ProcessEnv): boolean {
  return !["", "0", "false"].includes(value.toLowerCase());
}

/** As `objectsIn`, for a stack's file. Undefined if there is no file that can be read here. */
function objectsInFile(file: string | null | undefined): ((object: RecordedObject) => boolean) | undefined {
  const readable = readableFile(file);
  return readable === undefined ? undefined : objectsIn(resourcesOf(parse(readable)));
}

function readableFile(file: string | null | undefined): string | undefined {
  return !file || file.endsWith(".zst") ? undefined : file;
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

function resourcesOf(state: unknown): unknown {
  const checkpoint = isRecord(state) ? state.checkpoint : undefined;
  const latest = isRecord(checkpoint) ? checkpoint.latest : undefined;
  return isRecord(latest) ? latest.resources : undefined;
}

interface RecordedObject {
  readonly urn: string;
  readonly id: string | undefined;
}

/** Whether the resources of a state, as its JSON has them, include a resource with an object. */
export function objectsIn(resources: unknown): (object: RecordedObject) => boolean {
  const keys = new Set(recordsOf(resources).map(({ urn, id }) => JSON.stringify([urn, id])));
  return ({ urn, id }) => id !== undefined && keys.has(JSON.stringify([urn, id]));
}

function recordsOf(resources: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(resources) ? resources.filter(isRecord) : [];
}
