import { realClock } from "../clock";
import { brandOf, interfaceWord } from "../contract";
import { messageOf } from "../unknown";
import { maxAttempts, retryDelay } from "./backoff";
import { checkUploadOptions } from "./check-upload-options";
import { callHook } from "./context";
import { type Attempt, type FieldError, NodecloudError, type NodecloudErrorCode } from "./error";
import { exchange, failureCodes } from "./exchange";
import { printableError } from "./failure";
import { timingOf } from "./headers";
import type { ImageFile } from "./image-file";
import { errorsText } from "./message";
import { readChunks } from "./read-chunks";
import { readErrors } from "./reading";
import { redactor } from "./secrets";
import { axiosTransport } from "./transport";
import { type StreamedBody, TransportFailure, type TransportResponse } from "./transport/transport";
import type { UploadOptions } from "./upload-options";

/** An attempt ends after this long without progress, in milliseconds. */
const stallTimeout = 120_000;
/** In milliseconds: a server may store and check the data before it responds. */
const completeUploadTimeout = 600_000;
/** The statuses of a proxy that got no response from the server. */
const proxyStatuses: readonly (number | undefined)[] = [502, 504];
const connectTimeout = 10_000;
/** The longest wait that the server may ask for if there is no deadline, in milliseconds. */
const maxWait = 600_000;

/**
 * Uploads an image's data to the address that `images.upload` returned (section 4.8, behavior 4): streamed, with a known length, without
 * the token and without following redirects. An upload that fails starts again, up to five times in all, unless its data has arrived.
 * @throws NodecloudError if the upload is rejected, the file cannot be read, or all attempts fail.
 */
export async function uploadImageData(options: UploadOptions): Promise<void> {
  checkUploadOptions(options);
  const { uploadTo, file, clock = realClock, transport = axiosTransport(), signal, deadline } = options;
  if (!isWebAddress(uploadTo)) throw badAddressError();
  const attempts: Attempt[] = [];
  let mayBeDelivered = false;
  let unreadable: string | undefined;
  const onUnreadable = (error: unknown) => {
    unreadable = messageOf(error);
  };
  for (let attempt = 1; ; attempt++) {
    const at = clock.now();
    let sentAt: number | undefined;
    const onSent = () => {
      sentAt = clock.now();
      mayBeDelivered = true;
    };
    let response: TransportResponse | undefined;
    let failure = "";
    try {
      response = await exchange(
        transport,
        {
          method: "PUT",
          url: uploadTo,
          headers: { "Content-Type": "application/octet-stream", "Content-Length": String(file.length) },
          body: bodyOf(file, { onProgress: options.onProgress, onSent, onUnreadable }),
          freshConnection: true,
        },
        {
          ...{ clock, signal, deadline, connectTimeout },
          responseTimeout: () => (sentAt === undefined ? stallTimeout : completeUploadTimeout),
        },
      );
    } catch (error) {
      failure = error instanceof TransportFailure ? error.code : "FAILED";
    }
    const status = response?.status;
    attempts.push({ at, ms: clock.now() - at, ...(status === undefined ? { failure } : { status }) });
    if (response === undefined && unreadable !== undefined)
      throw uploadError(attempts, fileCause(unreadable));
    if (status !== undefined && status >= 200 && status < 300) return;
    const isTemporary = status === undefined || isTemporaryStatus(status);
    if (isTemporary && mayBeDelivered && !signal?.aborted) {
      // Waiting for the data costs no more than sending it again.
      const isLost = status === undefined || proxyStatuses.includes(status);
      const waitMs = isLost && sentAt !== undefined ? sentAt - at : 0;
      if (await options.isDelivered?.(waitMs)) return;
    }
    const requestedDelay =
      response?.headers["retry-after"] === undefined
        ? undefined
        : timingOf(response.headers, clock.now()).retryAfter;
    const wait = Math.max(requestedDelay ?? 0, retryDelay(attempt, clock));
    const withDeadline = wait < (deadline === undefined ? maxWait : deadline.at - clock.now());
    if (!isTemporary || attempt === maxAttempts || !withDeadline || signal?.aborted)
      throw uploadError(attempts, response ? responseCause(response, uploadTo) : connectionCause(failure));
    await clock.sleep(wait, signal).catch(() => {
      throw uploadError(attempts, connectionCause(failureCodes.aborted));
    });
  }
}

