import { type ResolvedSettings, resolveSettings } from "../../config";
import type { CallSettings } from "./options";

const loadEngine = (): typeof import("../../engine") => require("../../engine");

/**
 * Address, token and brand: from the command line (never the token), else from the environment, else, where a stack is
 * named, from its configuration.
 */
export async function connectionOf(
  { baseUrl, brand, stack, cwd }: CallSettings,
  env: NodeJS.ProcessEnv,
): Promise<ResolvedSettings> {
  const argument = { ...(baseUrl && { baseUrl }), ...(brand && { brand }) };
  if (stack === undefined && cwd === undefined) return resolveSettings({ argument, env });
  const configuration = await loadEngine().readConfiguration({
    cwd: cwd ?? ".",
    stack: stack ?? (env.PULUMI_STACK || "dev"),
    env,
  });
  return resolveSettings({ argument, env, stack: (key) => configuration.get(key)?.value });
}
