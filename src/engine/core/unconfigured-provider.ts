import type { ProviderPort } from "./provider-port";

/**
 * Stands for a provider whose configuration a preview does not know yet. As in the CLI, it makes no calls: inputs stay unchanged, and each
 * existing resource is shown as updated.
 */
export function unconfiguredProvider(
  warn: (urn: string) => void,
): Pick<ProviderPort, "check" | "diff" | "read"> {
  return {
    check: async ({ news }) => ({ inputs: news, failures: [] }),
    diff: async ({ urn }) => {
      warn(urn);
      return { changes: true, replaces: [], deleteBeforeReplace: false };
    },
    read: async ({ id, outputs }) => ({ id, outputs }),
  };
}

export const unconfiguredWarning =
  "The configuration of its provider is not known yet, so this preview may not show what `up` changes.";
