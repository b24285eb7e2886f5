import type { Command } from "commander";
import type * as CompleteApi from "../api/complete";
import { completeTree } from "./complete-tree";
import { type Completions, nothing } from "./completions";
import { commandSources } from "./source-names";

const loadApi = (): typeof CompleteApi => require("../api/complete");

/**
 * Completions at the cursor of a `nodecloud` command line.
 *
 * @param words The words between the command's name and the current one, without quotes.
 * @param current The word that ends at the cursor, without quotes.
 */
export async function complete(
  program: Command,
  words: readonly string[],
  current: string,
  env: NodeJS.ProcessEnv,
): Promise<Completions> {
  if (words[0] !== "api") return completeTree(program, words, current, { env, sources: commandSources });
  // Commander rejects a word that is not in the contract.
  return loadApi()
    .completeApi(words.slice(1), current, env)
    .catch(() => nothing);
}
