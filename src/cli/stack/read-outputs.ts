import {
  containsSecret,
  type Deployment,
  type JsonObject,
  type LocatedStack,
  maskedSecrets,
  openSecrets,
  readSnapshot,
  revealMap,
  type Snapshot,
  type StackAddress,
  stackType,
  stringifySorted,
  writeProperties,
} from "../../state";
import { withPassphrase } from "../passphrase";
import { table } from "../table";

/** Reads a stack's state. It needs the passphrase only to show secret outputs. */
export async function readStackState(
  located: LocatedStack & { readonly deployment: Deployment },
  address: StackAddress,
  options: { readonly showSecrets: boolean; readonly nonInteractive?: boolean },
): Promise<Snapshot> {
  const source = `The state of ${located.stack}`;
  const blind = readSnapshot(located.deployment, source, maskedSecrets);
  if (!options.showSecrets || !containsSecret(stackOutputs(blind))) return blind;
  const { env } = await withPassphrase(address, options);
  return readSnapshot(located.deployment, source, await openSecrets(located, env, { dryRun: true }));
}

/** The stack's outputs as JSON. Numbers that JSON lacks, such as Infinity, are encoded as in the state. */
export function outputsOf(snapshot: Snapshot): JsonObject {
  return { ...writeProperties(revealMap(stackOutputs(snapshot)), "outputs", maskedSecrets) };
}

/** An output in one line: a string as it is, any other value as JSON. */
export function toLine(output: unknown): string {
  return typeof output === "string" ? output : stringifySorted(output);
}

export function outputTable(outputs: JsonObject): string {
  const names = Object.keys(outputs).sort();
  const heading = `Current stack outputs (${names.length}):\n`;
  if (names.length === 0) return `${heading}    No output values currently in this stack\n`;
  const rows = names.map((name) => [name, toLine(outputs[name])]);
  return `${heading}${table(["OUTPUT", "VALUE"], rows, "    ")}`;
}

function stackOutputs({ resources }: Snapshot) {
  return resources.find(({ type }) => type === stackType)?.outputs ?? {};
}
