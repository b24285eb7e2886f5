import { isRecord } from "../../unknown";
import type { Properties } from "../lifecycle";

/**
 * The values that distinguish an object from another one with the same id, as the state records them. A value that the service does not
 * return is absent.
 */
export interface Identity {
  /** The `euuid` of the account that the object belongs to. */
  readonly account?: string;
  /** When the object was created, as the service returned it when it was first read. */
  readonly created?: string;
  readonly region?: string;
}

/** The identity of a live object, as far as the service returns it. */
export interface LiveIdentity {
  readonly created?: string | null | undefined;
  readonly region?: string | null | undefined;
  /** Whether every account can see the object, such as a public image. */
  readonly isPublic?: boolean;
}

/** The identity in outputs. Version 0.1.0 recorded none, but most of its outputs hold the creation time. */
export function readIdentity(outputs: Properties): Identity {
  if (isRecord(outputs.identity)) return toIdentity(outputs.identity);
  const { created, region } = outputs;
  return toIdentity(outputs.applied === undefined ? {} : { created, region });
}

function toIdentity({ account, created, region }: Properties): Identity {
  return {
    ...(isText(account) ? { account } : {}),
    ...(isText(created) ? { created } : {}),
    ...(isText(region) ? { region } : {}),
  };
}

/** In seconds: the response to a create may contain a different second than views do, such as one that was not rounded. */
const createdTolerance = 2;

/** Whether a live object is the recorded one, as far as its fields show. */
export function compareIdentity(recorded: Identity, live: LiveIdentity): "same" | "other" | "unknown" {
  const before = secondsOf(recorded.created);
  const now = secondsOf(live.created);
  if (before !== undefined && now !== undefined)
    return Math.abs(before - now) <= createdTolerance ? "same" : "other";
  // A migration may change the region, so it counts only if the service returns no creation time.
  if (recorded.region && live.region) return recorded.region === live.region ? "unknown" : "other";
  return "unknown";
}

/**
 * Whether a live object shows that the token belongs to the account of the recorded one: it is certainly the same object, and not one that
 * every account can see.
 * @param idsAreUnique Whether the id alone identifies an object.
 */
export function provesAccount(recorded: Identity, live: LiveIdentity, idsAreUnique: boolean): boolean {
  return live.isPublic !== true && (idsAreUnique || compareIdentity(recorded, live) === "same");
}

/** The identity to record. A value that was recorded before stays unchanged. */
export function recordIdentity(
  recorded: Identity,
  live: LiveIdentity,
  account: string | undefined,
): Identity {
  return toIdentity({
    account: live.isPublic ? undefined : (account ?? recorded.account),
    created: recorded.created ?? live.created,
    region: recorded.region ?? live.region,
  });
}

/** An identity as outputs contain it. Absent if the object has none. */
export interface IdentityOutput {
  readonly identity?: Identity;
}

/** The identity to record, for the outputs. */
export function identityOutput(...args: Parameters<typeof recordIdentity>): IdentityOutput {
  const identity = recordIdentity(...args);
  return Object.keys(identity).length > 0 ? { identity } : {};
}

/** Seconds since 1970. A time without a zone is UTC. Fractions are dropped, because some responses omit them. */
function secondsOf(text: string | null | undefined): number | undefined {
  const match = dateTime.exec(text ?? "");
  if (!match) return undefined;
  const [, date, time, zone = "Z"] = match;
  const ms = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2").toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

const dateTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|z|[+-]\d{2}:?\d{2})?$/;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
