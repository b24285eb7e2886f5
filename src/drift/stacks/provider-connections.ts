import { NodecloudError } from "../../client";
import { resolveSettings, type Settings, stackKeys } from "../../config";
import {
  optionalObject,
  readList,
  readObject,
  type StoredDeployment,
  variableMappingsOf,
  withMappedVariables,
} from "../../state";
import { type ProviderConnection, type RecordedStack, SealedSecret } from "../recorded-stack";
import type { ReadContext } from "./read-context";
import { readRecordedResources } from "./recorded-resources";
import { replaceSecretsOf, type StackSecrets } from "./stack-secrets";

type Recorded = Pick<RecordedStack, "resources" | "pendingOperations">;

/** A state that was read, and the name of its place in errors. */
interface StateToRead {
  readonly deployment: StoredDeployment;
  readonly place: string;
  readonly secrets: StackSecrets;
}

/** The resources of a state, and the settings of their providers. `readSettings` reads those of the default provider. */
export async function readResourcesAndSettings(
  { deployment, place, secrets }: StateToRead,
  context: ReadContext,
  readSettings: () => Promise<Settings> | Settings,
): Promise<Recorded & Pick<RecordedStack, "providers" | "settings">> {
  const recorded = readRecordedResources(deployment, place, secrets);
  const providers = await readProviders(recorded, deployment, secrets, context);
  return { ...recorded, providers, settings: await defaultSettings(readSettings, recorded, providers) };
}

/**
 * The connections of the explicit providers that the resources use, as in a run: the inputs of a provider take the place of the stack's
 * configuration. Decrypts an input only if no source with higher priority sets it.
 * @throws StateError if a secret cannot be decrypted.
 */
async function readProviders(
  { resources, pendingOperations }: Recorded,
  { json }: StoredDeployment,
  secrets: StackSecrets,
  context: ReadContext,
): Promise<ReadonlyMap<string, ProviderConnection>> {
  const used = new Set([...resources, ...pendingOperations].flatMap(({ provider }) => provider ?? []));
  const entries = readList(json.resources ?? [], "resources").map((value) => readObject(value, "resources"));
  const connections = new Map<string, ProviderConnection>();
  for (const urn of used) {
    // The entry of a provider that a replacement still has to delete may be an old one.
    const own = entries.filter((entry) => entry.urn === urn);
    const entry = own.find((one) => one.delete !== true) ?? own[0];
    const sealed = entry && replaceSecretsOf(entry, "inputs", (secret, at) => secrets.seal(secret, at));
    const connection = await connectionOf(optionalObject(sealed, `${urn}: inputs`), context);
    if (entry !== undefined || "settings" in connection) connections.set(urn, connection);
  }
  return connections;
}

async function connectionOf(
  inputs: Readonly<Record<string, unknown>>,
  { env, settings: argument }: ReadContext,
): Promise<ProviderConnection> {
  const own = withMappedVariables(env, variableMappingsOf(inputs));
  const values = new Map<string, string>();
  for (const key of stackKeys({ argument, env: own })) {
    const value = inputs[key];
    const opened = value instanceof SealedSecret ? await value.open() : value;
    if (typeof opened === "string") values.set(key, opened);
  }
  try {
    return { settings: resolveSettings({ argument, env: own, stack: (key) => values.get(key) }) };
  } catch (error) {
    if (!(error instanceof NodecloudError)) throw error;
    return { problem: error.message };
  }
}

/**
 * The settings of the default provider.
 * @throws if they are incomplete, unless every resource has an explicit provider: then those of one of these providers.
 */
async function defaultSettings(
  read: () => Promise<Settings> | Settings,
  { resources, pendingOperations }: Recorded,
  providers: ReadonlyMap<string, ProviderConnection>,
): Promise<Settings> {
  try {
    return await read();
  } catch (error) {
    const isUnused = [...resources, ...pendingOperations].every(({ provider }) => provider !== undefined);
    const usable = [...providers.values()].find((one) => "settings" in one);
    if (!isUnused || usable === undefined || !(error instanceof NodecloudError)) throw error;
    return usable.settings;
  }
}
