import type { Method } from "../../contract/method";

/** A body of known length that is never in memory as a whole. */
export interface StreamedBody {
  /** In bytes. */
  readonly length: number;
  /**
   * Returns the content from its start, with each call. With `buffers`, the chunks are read into these in turn: each is valid until one
   * further chunk per buffer has been requested.
   */
  chunks(buffers?: readonly Uint8Array[]): AsyncIterable<Uint8Array>;
}

/** A request as it is sent. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | StreamedBody;
  /** Whether it needs a new connection instead of one that has served another request. */
  readonly freshConnection: boolean;
  /** Aborts the request. */
  readonly signal: AbortSignal;
  /**
   * The transport calls it with `connecting` while it is certain that nothing has been sent yet, and with `connected` afterwards. Without a
   * call, the request counts as connected from the start.
   */
  readonly onConnection: (state: "connecting" | "connected") => void;
}

/** A response as it is received, whatever its status. */
export interface TransportResponse {
  readonly status: number;
  /** The keys are the names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Sends one request. It resolves for every status, follows no redirect and rejects with TransportFailure only. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** No response, or only a part of one, was received. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  /** Whether the request was sent; false means that it certainly did not reach the service. */
  readonly sent: boolean | "maybe";
  /** The system's error code: `ECONNREFUSED`, `ECONNRESET`, ... */
  readonly code: string;
  /** Why the transport never sends such a request, as a clause of a message. If set, no further attempt is made. */
  readonly refusal: string | undefined;

  constructor(failure: {
    readonly sent: boolean | "maybe";
    readonly code: string;
    readonly refusal?: string;
  }) {
    super(failure.code);
    this.sent = failure.sent;
    this.code = failure.code;
    this.refusal = failure.refusal;
  }
}
