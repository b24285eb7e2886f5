import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createPrivateFolder, isMissingFile, writeAtomically } from "../files";
import { isRecord } from "../unknown";
import { type Backend, stackPaths } from "./backend";
import { StateError } from "./error";
import {
  type JsonObject,
  optionalObject,
  optionalString,
  optionalTime,
  parseJson,
  readObject,
  stringifySorted,
} from "./json";
import { findNewest } from "./stack-file";

/** One run in a stack's history, in the format of the CLI. Times in whole seconds since 1970. */
export interface Update {
  readonly kind: "update" | "refresh" | "destroy" | "import" | (string & {});
  readonly startTime: number;
  readonly endTime: number;
  readonly result: "succeeded" | "failed" | (string & {});
  readonly message: string;
  readonly environment: Readonly<Record<string, unknown>>;
  /** Values by full key as in `Pulumi.<stack>.yaml`: secrets as `{secure}`. */
  readonly config: JsonObject;
  /** How many resources were created, updated, ... */
  readonly resourceChanges: Readonly<Record<string, number>>;
}

/** Stores the current state as that of the run recorded under the same `time`, in nanoseconds since 1970. */
export async function recordCheckpoint(
  backend: Backend,
  project: string,
  stack: string,
  time: string,
): Promise<void> {
  const { history, state } = stackPaths(backend, project, stack);
  const newest = await findNewest(state);
  if (!newest) return;
  createPrivateFolder(history);
  const copy = join(history, `${stack}-${time}.checkpoint.json${newest.slice(state.length)}`);
  await writeAtomically(copy, await readFile(newest));
}

/** Records a run in a stack's history. */
export async function recordUpdate(
  backend: Backend,
  project: string,
  stack: string,
  time: string,
  update: Update,
): Promise<void> {
  const { history } = stackPaths(backend, project, stack);
  const { kind, startTime, message, environment, config, result, endTime, resourceChanges } = update;
  const record = {
    kind,
    startTime,
    message,
    environment,
    config,
    version: 0,
    result,
    endTime,
    resourceChanges,
  };
  createPrivateFolder(history);
  await writeAtomically(join(history, `${stack}-${time}.history.json`), stringifySorted(record));
}

/** The runs of a stack, the latest first. */
export async function readHistory(
  backend: Backend,
  project: string,
  stack: string,
  page: { readonly size: number; readonly number: number },
): Promise<readonly Update[]> {
  const { history } = stackPaths(backend, project, stack);
  const names = await readdir(history).catch((cause: unknown) => {
    if (isMissingFile(cause)) return [];
    throw cause;
  });
  const latestFirst = names
    .filter((name) => /\.history\.json(\.gz|\.zst)?$/.test(name))
    .sort()
    .reverse();
  const start = (page.number - 1) * page.size;
  const asked = page.size === 0 ? latestFirst : latestFirst.slice(start, start + page.size);
  return Promise.all(asked.map((name) => readUpdate(join(history, name))));
}

async function readUpdate(path: string): Promise<Update> {
  if (path.endsWith(".zst")) {
    throw new StateError("unsupported", `${path} is compressed with zstd, which nodecloud cannot read.`);
  }
  const bytes = await readFile(path);
  const text = path.endsWith(".gz") ? await promisify(gunzip)(bytes) : bytes;
  const json = readObject(parseJson(text.toString("utf8"), path), path);
  return {
    kind: optionalString(json.kind, `${path}: kind`),
    startTime: optionalTime(json.startTime, `${path}: startTime`),
    endTime: optionalTime(json.endTime, `${path}: endTime`),
    result: optionalString(json.result, `${path}: result`),
    message: optionalString(json.message, `${path}: message`),
    environment: optionalObject(json.environment, `${path}: environment`),
    config: optionalObject(json.config, `${path}: config`),
    resourceChanges: Object.fromEntries(
      Object.entries(isRecord(json.resourceChanges) ? json.resourceChanges : {}).map(([name, count]) => [
        name,
        Number(count),
      ]),
    ),
  };
}
