import type { Brand } from "../../contract";
import type { Refusal, RefusalKind } from "../refusal";
import type { Settings } from "../settings";

/** A status and a body. The body is undefined for a response without one. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
}

const fixedStatuses = {
  token: 401,
  forbidden: 403,
  notFound: 404,
  method: 405,
  spent: 409,
  rateLimit: 429,
  limit: 400,
  tooLarge: 413,
  mediaType: 415,
  unkept: 503,
} as const;

/** The response to a failed call: the interface's error body (section 2.15) with the brand's names. */
export function errorResponse(refusal: Refusal, brand: Brand, settings: Settings): ApiResponse {
  const usesOtherTexts = settings.errorTexts === "other";
  const errors = refusal.faults.map(({ reason, field }) => {
    const text = usesOtherTexts ? `The request was rejected (${refusal.kind}).` : reason;
    if (field === undefined) return { reason: text };
    const own = field.split(".").map(brand.field).join(".");
    return { field: own, reason: renameField(renameField(text, field, own), lastPart(field), lastPart(own)) };
  });
  return { status: statusOf(refusal.kind, settings), body: { errors } };
}

/** Replaces the name of the field at the start of a reason. A reason starts with the whole name or its last part. */
function renameField(reason: string, name: string, own: string): string {
  return reason.startsWith(`${name} `) ? own + reason.slice(name.length) : reason;
}

const lastPart = (field: string): string => field.slice(field.lastIndexOf(".") + 1);

function statusOf(kind: RefusalKind, settings: Settings): number {
  switch (kind) {
    case "input":
      return settings.inputStatus;
    case "scope":
      return settings.scopeStatus;
    case "busy":
      return settings.busyStatus;
    default:
      return fixedStatuses[kind];
  }
}
