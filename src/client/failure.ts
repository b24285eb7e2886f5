import { fieldsOf } from "../contract";
import { printable } from "../printable";
import { adviceFor, tryLater } from "./advice";
import type { Effect, FieldError, NodecloudErrorCode } from "./error";
import { timingOf } from "./headers";
import { errorsText } from "./message";
import { isEmptyBody, readErrors, unreadableReason } from "./reading";
import { addsOnlyTrailingSlash, redirectAddress } from "./redirect-address";
import type { PreparedCall } from "./request";
import type { TransportResponse } from "./transport/transport";

/** Why one attempt failed, and the consequences. */
export interface Failure {
  readonly code: NodecloudErrorCode;
  /** What happened, as a clause of a message. */
  readonly summary: string;
  /** What to do, as a sentence. */
  readonly advice: string;
  /** The effect of this attempt alone. */
  readonly effect: Exclude<Effect, "done">;
  /** Whether another attempt may succeed. Whether it is safe depends on the effect and the operation. */
  readonly isTemporary: boolean;
  /** The delay before another attempt that the service asks for, in milliseconds. */
  readonly requestedDelay?: number;
  readonly status?: number;
  readonly fieldErrors?: readonly FieldError[];
  readonly hasErrorBody?: boolean;
  /** The `Retry-After` of a 429 or 503, in milliseconds. */
  readonly retryAfter?: number;
  readonly requestId?: string;
}

/** The failure of an attempt whose response status is not a success. */
export function responseFailure(response: TransportResponse, prepared: PreparedCall, now: number): Failure {
  const { status, headers } = response;
  const fieldErrors = errorsIn(response, prepared);
  const { retryAfter, resetIn } = timingOf(headers, now);
  const requestId = headers["x-request-id"] ?? headers["x-correlation-id"];
  const kind = kindOf(status, headers, prepared, fieldErrors);
  const reason = fieldErrors ? errorsText(fieldErrors) : `${typeOf(headers)}, not the interface's error body`;
  const requestedDelay = status === 429 ? (retryAfter ?? resetIn) : status === 503 ? retryAfter : undefined;
  return {
    ...kind,
    summary: kind.summary ?? `the service returned ${status}: ${reason}`,
    status,
    fieldErrors: fieldErrors ?? [],
    hasErrorBody: fieldErrors !== undefined,
    ...(requestedDelay === undefined ? {} : { requestedDelay }),
    ...((status === 429 || status === 503) && retryAfter !== undefined ? { retryAfter } : {}),
    ...(requestId ? { requestId: printable(prepared.redact(requestId).slice(0, 100)) } : {}),
  };
}

/**
 * The failure if the status is a success but the body contains the interface's errors. Undefined without errors. Also undefined if a change
 * returns an object with them, which proves that it was carried out.
 */
export function reportedFailure(
  response: TransportResponse,
  prepared: PreparedCall,
  isReadable: boolean,
): Failure | undefined {
  const { method, named } = prepared;
  if (isReadable && method !== "GET" && fieldsOf(named.operation.response).length > 0) return undefined;
  const fieldErrors = errorsIn(response, prepared);
  if (fieldErrors === undefined) return undefined;
  return {
    code: "rejected",
    summary: `the service returned ${response.status}, but with errors: ${errorsText(fieldErrors)}`,
    advice: adviceFor("unknown", prepared, rejectedAdvice(prepared, fieldErrors)),
    effect: "unknown",
    isTemporary: false,
    status: response.status,
    fieldErrors,
    hasErrorBody: true,
  };
}

/** The failure if the status is a success but the body is not a response of the operation. */
export function bodyFailure(response: TransportResponse, prepared: PreparedCall): Failure {
  const reason = unreadableReason(prepared.named.operation, response.body);
  return {
    code: "unreadable",
    summary: `the service returned ${response.status}, but ${reason} (${typeOf(response.headers)})`,
    advice:
      prepared.method === "GET"
        ? "Check the service's address or try again later."
        : "Check the service's address, and whether the call was carried out, before you call again.",
    effect: "unknown",
    // A PUT was carried out then, and its object can be read. The responses to other calls may be needed.
    isTemporary: prepared.method !== "PUT" || !isEmptyBody(response.body),
    status: response.status,
  };
}

type Kind = Pick<Failure, "code" | "advice" | "effect" | "isTemporary"> & { readonly summary?: string };

