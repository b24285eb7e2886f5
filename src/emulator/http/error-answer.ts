import type { Brand } from "../../contract";
import type { Refusal, RefusalKind } from "../refusal";
import type { Settings } from "../settings";

/** What is answered: a status and a body, or none. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
}

const fixed = {
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

/** A refusal in the interface's form (section 2.15), under the brand's names. */
export function errorAnswer(refusal: Refusal, brand: Brand, settings: Settings): Answered {
  const isOther = settings.errorTexts === "other";
  const errors = refusal.faults.map(({ reason, field }) => {
    const text = isOther ? `The request was turned down (${refusal.kind}).` : reason;
    if (field === undefined) return { reason: text };
    const own = field.split(".").map(brand.field).join(".");
    return { field: own, reason: inBrand(inBrand(text, field, own), lastOf(field), lastOf(own)) };
  });
  return { status: statusOf(refusal.kind, settings), body: { errors } };
}

/** Reasons begin with the whole name of the field, or with its last part. */
function inBrand(reason: string, name: string, own: string): string {
  return reason.startsWith(`${name} `) ? own + reason.slice(name.length) : reason;
}

const lastOf = (field: string): string => field.slice(field.lastIndexOf(".") + 1);

function statusOf(kind: RefusalKind, settings: Settings): number {
  switch (kind) {
    case "input":
      return settings.inputStatus;
    case "scope":
      return settings.scopeStatus;
    case "busy":
      return settings.busyStatus;
    default:
      return fixed[kind];
  }
}
