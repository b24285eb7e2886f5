import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Document } from "yaml";
import { isMissingFile, writeAtomically } from "../files";
import { isRecord } from "../unknown";
import { StateError } from "./error";
import { type JsonObject, optionalObject, optionalString } from "./json";
import type { Project } from "./project";
import { parseYaml } from "./yaml";

/** `Pulumi.<stack>.yaml`. Writing it keeps its comments. */
export interface StackSettings {
  readonly file: string;
  /** `encryptionsalt`; undefined when the file or the field is missing. */
  readonly salt: string | undefined;
  readonly document: Document;
}

/** `given`: a file to read instead, which must exist. */
export async function readStackSettings(
  project: Project,
  stack: string,
  given?: string,
): Promise<StackSettings> {
  const file = given ? resolve(given) : join(project.stackConfigFolder, `Pulumi.${stack}.yaml`);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if (isMissingFile(cause) && !given) return "";
    if (given) throw unreadable(file);
    throw cause;
  });
  const document = parseYaml(text);
  const problem = document.errors[0];
  if (problem) throw new StateError("configuration", `${file} cannot be read: ${problem.message}`);
  const json: unknown = document.toJS();
  const settings = optionalObject(json, file);
  const provider = optionalString(settings.secretsprovider, `${file}: secretsprovider`);
  const refused =
    provider !== "" && provider !== "passphrase"
      ? `the secrets provider "${provider}"`
      : ["encryptedkey", "environment"].find((name) => settings[name] !== undefined);
  if (refused) {
    throw new StateError(
      "unsupported",
      `${file} uses ${refused}, which the embedded engine does not support. Nothing was changed. Use the Pulumi CLI (--engine pulumi).`,
    );
  }
  const salt = optionalString(settings.encryptionsalt, `${file}: encryptionsalt`) || undefined;
  return { file, salt, document };
}

function unreadable(file: string): StateError {
  return new StateError(
    "configuration",
    `${file}, which --config-file names, cannot be read. Nothing was done.`,
  );
}

/** Writes `encryptionsalt` into the file, and creates the file if there is none. */
export async function writeSalt(settings: StackSettings, salt: string): Promise<void> {
  settings.document.set("encryptionsalt", salt);
  await writeStackSettings(settings);
}

export async function writeStackSettings(settings: StackSettings): Promise<void> {
  await writeAtomically(settings.file, settings.document.toString({ lineWidth: 0 }), { mode: 0o644 });
}

/** The values of the file, by the keys as they are written. */
export function writtenConfiguration(settings: StackSettings): JsonObject {
  const json: unknown = settings.document.toJS();
  const { config } = optionalObject(json, settings.file);
  if (config === undefined || config === null) return {};
  if (isRecord(config)) return config;
  throw new StateError("configuration", `${settings.file}: config is not a map. Nothing was changed.`);
}
