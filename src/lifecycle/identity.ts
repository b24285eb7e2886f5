import { isRecord } from "../unknown";
import type { Properties } from "./definition";

/** What identifies a thing for good, beside its id. What a service does not show is absent. */
export interface Identity {
  /** The `euuid` of the account that it belongs to. */
  readonly account?: string;
  /** When it was created, as the service wrote it when that was first read. */
  readonly created?: string;
  readonly region?: string;
}

/** What the thing itself shows of its identity. */
export interface LiveIdentity {
  readonly created?: string | null | undefined;
  readonly region?: string | null | undefined;
  /** Seen by every account, such as a public image. */
  readonly isPublic?: boolean;
}

/** The identity in outputs. Those of 0.1.0 hold none, but most hold when the thing was created. */
export function readIdentity(outputs: Properties): Identity {
  if (isRecord(outputs.identity)) return identityOf(outputs.identity);
  const { created, region } = outputs;
  return identityOf(outputs.applied === undefined ? {} : { created, region });
}

function identityOf({ account, created, region }: Properties): Identity {
  return {
    ...(isText(account) ? { account } : {}),
    ...(isText(created) ? { created } : {}),
    ...(isText(region) ? { region } : {}),
  };
}

/** Whether a thing is the one that was recorded, as far as what it shows can tell. */
export function compareIdentity(recorded: Identity, seen: LiveIdentity): "same" | "other" | "unknown" {
  const before = instantOf(recorded.created);
  const now = instantOf(seen.created);
  if (before !== undefined && now !== undefined) return before === now ? "same" : "other";
  // A migration may move a thing, so that its region only counts where the service shows no time.
  if (recorded.region && seen.region) return recorded.region === seen.region ? "unknown" : "other";
  return "unknown";
}

/** The identity to record: what was recorded before is kept as it was written. */
export function recordIdentity(
  recorded: Identity,
  seen: LiveIdentity,
  account: string | undefined,
): Identity {
  return identityOf({
    account: seen.isPublic ? undefined : (account ?? recorded.account),
    created: recorded.created ?? seen.created,
    region: recorded.region ?? seen.region,
  });
}

/** Seconds since 1970. A moment without a zone is UTC, and some answers leave out fractions that others have. */
function instantOf(text: string | null | undefined): number | undefined {
  const match = moment.exec(text ?? "");
  if (!match) return undefined;
  const [, date, time, zone = "Z"] = match;
  const ms = Date.parse(`${date}T${time}${zone.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2").toUpperCase()}`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

const moment = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|z|[+-]\d{2}:?\d{2})?$/;

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
