/** The kind of failure. Handle errors by this code, not by their message. */
export type NodecloudErrorCode =
  /** Refused before anything was sent; `fieldErrors` name the arguments. */
  | "input"
  /** The address, the token or the brand is missing or not valid. */
  | "configuration"
  /** The connection could not be established, or it broke. */
  | "connection"
  /** The service did not respond in time. */
  | "timeout"
  /** 401: no token, an invalid one or, from some services, one without the scope. */
  | "unauthorized"
  /** 403: the token or its user lacks a permission. */
  | "forbidden"
  /** 404 or 410. */
  | "not_found"
  /** Any other status that is not a success, redirects included, or a success with the interface's error body. */
  | "rejected"
  /** 429. */
  | "rate_limited"
  /** 408 and 5xx. */
  | "unavailable"
  /** A list that could not be read completely: too long, or endless. */
  | "incomplete"
  /** A success whose body cannot be read. */
  | "unreadable"
  /** The caller's deadline passed, or the time for a whole list. */
  | "deadline"
  /** The caller's signal aborted the call. */
  | "aborted";

/** Whether the call was carried out: no, unknown, or yes. */
export type Effect = "none" | "unknown" | "done";

/** An error that concerns one argument or field. */
export interface FieldError {
  /** The name as the caller wrote it, with dots between levels; absent if the service named none. */
  readonly field?: string;
  readonly reason: string;
}

/** One attempt of a call. */
export interface Attempt {
  /** When it began, in milliseconds since 1970 on the client's clock. */
  readonly at: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly status?: number;
  readonly failure?: string;
}

/** The fields of a NodecloudError. None contains a secret. */
export interface NodecloudErrorFields {
  readonly code: NodecloudErrorCode;
  readonly message: string;
  /** Default: `message` without a final period. */
  readonly summary?: string;
  readonly operation?: string | undefined;
  readonly call?: string | undefined;
  readonly status?: number | undefined;
  readonly attempts?: readonly Attempt[];
  readonly fieldErrors?: readonly FieldError[];
  readonly effect?: Effect;
  readonly hasErrorBody?: boolean;
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
}

/** Every failure of this client. It contains no token, no body and no secret, at any depth. */
export class NodecloudError extends Error {
  override readonly name = "NodecloudError";
  readonly code: NodecloudErrorCode;
  /**
   * The call and why it failed, as one clause without a final period. Unlike `message`, it does not say what was changed or what to do, so
   * callers that know both can add their own sentences.
   */
  readonly summary: string;
  /** `instances.view`; absent if no operation was called. */
  readonly operation: string | undefined;
  /** Method and path template, under the brand: `GET /node/instances/{instanceId}`. */
  readonly call: string | undefined;
  /** The status of the last response, if there was one. */
  readonly status: number | undefined;
  /** Every attempt, in order; empty if nothing was sent. */
  readonly attempts: readonly Attempt[];
  /** The problems that the client or the service reported, by argument. */
  readonly fieldErrors: readonly FieldError[];
  /** Whether the call was carried out. Always `none` for a reading call. */
  readonly effect: Effect;
  /** Whether the response had the interface's error body (section 2.15), and not a proxy's page or no body. */
  readonly hasErrorBody: boolean;
  /** The `Retry-After` of a 429 or 503, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** The id that the service gave the request, if any. */
  readonly requestId: string | undefined;

  constructor(facts: NodecloudErrorFields) {
    super(facts.message);
    this.code = facts.code;
    this.summary = facts.summary ?? facts.message.replace(/\.$/, "");
    this.operation = facts.operation;
    this.call = facts.call;
    this.status = facts.status;
    this.attempts = facts.attempts ?? [];
    this.fieldErrors = facts.fieldErrors ?? [];
    this.effect = facts.effect ?? "none";
    this.hasErrorBody = facts.hasErrorBody ?? false;
    this.retryAfter = facts.retryAfter;
    this.requestId = facts.requestId;
  }

  toJSON(): NodecloudErrorFields & { readonly name: string } {
    const { name, message, summary, code, operation, call, status, attempts, fieldErrors, effect } = this;
    const { hasErrorBody, retryAfter, requestId } = this;
    return {
      ...{ name, code, message, summary, operation, call, status, attempts, fieldErrors, effect },
      ...{ hasErrorBody, retryAfter, requestId },
    };
  }
}

/** Whether the request of this failure may have been carried out. */
export function isAmbiguous(error: unknown): error is NodecloudError {
  return error instanceof NodecloudError && error.effect === "unknown";
}
