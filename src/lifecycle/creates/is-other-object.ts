import { parseDateTime } from "../../client";
import { LifecycleError } from "../failures";
import { compareIdentity } from "../identity/identity";
import type { Intent } from "../records/intents";
import type { Services } from "../services";
import { isGeneratedLabel } from "../values/labels";
import { type CreateMatcher, mayBeCreatedBy } from "./create-matcher";

/** What the record of a create says about the object with its id. */
export type RecordedResult = Pick<Intent, "at" | "nonce" | "created">;

/**
 * Whether an object has the id in the record of a create but is not the object that the create created. Another account or another service
 * may use the same ids.
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
  // The response to the create did not contain the time, or an older version wrote the record.
  const time = parseDateTime(created);
  if (time !== undefined) return !mayBeCreatedBy(recorded, time, services);
  const label = matcher.labelOf?.(live);
  return (
    recorded.nonce !== undefined && typeof label === "string" && !isGeneratedLabel(label, recorded.nonce)
  );
}

/** The error for an object that is not the one that a recorded create created. */
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
