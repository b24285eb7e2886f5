/** What kind of failure it is; code that handles errors goes by this, never by the text. */
export type NodecloudErrorCode =
  /** Refused before anything was sent; `fieldErrors` name the arguments. */
  | "input"
  /** The address, the token or the brand is missing or can't be used. */
  | "configuration"
  /** No connection, or it broke. */
  | "connection"
  /** No answer in time. */
  | "timeout"
  /** 401: no token, or not a good one. */
  | "unauthorized"
  /** 403: not permitted or not granted. */
  | "forbidden"
  /** 404. */
  | "not_found"
  /** Any other answer that refuses, redirects included. */
  | "rejected"
  /** 429. */
  | "rate_limited"
  /** 408 and 5xx. */
  | "unavailable"
  /** A list that could not be read to its end: too long, or without one. */
  | "incomplete"
  /** A success whose body can't be read. */
  | "unreadable"
  /** The caller's deadline. */
  | "deadline"
  /** The caller's signal. */
  | "aborted";

/** What is true now: certainly nothing was changed, it may have been carried out, or it was. */
export type Effect = "none" | "unknown" | "done";

/** An argument or a field at fault. */
export interface FieldError {
  /** As the caller wrote it, with dots between levels; absent where the service named none. */
  readonly field?: string;
  readonly reason: string;
}

/** One sending of the request. */
export interface Attempt {
  /** When it began, in milliseconds since 1970 on the client's clock. */
  readonly at: number;
  /** How long it took, in milliseconds. */
  readonly ms: number;
  readonly status?: number;
  readonly failure?: string;
}

/** All that is known of a failure. Nothing in it is secret. */
export interface NodecloudErrorFields {
  readonly code: NodecloudErrorCode;
  readonly message: string;
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

/** Every failure of this client. It holds no token, no body and no secret, at any depth. */
export class NodecloudError extends Error {
  override readonly name = "NodecloudError";
  readonly code: NodecloudErrorCode;
  /** `instances.view`; absent where no operation was called. */
  readonly operation: string | undefined;
  /** Method and path template under the brand in force: `GET /node/instances/{instanceId}`. */
  readonly call: string | undefined;
  /** The status of the last answer, where there was one. */
  readonly status: number | undefined;
  /** Every sending, in order; none where nothing was sent. */
  readonly attempts: readonly Attempt[];
  /** What the client or the service found wrong, by argument. */
  readonly fieldErrors: readonly FieldError[];
  /** What is true now. Of a reading call always `none`. */
  readonly effect: Effect;
  /** Whether the body was the interface's error body (section 2.15): false for a proxy's page or an empty body. */
  readonly hasErrorBody: boolean;
  /** How long the service asked to wait, in milliseconds; on 429 and 503 only. */
  readonly retryAfter: number | undefined;
  /** The id that the service gave the request, where it did. */
  readonly requestId: string | undefined;

  constructor(facts: NodecloudErrorFields) {
    super(facts.message);
    this.code = facts.code;
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
    const { name, message, code, operation, call, status, attempts, fieldErrors, effect } = this;
    const { hasErrorBody, retryAfter, requestId } = this;
    return {
      ...{ name, code, message, operation, call, status, attempts, fieldErrors, effect },
      ...{ hasErrorBody, retryAfter, requestId },
    };
  }
}

/** Whether it is open if the request was carried out. */
export function isAmbiguous(error: unknown): error is NodecloudError {
  return error instanceof NodecloudError && error.effect === "unknown";
}