function kindOf(
  status: number,
  headers: TransportResponse["headers"],
  prepared: PreparedCall,
  fieldErrors: readonly FieldError[] | undefined,
): Kind {
  const final = { effect: "none", isTemporary: false } as const;
  if (status === 429) {
    return { code: "rate_limited", advice: "Call less often, or later.", effect: "none", isTemporary: true };
  }
  if (status === 408 || status >= 500) {
    const isMaintenance = status === 503 && headers["x-maintenance-mode"] !== undefined;
    return {
      code: "unavailable",
      advice: isMaintenance
        ? "Try again after the maintenance of the service."
        : adviceFor("unknown", prepared, tryLater),
      effect: "unknown",
      isTemporary: !isMaintenance,
    };
  }
  if (status < 400) return redirected(status, headers, prepared);
  if (status === 401) return { code: "unauthorized", advice: unauthorizedAdvice(prepared), ...final };
  if (status === 403) return { code: "forbidden", advice: forbiddenAdvice(prepared, fieldErrors), ...final };
  if (status === 404 || status === 410)
    return { code: "not_found", advice: notFoundAdvice(prepared, fieldErrors), ...final };
  return { code: "rejected", advice: rejectedAdvice(prepared, fieldErrors), ...final };
}

/** Some gateways return 302 or 303 for a writing call that was carried out. */
function redirected(
  status: number,
  { location }: TransportResponse["headers"],
  prepared: PreparedCall,
): Kind {
  const addsSlash = addsOnlyTrailingSlash(location, prepared);
  const address = addsSlash ? "the same path with a trailing slash" : redirectAddress(location, prepared);
  const target = address === undefined ? "" : ` to ${address}`;
  return {
    code: "rejected",
    summary: `the service returned ${status}, a redirect${target}, which is never followed`,
    advice: addsSlash
      ? "Check the service's address, and any proxy in front of it: paths of the interface have no trailing slash."
      : "Set the service's address to the new one.",
    effect: [301, 307, 308].includes(status) ? "none" : "unknown",
    isTemporary: false,
  };
}

/** Without the interface's error body, the response may be that of a proxy. Errors without fields need not be about the arguments. */
function rejectedAdvice({ method }: PreparedCall, fieldErrors: readonly FieldError[] | undefined): string {
  if (fieldErrors === undefined)
    return "Check the arguments, the service's address, and any proxy in front of it.";
  return method !== "DELETE" && fieldErrors.some(({ field }) => field !== undefined)
    ? "Correct the arguments and try again."
    : "Resolve what the service states and try again.";
}

/** A service may return 401 for a token without the scope, too: the interface does not show the status. */
function unauthorizedAdvice(prepared: PreparedCall): string {
  const scopes = scopesOf(prepared);
  return scopes === ""
    ? "Check that this service issued the token and that it has not expired."
    : `Check that this service issued the token, that it has not expired, and that it has the scope ${scopes}.`;
}

function forbiddenAdvice(prepared: PreparedCall, fieldErrors: readonly FieldError[] = []): string {
  // Sections 4.1 and 5.4.
  if (fieldErrors.some(({ field }) => field === "tags"))
    return "Only an unrestricted user can set tags: use such a user's token, or do not declare them.";
  const mayBeTags = hasTags(prepared) && fieldErrors.every(({ field }) => field === undefined);
  const rule = mayBeTags ? "; only an unrestricted user can add or change tags" : "";
  return `The token needs the scope ${scopesOf(prepared) || "(none)"}, and its user the matching grants${rule}.`;
}

function hasTags({ body }: PreparedCall): boolean {
  return typeof body === "string" && body.includes('"tags":[');
}

/** The scopes that the operation needs, as the operator names them. Empty if it needs none. */
function scopesOf({ named, brand }: PreparedCall): string {
  return named.operation.scopes.map(brand.scope).join(" and ");
}

/** If the service names a field, that argument is at fault, such as the disk of an image. */
function notFoundAdvice(prepared: PreparedCall, fieldErrors: readonly FieldError[] | undefined): string {
  const { named } = prepared;
  if (fieldErrors?.some(({ field }) => field !== undefined)) return rejectedAdvice(prepared, fieldErrors);
  if (!named.operation.call.includes("{"))
    return "Check the service's address and the brand, which is part of the path.";
  return fieldErrors ? "Check the id." : "Check the service's address and the id.";
}

const maxReasonLength = 1000;

/** The errors in a body that has the interface's error format, safe to print. */
function errorsIn({ body }: TransportResponse, prepared: PreparedCall): readonly FieldError[] | undefined {
  return readErrors(prepared.brand, body)?.map((error) => printableError(error, prepared.redact));
}

/** An error of the service with its strings redacted, shortened and safe to print. */
export function printableError({ field, reason }: FieldError, redact: PreparedCall["redact"]): FieldError {
  const shown = (text: string) => printable(redact(text).slice(0, maxReasonLength));
  return { reason: shown(reason), ...(field ? { field: shown(field) } : {}) };
}

function typeOf(headers: TransportResponse["headers"]): string {
  const [type] = (headers["content-type"] ?? "").split(";");
  return type && /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length < 80 ? type : "no content type";
}
