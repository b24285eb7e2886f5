import { hasUnfinishedIntent, readOrigin } from "../lifecycle";
import { intentsFolder } from "./process";
import { backendIdentity } from "./state-identity";

/**
 * Whether this machine has a record of a create, given the input `origin` of its resource and the backend of its state: then
 * the next create of it looks for what that one made before it sends anything.
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
