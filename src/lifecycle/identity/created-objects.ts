import { compareIdentity } from "./identity";

/** An object that a create request created. */
export interface CreatedObject {
  readonly id: string;
  /** As the service returned it. */
  readonly created?: string;
}

/** The result of an earlier create. */
export interface EarlierResult extends CreatedObject {
  /** The time just before the request was sent, in milliseconds since 1970. */
  readonly at: number;
}

/** The objects that existed before a request. */
export interface Existing {
  /** The ids of those that looked alike. */
  readonly before: readonly string[];
  /**
   * The results of earlier creates of this resource, of the last day. A lagging list may contain them only after the request, and a
   * restarted service may assign their ids to other objects.
   */
  readonly earlierResults?: readonly EarlierResult[];
}

/** The objects that creates of other resources created. */
export interface RecentCreates {
  readonly objects: readonly CreatedObject[];
  /** Objects that the resources have had before and have replaced. */
  readonly replaced: readonly CreatedObject[];
  readonly labels: ReadonlySet<string>;
}

/** The creation time in a record. A service may not return it. */
export function createdAs(created: string | null | undefined): Pick<CreatedObject, "created"> {
  return typeof created === "string" && created !== "" ? { created } : {};
}

/** Whether an object is the one of a record. Without both creation times, the id decides. */
export function isRecorded(
  { id, created }: CreatedObject,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  const now = typeof live.created === "string" ? live.created : undefined;
  return id === live.id && compareIdentity(createdAs(created), { created: now }) !== "other";
}

/** Whether an object existed before the request. */
export function existedBefore(
  { before, earlierResults = [] }: Existing,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  return before.includes(live.id) || earlierResults.some((result) => isRecorded(result, live));
}

/** Whether another resource's record names the object as the one that it has. */
export function isRecordedIn(
  { objects }: RecentCreates,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  return objects.some((recorded) => isRecorded(recorded, live));
}

/** Whether a create of another resource created the object. */
export function isResultOfOther(
  { objects, replaced }: RecentCreates,
  live: { readonly id: string; readonly created: unknown },
): boolean {
  return [...objects, ...replaced].some((recorded) => isRecorded(recorded, live));
}
