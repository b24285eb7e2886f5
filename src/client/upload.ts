import { createReadStream } from "node:fs";
import { type Clock, realClock } from "../clock";
import { maxAttempts, retryDelay } from "./backoff";
import type { CallOptions } from "./calls";
import { type Attempt, NodecloudError, type NodecloudErrorCode } from "./error";
import { exchange, failureCodes } from "./exchange";
import { timingOf } from "./headers";
import type { ImageFile } from "./image-file";
import { axiosTransport } from "./transport";
import {
  type StreamedBody,
  type Transport,
  TransportFailure,
  type TransportResponse,
} from "./transport/transport";

export interface UploadOptions extends Pick<CallOptions, "signal" | "deadline"> {
  /** The `upload_to` that `images.upload` answered. Secret: whoever knows it can send. */
  readonly uploadTo: string;
  readonly file: ImageFile;
  readonly clock?: Clock | undefined;
  readonly transport?: Transport | undefined;
  /** Told of the bytes that have gone out, of this try. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

/** Without any movement for so long, a try is given up, in milliseconds. */
const stalled = 120_000;
const connectTimeout = 10_000;
/** Without a deadline, a server that asks to wait for longer is not waited for, in milliseconds. */
const maxWait = 600_000;

/**
 * Sends an image's data to where `images.upload` said (section 4.8, behaviour 4): streamed, with its length known, without the
 * token, following no redirect. One that breaks begins anew, up to five times.
 * @throws NodecloudError where it is refused, or does not get through.
 */
export async function uploadImageData(options: UploadOptions): Promise<void> {
  const { uploadTo, file, clock = realClock, transport = axiosTransport(), signal, deadline } = options;
  if (!isWebAddress(uploadTo)) throw noAddress();
  const attempts: Attempt[] = [];
  for (let tries = 1; ; tries++) {
    const at = clock.now();
    let response: TransportResponse | undefined;
    let failure = "";
    try {
      response = await exchange(
        transport,
        {
          method: "PUT",
          url: uploadTo,
          headers: { "Content-Type": "application/octet-stream", "Content-Length": String(file.length) },
          body: bodyOf(file, options.onProgress),
          freshConnection: true,
        },
        { clock, signal, deadline, connectTimeout, answerTimeout: stalled },
      );
    } catch (error) {
      failure = error instanceof TransportFailure ? error.code : "FAILED";
    }
    const status = response?.status;
    attempts.push({ at, ms: clock.now() - at, ...(status === undefined ? { failure } : { status }) });
    if (status !== undefined && status >= 200 && status < 300) return;
    const mayPass = status === undefined || status === 408 || status === 429 || status >= 500;
    const pause =
      response?.headers["retry-after"] === undefined
        ? undefined
        : timingOf(response.headers, clock.now()).retryAfter;
    const wait = Math.max(pause ?? 0, retryDelay(tries, clock));
    const withDeadline = wait < (deadline === undefined ? maxWait : deadline.at - clock.now());
    if (!mayPass || tries === maxAttempts || !withDeadline || signal?.aborted)
      throw failed(attempts, status, failure);
    await clock.sleep(wait, signal).catch(() => {
      throw failed(attempts, undefined, failureCodes.aborted);
    });
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** It is a secret, so that it is not shown. */
function noAddress(): NodecloudError {
  return new NodecloudError({
    code: "unreadable",
    message:
      "The image's data was not uploaded: the service gave an address for it that does not begin with http:// or https://. The image exists and waits for its data for 24 hours; create it again, or report this to the operator of the service.",
  });
}

function bodyOf(file: ImageFile, onProgress: UploadOptions["onProgress"]): StreamedBody {
  return {
    length: file.length,
    async *chunks() {
      let sent = 0;
      for await (const chunk of createReadStream(file.path)) {
        if (!(chunk instanceof Uint8Array)) continue;
        yield chunk;
        sent += chunk.length;
        onProgress?.(sent, file.length);
      }
    },
  };
}

/** The address is a secret and appears nowhere. */
function failed(attempts: readonly Attempt[], status: number | undefined, failure: string): NodecloudError {
  const isRefused = status !== undefined && status < 500 && status !== 408 && status !== 429;
  const { code, what } = status === undefined ? brokenBy(failure) : answeredBy(status, isRefused);
  return new NodecloudError({
    code,
    message: `The image's data could not be uploaded: ${what}${attempts.length > 1 ? `, at the last of ${attempts.length} tries` : ""}. The image still waits for its data, for 24 hours from its creation.`,
    status,
    attempts,
    effect: isRefused ? "none" : "unknown",
  });
}

type Cause = { readonly code: NodecloudErrorCode; readonly what: string };

function answeredBy(status: number, isRefused: boolean): Cause {
  return { code: isRefused ? "rejected" : "unavailable", what: `the service answered ${status}` };
}

function brokenBy(failure: string): Cause {
  if (failure === failureCodes.aborted) return { code: "aborted", what: "the caller ended it" };
  if (failure === failureCodes.deadline) return { code: "deadline", what: "the deadline passed" };
  return { code: "connection", what: `the connection failed (${failure})` };
}
