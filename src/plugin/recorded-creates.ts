import { existsSync } from "node:fs";
import {
  hasUnfinishedIntent,
  type ResourceOrigin,
  readOrigin,
  type UnreadableRecord,
  unfinishedElsewhere,
  unfinishedIntents,
  unreadableIntents,
  urnOf,
} from "../lifecycle";
import { intentsFolder } from "./folders";
import { objectsIn } from "./saved-results";
import { backendIdentity } from "./state-identity";

export type { UnreadableRecord };

/**
 * Whether this machine has a record of an unfinished create. The next create of the same resource then searches for the result of that one
 * before it sends anything. It does not if its stack has been renamed since: the record, and the inputs in the state, have the former name.
 * @param pending The resource of the create, as the state records it.
 * @param backendUrl The backend of its state.
 */
export function hasRecordedCreate(
  {
    urn,
    inputs: { origin, label },
  }: { readonly urn: string; readonly inputs: Readonly<Record<string, unknown>> },
  backendUrl: string,
  env: NodeJS.ProcessEnv = process.env,
): boolean {
  const wanted = readOrigin(origin);
  return (
    wanted !== undefined &&
    urnOf(wanted) === urn &&
    hasUnfinishedIntent(intentsFolder(env), backendIdentity(backendUrl, process.cwd()), wanted, label)
  );
}

/** The records of creates on this machine that cannot be read, and why. Each may be that of any stack. */
export function unreadableRecords(env: NodeJS.ProcessEnv = process.env): readonly UnreadableRecord[] {
  return unreadableIntents(intentsFolder(env));
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

/**
 * The creates of one stack whose objects its state does not have. If the state has the object, the run that created it was killed before it
 * completed the record.
 * @param resources The resources in the state, as its JSON has them.
 */
export function createsMissingFrom(
  { project, stack }: Pick<ResourceOrigin, "project" | "stack">,
  resources: unknown,
  creates: readonly UnfinishedCreate[],
): readonly UnfinishedCreate[] {
  const isInState = objectsIn(resources);
  return creates.filter(
    (create) => create.project === project && create.stack === stack && !isInState(create),
  );
}

/** An unfinished create of a stack of the same name, whose backend was in a folder that no longer exists. */
export interface CreateOfMissingFolder extends ResourceOrigin {
  readonly folder: string;
  /** Its record. */
  readonly file: string;
}

/**
 * The unfinished creates that may belong to a stack whose folder was moved, or is mounted under another path: nothing else finds these
 * records.
 * @param backend The identity of the stack's backend.
 */
export function createsOfMissingFolders(
  backend: string,
  { project, stack }: Pick<ResourceOrigin, "project" | "stack">,
  env: Readonly<NodeJS.ProcessEnv>,
): readonly CreateOfMissingFolder[] {
  return unfinishedElsewhere(intentsFolder(env), backend).flatMap(({ origin, backend: other, file }) => {
    const [, folder] = /^(?:file:\/\/|folder:)(.+)$/.exec(other) ?? [];
    const isCandidate = origin.project === project && origin.stack === stack;
    return isCandidate && folder !== undefined && !existsSync(folder) ? [{ ...origin, folder, file }] : [];
  });
}
