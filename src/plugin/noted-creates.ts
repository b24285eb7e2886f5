import { notedOrigins, type Origin, readOrigin } from "../lifecycle";
import { intentsFolder } from "./process";

/**
 * Whether this machine has a note of a create, given the input `origin` of its resource: then the next create of it
 * looks for what that one made before it sends anything.
 */
export function isNotedCreate(origin: unknown, env: NodeJS.ProcessEnv = process.env): boolean {
  const wanted = readOrigin(origin);
  return wanted !== undefined && notedOrigins(intentsFolder(env)).some((noted) => isSame(noted, wanted));
}

function isSame(left: Origin, right: Origin): boolean {
  return (["project", "stack", "type", "name", "parent"] as const).every(
    (part) => left[part] === right[part],
  );
}
