import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { projectFiles } from "../backend-address/project-files";
import { isRecord, messageOf } from "../unknown";
import { type ConfigurationType, readType } from "./configuration-types";
import { StateError } from "./error";
import { type JsonObject, optionalObject, optionalString, optionalStrings } from "./json";
import { parseYaml } from "./yaml";

interface DeclaredConfiguration {
  readonly value: unknown;
  readonly secret: boolean;
  /** Undefined if any value is valid. */
  readonly type?: ConfigurationType;
}

/** The content of `Pulumi.yaml`, `Pulumi.yml` or `Pulumi.json`. */
export interface Project {
  readonly name: string;
  /** The folder of the project file. */
  readonly folder: string;
  readonly file: string;
  /** The folder the program runs in, and the path of its entry as `main` gives it ("." if there is no `main`). */
  readonly programFolder: string;
  readonly entry: string;
  readonly typescript: boolean;
  readonly nodeArguments: readonly string[];
  readonly backendUrl: string | undefined;
  /** The folder of the stacks' files. */
  readonly stackConfigFolder: string;
  /** Declared configuration by full key; `value` undefined: must be set by the stack. */
  readonly configuration: ReadonlyMap<string, DeclaredConfiguration>;
  /** The range of CLI versions that may run it. Empty if any version may. */
  readonly requiredVersion: string;
  /** Whether every `preview`, `up` and `destroy` reads the resources first (`options: refresh: always`). */
  readonly refreshesAlways: boolean;
}

/**
 * Finds and reads the project of a folder or of the nearest folder above it, as the CLI does.
 * @param purpose To `run` a project, the embedded engine must support all of it. To `inspect` its stacks, it need not.
 */
export async function readProject(start: string, purpose: "run" | "inspect" = "run"): Promise<Project> {
  const file = await findProjectFile(resolve(start));
  const place = file;
  let parsed: unknown;
  try {
    parsed = parseYaml(await readFile(file, "utf8")).content;
  } catch (cause) {
    throw new StateError("project", `${file} cannot be read: ${messageOf(cause)}`);
  }
  if (!isRecord(parsed))
    throw new StateError("project", `${file} must contain a mapping with a name and a runtime.`);
  const name = optionalString(parsed.name, `${place}: name`);
  if (!/^[A-Za-z0-9_.-]{1,100}$/.test(name)) {
    throw new StateError(
      "project",
      `${file}: name must be 1 to 100 letters, digits, hyphens, underscores and dots.`,
    );
  }
  const folder = dirname(file);
  if (purpose === "run") refuseUnsupported(parsed, file);
  const options = readRuntimeOptions(parsed.runtime, file);
  const main = optionalString(parsed.main, `${place}: main`);
  return {
    name,
    folder,
    file,
    ...(await locateProgram(folder, main)),
    typescript: options.typescript !== false,
    nodeArguments: readNodeArguments(options.nodeargs, place),
    backendUrl:
      optionalString(optionalObject(parsed.backend, place).url, `${place}: backend.url`) || undefined,
    stackConfigFolder: resolve(folder, readStackConfigFolder(parsed, place)),
    configuration: readDeclared(parsed.config, name, place),
    requiredVersion: optionalString(parsed.requiredPulumiVersion, `${place}: requiredPulumiVersion`),
    refreshesAlways: purpose === "run" && readRefreshOption(parsed.options, place),
  };
}

function refuseUnsupported({ runtime, ...parsed }: JsonObject, file: string): void {
  const name = isRecord(runtime) ? runtime.name : runtime;
  if (name !== "nodejs") {
    throw new StateError(
      "unsupported",
      `${file}: the runtime is ${JSON.stringify(name) ?? "missing"}. The embedded engine runs "nodejs" only. Use the Pulumi CLI (--engine pulumi).`,
    );
  }
  for (const refused of ["plugins", "packages"]) {
    if (Object.keys(optionalObject(parsed[refused], file)).length > 0) {
      throw new StateError(
        "unsupported",
        `${file} declares "${refused}", which the embedded engine does not support. Use the Pulumi CLI (--engine pulumi).`,
      );
    }
  }
}

/** A folder that does not exist, such as a misspelled one, must not lead to the project of a folder above it. */
async function findProjectFile(start: string): Promise<string> {
  const place = await stat(start).catch(() => undefined);
  if (!place?.isDirectory()) {
    throw new StateError(
      "noProject",
      `There is no folder ${start}. Nothing was done. Specify the folder of a Pulumi project.`,
    );
  }
  for (let folder = start; ; folder = dirname(folder)) {
    for (const name of projectFiles) {
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found?.isFile()) return join(folder, name);
    }
    if (dirname(folder) === folder) {
      throw new StateError(
        "noProject",
        `There is no Pulumi.yaml in ${start} or above it. Run the command in the folder of a Pulumi project, or specify the folder with --cwd.`,
      );
    }
  }
}

function readRuntimeOptions(runtime: unknown, file: string): JsonObject {
  return isRecord(runtime) ? optionalObject(runtime.options, `${file}: runtime.options`) : {};
}

/** `main` is a file, or a folder in which the program then runs. */
async function locateProgram(folder: string, main: string) {
  if (main === "") return { programFolder: folder, entry: "." };
  const path = resolve(folder, main);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return { programFolder: path, entry: "." };
  return { programFolder: dirname(path), entry: path.slice(dirname(path).length + 1) };
}

function readNodeArguments(value: unknown, place: string): readonly string[] {
  return Array.isArray(value)
    ? optionalStrings(value, `${place}: runtime.options.nodeargs`)
    : optionalString(value, `${place}: runtime.options.nodeargs`)
        .split(/\s+/)
        .filter((word) => word !== "");
}

/** The folder of the stacks' files: `stackConfigDir`, or its predecessor, a path in `config`. */
function readStackConfigFolder(parsed: JsonObject, place: string): string {
  const folder = optionalString(parsed.stackConfigDir, `${place}: stackConfigDir`);
  return folder || (typeof parsed.config === "string" ? parsed.config : ".");
}

function readRefreshOption(value: unknown, place: string): boolean {
  const refresh = optionalString(
    optionalObject(value, `${place}: options`).refresh,
    `${place}: options.refresh`,
  );
  if (refresh === "" || refresh === "always") return refresh === "always";
  throw new StateError(
    "project",
    `${place}: options.refresh is "${refresh}", but only "always" is valid. Nothing was done.`,
  );
}

function readDeclared(config: unknown, project: string, place: string): Project["configuration"] {
  if (typeof config === "string") return new Map();
  const declared = Object.entries(optionalObject(config, `${place}: config`)).map(([key, value]) => {
    const full = key.includes(":") ? key.replace(/^([^:]+):config:/, "$1:") : `${project}:${key}`;
    if (!isRecord(value)) return [full, { value, secret: false }] as const;
    const type = readType(value);
    const declaration = { value: value.value ?? value.default, secret: value.secret === true };
    return [full, { ...declaration, ...(type && { type }) }] as const;
  });
  return new Map(declared);
}
