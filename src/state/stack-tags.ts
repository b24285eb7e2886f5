import { readFile, rm } from "node:fs/promises";
import { isMissingFile, writeAtomically } from "../files";
import { stackPaths } from "./backend";
import { StateError } from "./error";
import { parseJson, readObject, readString } from "./json";
import { locateExisting, type StackAddress } from "./locate-stack";

export type StackTags = Readonly<Record<string, string>>;

/** A stack's tags, which the CLI stores in a file next to its state. */
export async function readTags(address: StackAddress): Promise<StackTags> {
  const file = await tagsFile(address);
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if (isMissingFile(cause)) return undefined;
    throw cause;
  });
  if (text === undefined) return {};
  const { version, tags } = readObject(parseJson(text, file), file);
  if (version !== 1)
    throw new StateError(
      "unsupported",
      `${file} has version ${String(version)}. Only version 1 is supported.`,
    );
  return Object.fromEntries(
    Object.entries(readObject(tags ?? {}, `${file}: tags`)).map(([name, value]) => [
      name,
      readString(value, `${file}: tags.${name}`),
    ]),
  );
}

/** Replaces a stack's tags. Without any, the file is removed. */
export async function writeTags(address: StackAddress, tags: StackTags): Promise<void> {
  const file = await tagsFile(address);
  if (Object.keys(tags).length === 0) await rm(file, { force: true });
  else await writeAtomically(file, JSON.stringify({ version: 1, tags }), { mode: 0o644 });
}

async function tagsFile(address: StackAddress): Promise<string> {
  const { project, stack, backend } = await locateExisting(address);
  return stackPaths(backend, project.name, stack).tags;
}
