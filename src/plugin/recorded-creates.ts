import { hasUnfinishedIntent, type ResourceOrigin, readOrigin, unfinishedIntents, urnOf } from "../lifecycle";
import { intentsFolder } from "./folders";
import { backendIdentity } from "./state-identity";

/**
 * Whether this machine has a record of an unfinished create. The next create of the same resource then searches for the result of that one
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

/** The resource of a create that no run has completed, and the id of the created object, if known. */
export interface UnfinishedCreate extends ResourceOrigin {
  readonly urn: string;
  readonly id: string | undefined;
}

/**
 * The creates of one backend that no run has completed.
 * @param projectFolder The folder against which a relative address of the backend is resolved.
 */
export function unfinishedCreates(
  backendUrl: string,
  projectFolder: string,
  env: Readonly<NodeJS.ProcessEnv>,
): readonly UnfinishedCreate[] {
  const owner = backendIdentity(backendUrl, projectFolder);
  return unfinishedIntents(intentsFolder(env), owner).map(({ origin, id }) => ({
    ...origin,
    urn: urnOf(origin),
    id,
  }));
}
