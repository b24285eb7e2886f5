import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createPrivateFolder, ensureFolder, isMissingFile, writeAtomically } from "../files";
import { messageOf } from "../unknown";
import { attributesFile, type Backend, stackPaths } from "./backend";
import { type Deployment, readEnvelope } from "./checkpoint";
import { StateError } from "./error";
import { type JsonObject, parseJson } from "./json";

const extensions = ["", ".gz", ".zst"] as const;

/** Reads a state file. Undefined if there is no such stack. */
export async function readStackFile(
  backend: Backend,
  project: string,
  stack: string,
): Promise<Deployment | undefined> {
  const found = await readStackText(backend, project, stack);
  if (!found) return undefined;
  const place = `The state at ${found.path}`;
  return readEnvelope(parseJson(found.text, place), place);
}

/**
 * The contents of a state file: the newest of `.json`, `.json.gz` and `.json.zst` (which is refused). Undefined if there is no such stack.
 */
export async function readStackText(
  backend: Backend,
  project: string,
  stack: string,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
  await rejectLegacyLayout(backend);
  const { state } = stackPaths(backend, project, stack);
  const path = await findNewest(state);
  if (path === undefined) return undefined;
  if (path.endsWith(".zst")) {
    throw new StateError(
      "unsupported",
      `The state at ${path} is compressed with zstd, which the embedded engine cannot read. Nothing was changed. Write it once with the Pulumi CLI without PULUMI_DIY_BACKEND_ZSTD.`,
    );
  }
  const bytes = await readFile(path);
  return { path, text: (path.endsWith(".gz") ? await decompress(bytes, path) : bytes).toString("utf8") };
}

async function decompress(bytes: Buffer, path: string): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes);
  } catch (cause) {
    throw new StateError(
      "checkpoint",
      `The state at ${path} cannot be decompressed (${messageOf(cause)}). Nothing was changed. Restore the file, for example from the .bak file next to it.`,
    );
  }
}

/** Writes a state file. The previous one, and any compressed ones, are kept as `.bak`. */
export async function writeStackFile(
  backend: Backend,
  project: string,
  stack: string,
  envelope: JsonObject,
): Promise<void> {
  await writeMeta(backend);
  const { state } = stackPaths(backend, project, stack);
  await writeAtomically(state, JSON.stringify(envelope), { backup: true });
  await rm(attributesFile(state), { force: true });
  for (const extension of extensions.slice(1)) await renameToBackup(`${state}${extension}`);
}

/** Copies a state file into the backups folder. `time` in nanoseconds since 1970. */
export async function backUpStack(
  backend: Backend,
  project: string,
  stack: string,
  time: string,
): Promise<void> {
  const { state, backups } = stackPaths(backend, project, stack);
  const newest = await findNewest(state);
  if (!newest) return;
  createPrivateFolder(backups);
  const copy = join(backups, `${stack}.${time}${newest.slice(state.length - ".json".length)}`);
  await writeAtomically(copy, await readFile(newest));
}

/** Removes a stack as the CLI does: its state file is kept as `.bak`, and its backups are kept, unless `removeBackups` is true. */
export async function removeStackFile(
  backend: Backend,
  project: string,
  stack: string,
  options: { readonly removeBackups: boolean },
): Promise<void> {
  const { state, tags, history, backups } = stackPaths(backend, project, stack);
  await moveStackFileToBackup(backend, project, stack);
  await rm(tags, { force: true });
  await rm(history, { recursive: true, force: true });
  if (!options.removeBackups) return;
  for (const extension of extensions) {
    const path = `${state}${extension}.bak`;
    await rm(path, { force: true });
    await rm(attributesFile(path), { force: true });
  }
  await rm(backups, { recursive: true, force: true });
}

/** Renames the state file to `.bak`, after which the stack no longer exists. */
export async function moveStackFileToBackup(backend: Backend, project: string, stack: string): Promise<void> {
  const { state } = stackPaths(backend, project, stack);
  for (const extension of extensions) {
    await renameToBackup(`${state}${extension}`);
    await rm(attributesFile(`${state}${extension}`), { force: true });
  }
}

async function renameToBackup(path: string): Promise<void> {
  await rename(path, `${path}.bak`).catch((cause: unknown) => {
    if (!isMissingFile(cause)) throw cause;
  });
}

/** The names of the projects that have stacks in a backend, sorted. */
export async function listProjects(backend: Backend): Promise<readonly string[]> {
  await rejectLegacyLayout(backend);
  const entries = await readdir(join(backend.folder, "stacks"), { withFileTypes: true }).catch(
    (cause: unknown) => {
      if (isMissingFile(cause)) return [];
      throw cause;
    },
  );
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** The names of a project's stacks, sorted. */
export async function listStacks(backend: Backend, project: string): Promise<readonly string[]> {
  await rejectLegacyLayout(backend);
  const folder = dirname(stackPaths(backend, project, "any").state);
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissingFile(cause)) return [];
    throw cause;
  });
  const stacks = names.flatMap((name) => /^(.+)\.json(\.gz|\.zst)?$/.exec(name)?.[1] ?? []);
  return [...new Set(stacks)].sort();
}

/** The newest of the plain file and the compressed ones. Undefined if there is none. */
export async function findNewest(path: string): Promise<string | undefined> {
  let newest: { readonly path: string; readonly time: number } | undefined;
  for (const extension of extensions) {
    const found = await stat(`${path}${extension}`).catch((cause: unknown) => {
      if (isMissingFile(cause)) return undefined;
      throw cause;
    });
    if (found?.isFile() && (!newest || found.mtimeMs > newest.time))
      newest = { path: `${path}${extension}`, time: found.mtimeMs };
  }
  return newest?.path;
}

async function writeMeta(backend: Backend): Promise<void> {
  const path = join(backend.folder, "meta.yaml");
  ensureFolder(backend.folder);
  const known = await readFile(path, "utf8").catch(() => "");
  if (known === "") await writeAtomically(path, "version: 1\n", { mode: 0o644 });
}

/** Refuses other layouts. State files directly under `stacks/` without `meta.yaml` are from before stacks belonged to projects. */
async function rejectLegacyLayout(backend: Backend): Promise<void> {
  const meta = await readFile(join(backend.folder, "meta.yaml"), "utf8").catch(() => undefined);
  if (meta !== undefined) {
    const version = /^version:\s*(\d+)\s*$/m.exec(meta)?.[1];
    if (version === "1") return;
    throw new StateError(
      "unsupported",
      `${join(backend.folder, "meta.yaml")} has layout version ${version ?? "none"}, but the embedded engine supports only version 1. Nothing was changed. Use the Pulumi CLI for this backend.`,
    );
  }
  const names = await readdir(join(backend.folder, "stacks")).catch(() => []);
  if (names.some((name) => /\.json(\.gz|\.zst)?$/.test(name))) {
    throw new StateError(
      "unsupported",
      `${backend.folder} has the old layout without projects (state files directly under stacks/). Nothing was changed. Convert it with \`pulumi state upgrade\`.`,
    );
  }
}
