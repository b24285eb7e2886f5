import type { Method } from "../../contract";

/** A body that is never in memory as a whole, sent with its length known. */
export interface StreamedBody {
  /** In bytes. */
  readonly length: number;
  /** Begins anew with each call. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** A request as it goes out. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | StreamedBody;
  /** Not over a connection that served another request before. */
  readonly freshConnection: boolean;
  /** The request is to be cut off. */
  readonly signal: AbortSignal;
  /**
   * To be told `connecting` while nothing can have been sent yet, and `connected` from then on. A transport that tells
   * nothing is taken to be connected from the start.
   */
  readonly onConnection: (state: "connecting" | "connected") => void;
}

/** An answer as it comes in, whatever its status. */
export interface TransportResponse {
  readonly status: number;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

/** Carries one request; resolves for every status, never follows a redirect, and rejects with TransportFailure only. */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** There was no answer, or not a whole one. */
export class TransportFailure extends Error {
  override readonly name = "TransportFailure";
  /** False: certainly nothing reached the service. */
  readonly sent: boolean | "maybe";
  /** What happened, as the system calls it: `ECONNREFUSED`, `ECONNRESET`, ... */
  readonly code: string;

  constructor(failure: { readonly sent: boolean | "maybe"; readonly code: string }) {
    super(failure.code);
    this.sent = failure.sent;
    this.code = failure.code;
  }
}
