import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { realClock } from "../../clock";
import { findRegularFile, writeAtomically } from "../../files";
import { describeOpenCreates, exportStack, importStack, parseJson, StateError } from "../../state";
import type { ProjectOptions } from "../flags/project-options";
import { withPassphrase } from "../passphrase";
import { print, printJson, printWarnings } from "../print";
import { resolveStack } from "../stack-address";

export async function exportState(
  options: ProjectOptions & { readonly file?: string; readonly showSecrets: boolean },
): Promise<number> {
  const address = await resolveStack(options);
  const exported = await exportStack(
    options.showSecrets ? await withPassphrase(address, options) : address,
    options,
  );
  const json = JSON.stringify(exported, undefined, 4);
  if (options.file === undefined) printJson(json);
  else await writeTo(options.file, `${json}\n`);
  const openCreates = describeOpenCreates(exported);
  if (openCreates !== undefined) printWarnings([openCreates]);
  return 0;
}

/** Replaces a file as a whole, even if the path is a link to it. Writes to anything else, such as a pipe or a device. */
async function writeTo(path: string, text: string): Promise<void> {
  const file = await findRegularFile(path);
  if (file) await writeAtomically(file.path, text);
  else await writeFile(path, text, { mode: 0o600 });
}

export async function importState(
  options: ProjectOptions & { readonly file?: string; readonly force: boolean },
): Promise<number> {
  const { file, force } = options;
  const address = await resolveStack(options);
  const json = await (file === undefined ? text(process.stdin) : readFile(file, "utf8")).catch(() => {
    throw new StateError("checkpoint", `${file ?? "Standard input"} cannot be read. Nothing was changed.`);
  });
  const value = parseJson(json, file ?? "The state on standard input", "Pass the output of `stack export`.");
  const warnings = await importStack(await withPassphrase(address, options), value, {
    force,
    time: realClock.now(),
  });
  printWarnings(warnings);
  print("Import complete.\n");
  return 0;
}
