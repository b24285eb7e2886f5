import { NodecloudError } from "../../client";
import { type ResolvedSettings, resolveSettings } from "../../config";
import type { ReadStacksOptions } from "./sources";

/** The settings of a stack. `name` is the name of the stack in the error about incomplete settings. */
export function settingsFor(
  name: string,
  { env, settings: argument }: ReadStacksOptions,
  stack?: (key: string) => string | undefined,
): ResolvedSettings {
  try {
    return resolveSettings({ argument, env, stack });
  } catch (error) {
    if (!(error instanceof NodecloudError)) throw error;
    throw new NodecloudError({ code: error.code, message: `${name}: ${error.message}` });
  }
}
