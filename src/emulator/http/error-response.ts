import type { Brand } from "../../contract";
import type { ServiceError, ServiceErrorKind } from "../service-error";
import type { Settings } from "../types.generated";

/** A status and a body. The body is undefined for a response without one. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  /** Where a redirect leads. */
  readonly location?: string;
}

const fixedStatuses = {
  token: 401,
  forbidden: 403,
  redirect: 302,
  noPath: 404,
  method: 405,
  conflict: 409,
  rateLimit: 429,
  limit: 400,
  tooLarge: 413,
  mediaType: 415,
  storage: 503,
} as const;

/** The response to a failed call: the interface's error body (section 2.15) with the brand's names. */
export function errorResponse(error: ServiceError, brand: Brand, settings: Settings): ApiResponse {
  const status = statusOf(error.kind, settings);
  const { location } = error;
  if (location !== undefined) return { status, body: undefined, location };
  if (error.details.length === 0) return { status, body: undefined };
  const usesOtherWording = settings.errorTexts === "other";
  const errors = error.details.map(({ reason, field }) => {
    const text = usesOtherWording ? `The request was rejected (${error.kind}).` : reason;
    if (field === undefined) return { reason: text };
    const own = field.split(".").map(brand.field).join(".");
    return { field: own, reason: renameField(renameField(text, field, own), lastPart(field), lastPart(own)) };
  });
  return { status, body: { errors } };
}

/** Replaces the name of the field at the start of a reason, which is the whole name or its last part. */
function renameField(reason: string, name: string, own: string): string {
  return reason.startsWith(`${name} `) ? own + reason.slice(name.length) : reason;
}

const lastPart = (field: string): string => field.slice(field.lastIndexOf(".") + 1);

function statusOf(kind: ServiceErrorKind, settings: Settings): number {
  switch (kind) {
    case "input":
      return settings.inputStatus;
    case "notFound":
      return settings.unknownIdStatus;
    case "scope":
      return settings.scopeStatus;
    case "busy":
      return settings.busyStatus;
    default:
      return fixedStatuses[kind];
  }
}
