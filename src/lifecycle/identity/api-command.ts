import { shellWord } from "../../shell-word";
import type { Services } from "../services";
import { accountsOf } from "./accounts";

/**
 * A command for messages that calls an operation, as `nodecloud api` names it. It refuses a token for another account, where the same id may
 * belong to another object: the token of an explicit provider is not the one of the environment.
 */
export function apiCommand(services: Services, call: string): string {
  const { known } = accountsOf(services);
  return `\`nodecloud api ${call}${known === undefined ? "" : ` --account ${shellWord(known)}`}\``;
}
