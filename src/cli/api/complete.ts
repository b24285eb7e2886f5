import { Command } from "commander";
import { completeTree } from "../completion/complete-tree";
import type { Completions } from "../completion/completions";
import { apiSources } from "../completion/source-names";
import { declareApi } from "./declare-api";

/** Completions at the cursor of a command line after `nodecloud api`: groups, operations and options of the contract. */
export async function completeApi(
  argv: readonly string[],
  current: string,
  env: NodeJS.ProcessEnv,
): Promise<Completions> {
  const root = new Command("api")
    .exitOverride()
    .helpCommand(false)
    .configureOutput({ writeErr: () => undefined });
  const declared = declareApi(root, argv, env, async () => undefined);
  return completeTree(root, declared, current, { env, sources: apiSources });
}
