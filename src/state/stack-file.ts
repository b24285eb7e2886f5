import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { isMissingFile, writeAtomically } from "../files";
import { attributesOf, type Backend, stackPaths } from "./backend";
import { type Deployment, readEnvelope } from "./checkpoint";
import { StateError } from "./error";
import { type JsonObject, parseJson } from "./json";

const endings = ["", ".gz", ".zst"] as const;

/** Reads a stack's file: the newest of `.json`, `.json.gz`, `.json.zst` (which is refused). Undefined: no such stack. */
export async function readStackFile(
  backend: Backend,
  project: string,
  stack: string,
): Promise<Deployment | undefined> {
  await refuseLegacyLayout(backend);
  const { state } = stackPaths(backend, project, stack);
  const newest = await newestOf(state);
  if (!newest) return undefined;
  if (newest.endsWith(".zst")) {
    throw new StateError(
      "unsupported",
      `The state at ${newest} is compressed with zstd, which the embedded engine does not read. Nothing was changed. Let the Pulumi CLI write it once without PULUMI_DIY_BACKEND_ZSTD.`,
    );
  }
  const bytes = await readFile(newest);
  const text = newest.endsWith(".gz") ? await promisify(gunzip)(bytes) : bytes;
  return readEnvelope(parseJson(text.toString("utf8"), `The state at ${newest}`), `The state at ${newest}`);
}

/** Writes a stack's file and keeps the one before as `.bak`, compressed ones of before too. */
export async function writeStackFile(
  backend: Backend,
  project: string,
  stack: string,
  envelope: JsonObject,
): Promise<void> {
  await writeMeta(backend);
  const { state } = stackPaths(backend, project, stack);
  await writeAtomically(state, JSON.stringify(envelope), { backup: true });
  await rm(attributesOf(state), { force: true });
  for (const ending of endings.slice(1)) await keepAside(`${state}${ending}`);
}

/** Copies a stack's file as it stands into the folder of its backups; `time` in nanoseconds since 1970. */
export async function backUpStack(
  backend: Backend,
  project: string,
  stack: string,
  time: string,
): Promise<void> {
  const { state, backups } = stackPaths(backend, project, stack);
  const newest = await newestOf(state);
  if (!newest) return;
  await mkdir(backups, { recursive: true });
  await copyFile(newest, join(backups, `${stack}.${time}${newest.slice(state.length - ".json".length)}`));
}

/** Removes a stack as the CLI does: its file stays as `.bak`, and what was backed up stays unless it is to go too. */
export async function removeStackFile(
  backend: Backend,
  project: string,
  stack: string,
  options: { readonly removeBackups: boolean },
): Promise<void> {
  const paths = stackPaths(backend, project, stack);
  await setStackFileAside(backend, project, stack);
  for (const ending of endings) {
    const path = `${paths.state}${ending}`;
    if (options.removeBackups) {
      await rm(`${path}.bak`, { force: true });
      await rm(attributesOf(`${path}.bak`), { force: true });
    }
  }
  await rm(paths.tags, { force: true });
  for (const folder of [paths.history, ...(options.removeBackups ? [paths.backups] : [])]) {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A stack whose file lies aside as `.bak` is no longer there. */
export async function setStackFileAside(backend: Backend, project: string, stack: string): Promise<void> {
  const { state } = stackPaths(backend, project, stack);
  for (const ending of endings) {
    await keepAside(`${state}${ending}`);
    await rm(attributesOf(`${state}${ending}`), { force: true });
  }
}

async function keepAside(path: string): Promise<void> {
  await rename(path, `${path}.bak`).catch((cause: unknown) => {
    if (!isMissingFile(cause)) throw cause;
  });
}

/** The names of a project's stacks, sorted. */
export async function listStacks(backend: Backend, project: string): Promise<readonly string[]> {
  await refuseLegacyLayout(backend);
  const folder = dirname(stackPaths(backend, project, "any").state);
  const names = await readdir(folder).catch((cause: unknown) => {
    if (isMissingFile(cause)) return [];
    throw cause;
  });
  const stacks = names.flatMap((name) => /^(.+)\.json(\.gz|\.zst)?$/.exec(name)?.[1] ?? []);
  return [...new Set(stacks)].sort();
}

/** The file that counts: the newest of the plain one and the compressed ones. Undefined: there is none. */
export async function newestOf(path: string): Promise<string | undefined> {
  let newest: { readonly path: string; readonly time: number } | undefined;
  for (const ending of endings) {
    const found = await stat(`${path}${ending}`).catch((cause: unknown) => {
      if (isMissingFile(cause)) return undefined;
      throw cause;
    });
    if (found?.isFile() && (!newest || found.mtimeMs > newest.time))
      newest = { path: `${path}${ending}`, time: found.mtimeMs };
  }
  return newest?.path;
}

async function writeMeta(backend: Backend): Promise<void> {
  const path = join(backend.folder, "meta.yaml");
  await mkdir(backend.folder, { recursive: true });
  const known = await readFile(path, "utf8").catch(() => "");
  if (known === "") await writeAtomically(path, "version: 1\n", { mode: 0o644 });
}

/** Without `meta.yaml`, state directly under `stacks/` belongs to the layout before projects. */
async function refuseLegacyLayout(backend: Backend): Promise<void> {
  const meta = await readFile(join(backend.folder, "meta.yaml"), "utf8").catch(() => undefined);
  if (meta !== undefined) {
    const version = /^version:\s*(\d+)\s*$/m.exec(meta)?.[1];
    if (version === "1") return;
    throw new StateError(
      "unsupported",
      `${join(backend.folder, "meta.yaml")} says layout version ${version ?? "none"}; the embedded engine knows version 1. Nothing was changed. Use the Pulumi CLI for this backend.`,
    );
  }
  const names = await readdir(join(backend.folder, "stacks")).catch(() => []);
  if (names.some((name) => /\.json(\.gz|\.zst)?$/.test(name))) {
    throw new StateError(
      "unsupported",
      `${backend.folder} has the layout from before projects (stacks directly under stacks/). Nothing was changed. Move it with \`pulumi state upgrade\`.`,
    );
  }
}
