import { existsSync, readFileSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { currentLogin } from "../backend-address/current-login";
import { folderOfAddress } from "../backend-address/folder-of-address";
import { projectFiles } from "../backend-address/project-files";
import { isRecord } from "../unknown";

/** The environment of a plugin process, which determines the state that it works for. */
export interface PluginPlace {
  readonly env: NodeJS.ProcessEnv;
  /** The program's folder, in which engines start their plugins. */
  readonly cwd: string;
}

/**
 * The backend of the state, as the CLI chooses it: PULUMI_BACKEND_URL, else `backend.url` of the project, else the CLI's current login. The
 * embedded engine always sets the variable. If none is set, the project's folder identifies the state. The project of an inline program of
 * the Automation API is in a folder that the plugin cannot see, so a backend that its settings name is not found (docs/teams.md).
 */
export function backendOf({ env, cwd }: PluginPlace): string {
  const project = findProject(cwd);
  const url = env.PULUMI_BACKEND_URL || (project && backendUrlIn(project.file)) || currentLogin(env);
  const folder = project?.folder ?? cwd;
  return url ? backendIdentity(url, folder) : `folder:${realFolder(folder)}`;
}

/**
 * One string per backend, however its URL is written. A relative folder is resolved against the project's: engines are usually started
 * there, and a plugin cannot see the folder of its engine.
 */
export function backendIdentity(url: string, projectFolder: string): string {
  if (!url.startsWith("file://")) return url.replace(/\/+$/, "");
  const folder = folderOfAddress(url, projectFolder, homedir);
  return folder === undefined ? url : `file://${realFolder(folder)}`;
}

function findProject(start: string): { readonly folder: string; readonly file: string } | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    for (const name of projectFiles) {
      const file = join(folder, name);
      if (existsSync(file)) return { folder, file };
    }
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * The engine read the file before it started the plugin, so a file that cannot be read here specifies no backend. The parser takes a tenth
 * of the plugin's loading time, and hardly any project specifies a backend.
 */
function backendUrlIn(file: string): string | undefined {
  const text = readOrUndefined(() => readFileSync(file, "utf8"));
  if (typeof text !== "string" || !text.includes("backend")) return undefined;
  const project = readOrUndefined(() => loadYaml().parse(text));
  const url = isRecord(project) && isRecord(project.backend) ? project.backend.url : undefined;
  return typeof url === "string" ? url : undefined;
}

const loadYaml = (): typeof import("yaml") => require("yaml");

function readOrUndefined(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The folder with symbolic links resolved. A folder that does not exist yet stays as written. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