function isWebAddress(text: unknown): boolean {
  return typeof text === "string" && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** The address is a secret, so it is not shown. */
function badAddressError(): NodecloudError {
  return new NodecloudError({
    code: "unreadable",
    message:
      "The image's data was not uploaded: the upload address that the service returned does not begin with http:// or https://. The image exists and waits for its data for 24 hours. Create it again, or report this to the operator of the service.",
  });
}

interface BodyCallbacks extends Pick<UploadOptions, "onProgress"> {
  readonly onSent: () => void;
  readonly onUnreadable: (error: unknown) => void;
}

function bodyOf(file: ImageFile, { onProgress, onSent, onUnreadable }: BodyCallbacks): StreamedBody {
  const reportProgress = (sent: number) => onProgress?.(sent, file.length);
  return {
    length: file.length,
    async *chunks(buffers) {
      let sent = 0;
      const reading = readUnchanged(file, buffers);
      // A transport that fails throws its error into this generator at `yield`. Only errors of the file count as such.
      const next = () =>
        reading.next().catch((error: unknown) => {
          onUnreadable(error);
          throw error;
        });
      try {
        for (let chunk = await next(); !chunk.done; chunk = await next()) {
          yield chunk.value;
          sent += chunk.value.length;
          callHook(reportProgress, sent);
        }
      } finally {
        await reading.return(undefined);
      }
      onSent();
    },
  };
}

/** A file of another length than announced would break the connection, or leave the server waiting for the rest. */
async function* readUnchanged(
  { path, length }: ImageFile,
  buffers: readonly Uint8Array[] | undefined,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of readChunks(path, buffers)) {
    read += chunk.length;
    if (read > length) break;
    yield chunk;
  }
  if (read !== length) throw new Error("its size changed during the upload");
}

/** The address is a secret, so no field of the error contains it. */
function uploadError(attempts: readonly Attempt[], { summary, ...facts }: Cause): NodecloudError {
  const isFirst = attempts.length === 1;
  const isCertain = (facts.code === "rejected" || facts.code === "input") && isFirst;
  const consequence = isCertain
    ? "the image waits for its data for up to 24 hours after its creation"
    : "if no attempt delivered the data, the image waits for it for up to 24 hours after its creation";
  const cause = `The image's data could not be uploaded: ${summary}${isFirst ? "" : ` (${attempts.length} attempts)`}`;
  return new NodecloudError({
    ...facts,
    message: `${cause}. ${consequence.charAt(0).toUpperCase()}${consequence.slice(1)}.`,
    summary: `${cause}; ${consequence}`,
    attempts,
    effect: isCertain ? "none" : "unknown",
  });
}

interface Cause {
  readonly code: NodecloudErrorCode;
  readonly summary: string;
  readonly status?: number;
  readonly fieldErrors?: readonly FieldError[];
}

/** With the reasons of the service, in which no part of the address is left. */
function responseCause({ status, body }: TransportResponse, uploadTo: string): Cause {
  const redact = redactor(secretsOf(uploadTo));
  const errors = readErrors(brandOf(interfaceWord), body) ?? [];
  const fieldErrors = errors.map((error) => printableError(error, redact));
  const reasons = fieldErrors.length > 0 ? `: ${errorsText(fieldErrors)}` : "";
  const isRedirect = status >= 300 && status < 400;
  const redirect = isRedirect ? ", a redirect, which uploads do not follow" : "";
  const temporaryCode = status === 429 ? "rate_limited" : "unavailable";
  return {
    code: isTemporaryStatus(status) ? temporaryCode : "rejected",
    summary: `the service returned ${status}${redirect}${reasons}`,
    status,
    fieldErrors,
  };
}

/** Whether another attempt may succeed. */
function isTemporaryStatus(status: number): boolean {
  return status === 408 || status === 429 || status >= 500;
}

/** The parts of an upload's address by which it could be guessed. */
function secretsOf(uploadTo: string): readonly string[] {
  const { pathname, search, searchParams } = new URL(uploadTo);
  const segments = pathname.split("/").filter((segment) => segment.length >= minSecretSegment);
  return [uploadTo, pathname + search, ...segments, ...searchParams.values()];
}

/** Shorter segments of a path are names such as `images` or `put`. */
const minSecretSegment = 8;

function fileCause(reason: string): Cause {
  return { code: "input", summary: `the file could not be read (${reason})` };
}

function connectionCause(failure: string): Cause {
  if (failure === failureCodes.aborted) return { code: "aborted", summary: "it was aborted" };
  if (failure === failureCodes.deadline) return { code: "deadline", summary: "the deadline passed" };
  if (failure === failureCodes.connectTimeout)
    return { code: "timeout", summary: "connecting to the upload address timed out" };
  if (failure === failureCodes.responseTimeout)
    return { code: "timeout", summary: "the service did not respond in time" };
  return { code: "connection", summary: `the connection failed (${failure})` };
}
