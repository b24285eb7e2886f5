import { stat } from "node:fs/promises";
import { basename, extname, join, resolve } from "node:path";
import type { Document } from "yaml";
import { isMissingFile, rewriteFile } from "../files";
import { isRecord, messageOf } from "../unknown";
import { StateError } from "./error";
import { type JsonObject, optionalObject, optionalString, stringifySorted } from "./json";
import type { Project } from "./project";
import { readFileOrPipe } from "./read-file-or-pipe";
import { parseYaml, replaceNull } from "./yaml";

/** `Pulumi.<stack>.yaml`, with the extension of the project file. Writing it keeps its comments. */
export interface StackSettings {
  readonly file: string;
  /** `encryptionsalt`; undefined when the file or the field is missing. */
  readonly salt: string | undefined;
  readonly document: Document;
}

/** A file that may use features that only the CLI supports. */
export interface StoredStackSettings extends StackSettings {
  /** The feature, such as `the secrets provider "awskms"`. Undefined if there is none. */
  readonly unsupportedFeature: string | undefined;
}

/** `given`: a file to read instead, which must exist. Throws for features that the embedded engine does not support. */
export async function readStackSettings(
  project: Project,
  stack: string,
  given?: string,
): Promise<StackSettings> {
  const { unsupportedFeature, ...settings } = await readStoredSettings(project, stack, given);
  await refuseOtherExtension(project, stack, settings.file);
  if (unsupportedFeature === undefined) return settings;
  throw new StateError(
    "unsupported",
    `${settings.file} uses ${unsupportedFeature}, which the embedded engine does not support. Nothing was changed. Use the Pulumi CLI (--engine pulumi).`,
  );
}

/** Like `readStackSettings`, but accepts any feature. */
export async function readStoredSettings(
  project: Project,
  stack: string,
  given?: string,
): Promise<StoredStackSettings> {
  const file = given ? resolve(given) : settingsFile(project, stack, extname(project.file));
  const text = await readFileOrPipe(file).catch((cause: unknown) => {
    if (isMissingFile(cause) && !given) return "";
    if (given) throw unreadableError(file);
    throw invalidError(file, cause);
  });
  const { document, content } = parseSettings(text, file);
  const settings = optionalObject(content, file);
  const salt = optionalString(settings.encryptionsalt, `${file}: encryptionsalt`) || undefined;
  return { file, salt, document, unsupportedFeature: unsupportedBy(settings, file) };
}

const settingsFile = (project: Project, stack: string, extension: string) =>
  join(project.stackConfigFolder, `Pulumi.${stack}${extension}`);

/**
 * Without the configuration that the user sees in the project, a run could change or delete the resources that this configuration
 * describes.
 */
async function refuseOtherExtension(project: Project, stack: string, file: string): Promise<void> {
  const other = settingsFile(project, stack, ".yaml");
  const [found, ignored] = await Promise.all([file, other].map((one) => stat(one).catch(() => undefined)));
  if (found || !ignored) return;
  throw new StateError(
    "configuration",
    `The project is in ${basename(project.file)}, so the configuration of the stack "${stack}" must be in ${file}, but only ${other} exists. Nothing was done. Rename ${other}, or remove it.`,
  );
}

function unsupportedBy(settings: JsonObject, file: string): string | undefined {
  const provider = optionalString(settings.secretsprovider, `${file}: secretsprovider`);
  if (provider !== "" && provider !== "passphrase") return `the secrets provider "${provider}"`;
  return ["encryptedkey", "environment"].find((name) => settings[name] !== undefined);
}

function parseSettings(text: string, file: string): ReturnType<typeof parseYaml> {
  try {
    return parseYaml(text);
  } catch (cause) {
    throw invalidError(file, cause);
  }
}

function invalidError(file: string, cause: unknown): StateError {
  return new StateError("configuration", `${file} cannot be read: ${messageOf(cause)}`);
}

function unreadableError(file: string): StateError {
  return new StateError(
    "configuration",
    `${file}, specified by --config-file, cannot be read. Nothing was done.`,
  );
}

/** Writes `encryptionsalt` into the file, and creates the file if there is none. */
export async function writeSalt(settings: StackSettings, salt: string): Promise<void> {
  replaceNull(settings.document, []);
  settings.document.set("encryptionsalt", salt);
  await writeStackSettings(settings);
}

export async function writeStackSettings(settings: StackSettings): Promise<void> {
  const { file, document } = settings;
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() === false)
    throw new StateError(
      "configuration",
      `${file} is not a regular file, so neither values nor an encryptionsalt can be saved in it. Nothing was changed. Specify a regular file.`,
    );
  const text =
    extname(file) === ".json"
      ? `${stringifySorted(document.toJS(), 4)}\n`
      : document.toString({ lineWidth: 0 });
  await rewriteFile(file, text, 0o644);
}

/** The values of the file, by the keys as they are written. */
export function configurationInFile(settings: StackSettings): JsonObject {
  const json: unknown = settings.document.toJS();
  const { config } = optionalObject(json, settings.file);
  if (config === undefined || config === null) return {};
  if (isRecord(config)) return config;
  throw new StateError(
    "configuration",
    `${settings.file}: config is not a map. Nothing was changed. Write one line such as \`nodecloud:token: VALUE\` for each key below \`config:\`.`,
  );
}
