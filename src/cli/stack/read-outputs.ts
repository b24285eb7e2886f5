import {
  blindSecrets,
  type Deployment,
  holdsSecret,
  type JsonObject,
  type LocatedStack,
  openSecrets,
  readSnapshot,
  revealMap,
  type Snapshot,
  type StackAddress,
  sortedJson,
  stackType,
  writeProperties,
} from "../../state";
import { withPassphrase } from "../passphrase";
import { table } from "../table";

/** What a stack's state says; a passphrase is needed only where secret outputs are to be shown. */
export async function readState(
  located: LocatedStack & { readonly deployment: Deployment },
  address: StackAddress,
  options: { readonly showSecrets: boolean; readonly nonInteractive?: boolean },
): Promise<Snapshot> {
  const place = `The state of ${located.stack}`;
  const blind = readSnapshot(located.deployment, place, blindSecrets);
  if (!options.showSecrets || !holdsSecret(outputsIn(blind))) return blind;
  const { env } = await withPassphrase(address, options);
  return readSnapshot(located.deployment, place, await openSecrets(located, env, { dryRun: true }));
}

/** The stack's outputs as JSON: what is secret reads as the state was opened, numbers that JSON lacks as in the state. */
export function outputsOf(snapshot: Snapshot): JsonObject {
  return { ...writeProperties(revealMap(outputsIn(snapshot)), "outputs", blindSecrets) };
}

/** Texts as they are, everything else as JSON. */
export function asLine(output: unknown): string {
  return typeof output === "string" ? output : sortedJson(output);
}

export function outputTable(outputs: JsonObject): string {
  const names = Object.keys(outputs).sort();
  const heading = `Current stack outputs (${names.length}):\n`;
  if (names.length === 0) return `${heading}    No output values currently in this stack\n`;
  const rows = names.map((name) => [name, asLine(outputs[name])]);
  return `${heading}${table(["OUTPUT", "VALUE"], rows, "    ")}`;
}

function outputsIn({ resources }: Snapshot) {
  return resources.find(({ type }) => type === stackType)?.outputs ?? {};
}
