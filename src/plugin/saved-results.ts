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
  return askStates(backend, objectsIn);
}

/**
 * Whether the state has the option `retainOnDelete` for the object of a resource, wherever the program sets it. Undefined as for
 * `resultsInState`.
 */
export function retainedInState(backend: string): (create: Create) => boolean | undefined {
  return askStates(backend, retainedObjectsIn);
}

type Predicate = (object: RecordedObject) => boolean;

function askStates(
  backend: string,
  predicateOf: (resources: unknown) => Predicate,
): (create: Create) => boolean | undefined {
  const stacks = new Map<string, Predicate | undefined>();
  return ({ origin, id }) => {
    if (id === undefined) return undefined;
    const stack = JSON.stringify([origin.project, origin.stack]);
    if (!stacks.has(stack)) {
      const file = readableFile(stackFile(backend, origin));
      stacks.set(stack, file === undefined ? undefined : predicateOf(resourcesOf(parse(file))));
    }
    return stacks.get(stack)?.({ urn: urnOf(origin), id });
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

/** Undefined if there is no file that can be read here. */
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
export function objectsIn(resources: unknown): Predicate {
  return isAmong(recordsOf(resources));
}

/** As `objectsIn`, of the resources that have `retainOnDelete`. Entries that a replacement left behind do not count. */
export function retainedObjectsIn(resources: unknown): Predicate {
  return isAmong(recordsOf(resources).filter((one) => one.retainOnDelete === true && one.delete !== true));
}

function recordsOf(resources: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(resources) ? resources.filter(isRecord) : [];
}

function isAmong(records: readonly Readonly<Record<string, unknown>>[]): Predicate {
  const keys = new Set(records.map(({ urn, id }) => JSON.stringify([urn, id])));
  return ({ urn, id }) => id !== undefined && keys.has(JSON.stringify([urn, id]));
}
