import { existsSync } from "node:fs";
import { type ResolvedSettings, resolveSettings } from "../../config";
import type { CallSettings } from "./options";

const loadState = (): typeof import("../../state") => require("../../state");

/**
 * Address, token and brand: from the command line (except the token), else from the environment, else from the configuration of
 * the stack, if one is specified.
 */
export async function resolveConnection(
  { baseUrl, brand, stack, cwd }: CallSettings,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
  const argument = { ...(baseUrl && { baseUrl }), ...(brand && { brand }) };
  if (stack === undefined && cwd === undefined) return resolveSettings({ argument, env });
  const { chooseStack, listConfiguration, listStacks, locateStack, noSuchStackError } = loadState();
  const project = { cwd: cwd ?? ".", env };
  const address = { ...project, ...(await chooseStack(project, stack)) };
  const { project: found, stack: name, backend, deployment, settings } = await locateStack(address);
  // The file of a stack whose state is elsewhere may be all that there is, as in a fresh clone.
  if (!address.isFirst && !deployment && !existsSync(settings.file))
    throw noSuchStackError(found, name, backend.url, await listStacks(backend, found.name));
  const configuration = await listConfiguration(address, { showSecrets: true });
  return resolveSettings({ argument, env, stack: (key) => configuration.get(key)?.value });
}
