import { limits } from "../../contract";
import { invalidRequest, ServiceError } from "../service-error";

/** The emulator keeps only the size of image data. */
export interface ReceivedData {
  readonly bytes: number;
  /** The length of the uncompressed image modulo 4 GiB, from the last four bytes of the gzip data. */
  readonly rawLength: number;
}

/** The first two bytes of gzip data. */
const gzipMagic = [0x1f, 0x8b] as const;
const trailerLength = 4;
const { bytes: maxBytes, hours } = limits.imageUpload;

/**
 * Throws a `ServiceError` when the headers show a content type other than the one that section 4.8, behavior 4 requires, or more than 5 GB.
 */
export function checkHeaders(headers: Headers): void {
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/octet-stream") {
    throw invalidRequest("The data's Content-Type must be application/octet-stream");
  }
  if (Number(headers.get("Content-Length") ?? 0) > maxBytes) throw tooLarge();
}

/** Reads image data to its end without storing it. Throws a `ServiceError` when it is not gzip, incomplete, or larger than 5 GB. */
export async function readImageData(request: Request): Promise<ReceivedData> {
  let bytes = 0;
  let first: number[] = [];
  let last: number[] = [];
  for await (const part of request.body ?? []) {
    bytes += part.length;
    if (first.length < gzipMagic.length) {
      first = [...first, ...part.subarray(0, gzipMagic.length)].slice(0, gzipMagic.length);
      if (first.some((byte, index) => byte !== gzipMagic[index])) throw notGzip();
    }
    last = [...last, ...part.subarray(-trailerLength)].slice(-trailerLength);
    if (bytes > maxBytes) throw tooLarge();
  }
  if (first.length < gzipMagic.length) throw notGzip();
  const announced = request.headers.get("Content-Length");
  if (announced !== null && Number(announced) !== bytes) {
    throw invalidRequest(`Received ${bytes} of ${announced} announced bytes`);
  }
  return { bytes, rawLength: Buffer.from([...last, 0, 0, 0].slice(0, trailerLength)).readUInt32LE() };
}

const notGzip = () => invalidRequest("The data is not compressed with gzip");
const tooLarge = () =>
  new ServiceError("tooLarge", [
    { reason: `The data is larger than ${maxBytes} bytes. Send a smaller image within ${hours} hours.` },
  ]);
