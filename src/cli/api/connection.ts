import { type ResolvedSettings, resolveSettings } from "../../config";
import type { CallSettings } from "./options";

const loadState = (): typeof import("../../state") => require("../../state");

/**
 * Address, token and brand: from the command line (except the token), else from the environment, else from the configuration of
 * the stack, if one is named.
 */
export async function resolveConnection(
  { baseUrl, brand, stack, cwd }: CallSettings,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
  const argument = { ...(baseUrl && { baseUrl }), ...(brand && { brand }) };
  if (stack === undefined && cwd === undefined) return resolveSettings({ argument, env });
  const { chooseStack, listConfiguration } = loadState();
  const project = { cwd: cwd ?? ".", env };
  const address = { ...project, ...(await chooseStack(project, stack)) };
  const configuration = await listConfiguration(address, { showSecrets: true });
  return resolveSettings({ argument, env, stack: (key) => configuration.get(key)?.value });
}
