import { hasUnfinishedIntent, type ResourceOrigin, readOrigin, unfinishedIntents } from "../lifecycle";
import { intentsFolder } from "./folders";
import { backendIdentity } from "./state-identity";

/**
 * Whether this machine has a record of an unfinished create. The next create of the same resource then searches for what that one made
 * before it sends anything.
 * @param origin The input `origin` of the resource.
 * @param backendUrl The backend of its state.
 */
export function hasRecordedCreate(
  origin: unknown,
  backendUrl: string,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const wanted = readOrigin(origin);
  return (
    wanted !== undefined &&
    hasUnfinishedIntent(intentsFolder(env), backendIdentity(backendUrl, process.cwd()), wanted)
  );
}

/**
 * The resources of one backend whose creates no run has completed.
 * @param projectFolder Against which a relative address of the backend is resolved.
 */
export function unfinishedCreates(
  backendUrl: string,
  projectFolder: string,
  env: Readonly<NodeJS.ProcessEnv>,
): readonly ResourceOrigin[] {
  const owner = backendIdentity(backendUrl, projectFolder);
  return unfinishedIntents(intentsFolder(env), owner).map(({ origin }) => origin);
}
