import { readdir, readFile } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { isRecord } from "../../unknown";
import { readVersion } from "../package-version";
import { type Example, gitignoreFile } from "./examples";
import { projectNameOf } from "./project-name";

/** Files that runs leave in the folder of an example in a clone. */
const leftByRuns = /^(node_modules|\.pulumi|Pulumi\.[^/]+\.yaml)(\/|$)/;

/**
 * The files of a project in `folder`: those of the example, but with the project's own name and with exactly this version of the
 * package.
 */
export async function projectFiles(
  example: Example,
  folder: string,
): Promise<ReadonlyMap<string, string | Uint8Array>> {
  const files = new Map<string, string | Uint8Array>([[".gitignore", await readFile(gitignoreFile)]]);
  const entries = await readdir(example.folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(example.folder, path).split(sep).join("/");
    if (entry.isFile() && !leftByRuns.test(name)) files.set(name, await readFile(path));
  }
  const manifest = parseManifest(textOf(files, "package.json"));
  const project = projectNameOf(basename(resolve(folder)), example.name, Object.keys(manifest.dependencies));
  files.set("package.json", manifestFor(manifest, project));
  files.set("Pulumi.yaml", textOf(files, "Pulumi.yaml").replace(/^name: .+$/m, `name: ${project}`));
  return files;
}

interface Manifest extends Readonly<Record<string, unknown>> {
  readonly dependencies: Readonly<Record<string, unknown>>;
}

function parseManifest(text: string): Manifest {
  const manifest: unknown = JSON.parse(text);
  if (!isRecord(manifest) || !isRecord(manifest.dependencies)) {
    throw new Error("The package.json of the example has no dependencies. Nothing was written.");
  }
  return { ...manifest, dependencies: manifest.dependencies };
}

function manifestFor(manifest: Manifest, name: string): string {
  const dependencies = { ...manifest.dependencies, "pulumi-nodecloud": readVersion() };
  return `${JSON.stringify({ ...manifest, name, dependencies }, null, 2)}\n`;
}

function textOf(files: ReadonlyMap<string, string | Uint8Array>, name: string): string {
  return String(files.get(name));
}
