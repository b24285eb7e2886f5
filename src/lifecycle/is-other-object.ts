import { parseDateTime } from "../client";
import { type CreateMatcher, mayBeCreatedBy } from "./create-matcher";
import { LifecycleError } from "./failures";
import { compareIdentity } from "./identity";
import type { Intent } from "./intents";
import type { Services } from "./services";

/** What the record of a create shows of the object with its id. */
export type RecordedResult = Pick<Intent, "at" | "nonce" | "created">;

/**
 * Whether an object is another one than the create of a record made, although it has the id that the record names: another account
 * or another service uses the same ids.
 */
export function isOtherObject<Live>(
  matcher: CreateMatcher<Live>,
  live: Live,
  recorded: RecordedResult,
  services: Pick<Services, "serverTime">,
): boolean {
  const created = matcher.createdAt?.(live);
  const verdict = compareIdentity(recorded, { created });
  if (verdict !== "unknown") return verdict === "other";
  // The answer to the create did not show the time, or an older version wrote the record.
  const time = parseDateTime(created);
  if (time !== undefined) return !mayBeCreatedBy(recorded, time, services);
  const label = matcher.labelOf?.(live);
  return recorded.nonce !== undefined && typeof label === "string" && label !== recorded.nonce;
}

/** The error for an object that is another one than the create of a record made. */
export function otherObjectError<Live>(
  { kind, matcher }: { readonly kind: string; readonly matcher: CreateMatcher<Live> },
  live: Live,
  { id, at, created }: RecordedResult & { readonly id: string },
  address: string,
): LifecycleError {
  const first = created ? `created ${created}` : `requested ${new Date(at).toISOString()}`;
  const other = matcher.createdAt?.(live) || "at an unknown time";
  return new LifecycleError(
    `${kind} ${id} at ${address} is not the one that an earlier run created for this resource: that one was ${first}, and this one was created ${other}. Neither was changed, and nothing was created. Check the address and the token; if the ${kind} of the earlier run no longer exists, add \`--allow-empty\`, or set NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
  );
}
