import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type JsonObject, readProject, readStoredDeployment, StateError } from "../../state";
import { errorCodeOf, isRecord, messageOf } from "../../unknown";
import { stackOfExport } from "./export-name";
import { readResourcesAndSettings } from "./provider-connections";
import type { ReadContext } from "./read-context";
import { settingsFor } from "./settings";
import type { ExportSource } from "./sources";
import { StackSecrets } from "./stack-secrets";
import type { ReadStack } from "./stack-store";

/** Reads the output of `stack export`, or a state file. */
export async function readExport(source: ExportSource, context: ReadContext): Promise<ReadStack> {
  const path = "file" in source.from ? source.from.file : "standard input";
  const place = "file" in source.from ? `The export ${path}` : "The export on standard input";
  const text = "file" in source.from ? await readText(source.from.file) : source.from.text;
  const deployment = readStoredDeployment(parseExport(text, place), place);
  const expected = source.folder === undefined ? undefined : await readProject(source.folder, "inspect");
  const { project, stack } = stackOfExport(deployment, place, {
    project: expected?.name ?? source.project,
    stack: source.stack,
  });
  const secrets = new StackSecrets({
    name: `${project}/${stack} (${path})`,
    deployment,
    passphrases: context.passphrases,
  });
  const read = await readResourcesAndSettings({ deployment, place, secrets }, context, () =>
    settingsFor(`${project}/${stack}`, context),
  );
  const recorded = {
    ...{ project, stack, selector: stack, source: path, folder: expected?.folder, backend: undefined },
    ...read,
    isFoundByCli: true,
    organization: undefined,
    isInFile: true,
    findUpdate: async () => undefined,
    listSiblings: async () => [stack],
  };
  return { recorded, name: stack, deployment };
}

async function readText(file: string): Promise<string> {
  try {
    const bytes = await readFile(file);
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return decode(isCompressed ? await promisify(gunzip)(bytes) : bytes);
  } catch (cause) {
    const reason = { ENOENT: "does not exist", EISDIR: "is a folder" }[errorCodeOf(cause) ?? ""];
    throw new StateError(
      "checkpoint",
      `The export ${file} ${reason ?? `cannot be read: ${messageOf(cause)}`}. Nothing was read. Write it with \`pulumi stack export --file ${file}\`.`,
    );
  }
}

/** Windows PowerShell writes UTF-16 into files. */
function decode(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function parseExport(text: string, place: string): JsonObject {
  const content = text.replace(/^\uFEFF/, "");
  if (content.trim() === "") {
    throw new StateError(
      "checkpoint",
      `${place} is empty. Nothing was read. Check that \`pulumi stack export\` succeeded.`,
    );
  }
  const value = parse(content, place);
  if (isRecord(value) && (isRecord(value.deployment) || isRecord(value.checkpoint))) return value;
  throw new StateError(
    "checkpoint",
    `${place} is JSON, but not a stack's state: it has neither a "deployment" nor a "checkpoint". Nothing was read. Pass the output of \`pulumi stack export\` or \`nodecloud stack export\`.`,
  );
}

/** The text that the parser quotes may contain a secret, so only the position is kept. */
function parse(text: string, place: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    const reason = messageOf(cause).replace(/["“].*["”]/s, "…");
    throw new StateError(
      "checkpoint",
      `${place} is truncated or is not JSON (${reason}; it has ${text.length} characters). Nothing was read. Write it again with \`pulumi stack export\`.`,
    );
  }
}
