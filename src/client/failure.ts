import { printable } from "../printable";
import type { Effect, FieldError, NodecloudErrorCode } from "./error";
import { failureCodes } from "./exchange";
import { timingOf } from "./headers";
import { errorsText } from "./message";
import { readErrors, unreadableReason } from "./reading";
import type { PreparedCall } from "./request";
import type { TransportFailure, TransportResponse } from "./transport/transport";

/** What went wrong in one try, and what that means. */
export interface Failure {
  readonly code: NodecloudErrorCode;
  /** What came back, for people. */
  readonly what: string;
  readonly advice: string;
  /** Of this try alone. */
  readonly effect: Exclude<Effect, "done">;
  /** Whether it makes sense to try again at all; whether that is safe depends on the effect and the operation. */
  readonly passes: boolean;
  /** The pause that the service asks for before another try, in milliseconds. */
  readonly pause?: number;
  readonly status?: number;
  readonly fieldErrors?: readonly FieldError[];
  readonly hasErrorBody?: boolean;
  readonly retryAfter?: number;
  readonly requestId?: string;
}

const later = "Try again later.";
const lookFirst = "See whether it was carried out before calling again.";
const checkPath = "Check the address of the service and the brand, of which the path is made.";
const checkAddress = "Check the address of the service.";

/** There was no answer. */
export function transportFailure(failure: TransportFailure, prepared: PreparedCall): Failure {
  const effect = failure.sent === false ? "none" : "unknown";
  const base = prepared.base;
  switch (failure.code) {
    case failureCodes.aborted:
      return {
        code: "aborted",
        what: "the caller ended it",
        advice: advised(effect, ""),
        effect,
        passes: false,
      };
    case failureCodes.deadline:
      return {
        code: "deadline",
        what: "the deadline passed",
        advice: advised(effect, ""),
        effect,
        passes: false,
      };
    case failureCodes.connectTimeout:
      return {
        code: "timeout",
        what: `no connection to ${base} in time`,
        advice: checkAddress,
        effect,
        passes: true,
      };
    case failureCodes.answerTimeout:
      return {
        code: "timeout",
        what: `no answer of ${base} in time`,
        advice: advised(effect, later),
        effect,
        passes: true,
      };
    default: {
      const what = effect === "none" ? `no connection to ${base}` : `the connection to ${base} broke`;
      const advice = effect === "none" ? `${checkAddress} ${later}` : advised(effect, later);
      return { code: "connection", what: `${what} (${failure.code})`, advice, effect, passes: true };
    }
  }
}

/** There was an answer, and it is no success. */
export function responseFailure(response: TransportResponse, prepared: PreparedCall, now: number): Failure {
  const { status, headers } = response;
  const fieldErrors = readErrors(prepared.brand, response.body)?.map((error) => bounded(error, prepared));
  const { retryAfter, resetIn } = timingOf(headers, now);
  const requestId = headers["x-request-id"] ?? headers["x-correlation-id"];
  const kind = kindOf(status, headers, prepared);
  const said = fieldErrors ? errorsText(fieldErrors) : `${typeOf(headers)}, not the interface's error body`;
  const pause = status === 429 ? (retryAfter ?? resetIn) : status === 503 ? retryAfter : undefined;
  return {
    ...kind,
    what: kind.what ?? `the service answered ${status}: ${said}`,
    ...(kind.code === "not_found" && !fieldErrors ? { advice: `${checkAddress} ${kind.advice}` } : {}),
    status,
    fieldErrors: fieldErrors ?? [],
    hasErrorBody: fieldErrors !== undefined,
    ...(pause === undefined ? {} : { pause }),
    ...((status === 429 || status === 503) && retryAfter !== undefined ? { retryAfter } : {}),
    ...(requestId ? { requestId: printable(prepared.redact(requestId).slice(0, 100)) } : {}),
  };
}

/** The status says success, and the body does not bear it out. */
export function bodyFailure(response: TransportResponse, prepared: PreparedCall): Failure {
  const why = unreadableReason(prepared.named.operation, response.body);
  return {
    code: "unreadable",
    what: `the service answered ${response.status}, but ${why} (${typeOf(response.headers)})`,
    advice: `${advised("unknown", later)} ${checkAddress}`,
    effect: "unknown",
    passes: true,
    status: response.status,
  };
}

type Kind = Pick<Failure, "code" | "advice" | "effect" | "passes"> & { readonly what?: string };

function kindOf(status: number, headers: TransportResponse["headers"], prepared: PreparedCall): Kind {
  const final = { effect: "none", passes: false } as const;
  if (status === 429) {
    return { code: "rate_limited", advice: "Call less often, or later.", effect: "none", passes: true };
  }
  if (status === 408 || status >= 500) {
    const maintenance = status === 503 && headers["x-maintenance-mode"] !== undefined;
    return {
      code: "unavailable",
      advice: maintenance ? `The service is under maintenance. ${later}` : advised("unknown", later),
      effect: "unknown",
      passes: !maintenance,
    };
  }
  if (status < 400) return redirected(status, headers);
  if (status === 401) return { code: "unauthorized", advice: unauthorizedAdvice, ...final };
  if (status === 403) return { code: "forbidden", advice: forbiddenAdvice(prepared), ...final };
  if (status === 404)
    return { code: "not_found", advice: namesSomething(prepared) ? "Check the id." : checkPath, ...final };
  return { code: "rejected", advice: "Correct what it names and call again.", ...final };
}

function namesSomething({ named }: PreparedCall): boolean {
  return named.operation.call.includes("{");
}

/** 302 and 303 after a writing call are how some gateways say that it was carried out. */
function redirected(status: number, headers: TransportResponse["headers"]): Kind {
  const target = URL.canParse(headers.location ?? "") ? ` to ${new URL(headers.location ?? "").origin}` : "";
  return {
    code: "rejected",
    what: `the service answered ${status}, a redirect${target}, which is never followed`,
    advice: "Set the address of the service to where it is now.",
    effect: [301, 307, 308].includes(status) ? "none" : "unknown",
    passes: false,
  };
}

const unauthorizedAdvice =
  "Check the token: it must be one that this service gave out and that is still good.";

function forbiddenAdvice({ named, brand }: PreparedCall): string {
  const scopes = named.operation.scopes.map(brand.scope).join(" and ");
  return `The token needs the scope ${scopes || "(none)"}, and its user the grants for it.`;
}

function advised(effect: Effect, otherwise: string): string {
  return effect === "unknown" ? lookFirst : otherwise;
}

const maxReasonLength = 1000;

function bounded({ field, reason }: FieldError, { redact }: PreparedCall): FieldError {
  const shown = (text: string) => printable(redact(text).slice(0, maxReasonLength));
  return { reason: shown(reason), ...(field ? { field: shown(field) } : {}) };
}

function typeOf(headers: TransportResponse["headers"]): string {
  const [type] = (headers["content-type"] ?? "").split(";");
  return type && /^[\w.+-]+\/[\w.+-]+$/.test(type) && type.length < 80 ? type : "no content type";
}
