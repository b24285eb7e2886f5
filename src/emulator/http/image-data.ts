import { limits } from "../../contract";
import { Refusal, refused } from "../refusal";

/** What is known of data that went by. */
export interface PassedData {
  readonly bytes: number;
  /** The length of the raw image, modulo 4 GiB: the last four bytes of gzip. */
  readonly rawLength: number;
}

/** The two bytes that gzip begins with. */
const gzipMagic = [0x1f, 0x8b] as const;
const trailerLength = 4;
const { bytes: mostBytes, hours } = limits.imageUpload;

/** Throws a `Refusal` for what its headers show to be no gzip-compressed image of 5 GB at most (section 4.8, behaviour 4). */
export function checkHeaders(headers: Headers): void {
  const [type = ""] = (headers.get("Content-Type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/octet-stream") {
    throw refused("The data's Content-type must be application/octet-stream");
  }
  if (Number(headers.get("Content-Length") ?? 0) > mostBytes) throw tooLarge();
}

/** Lets data go by, counted and looked at, kept nowhere. Throws a `Refusal` for what is no gzip, cut short, or over 5 GB. */
export async function passData(request: Request): Promise<PassedData> {
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
    if (bytes > mostBytes) throw tooLarge();
  }
  if (first.length < gzipMagic.length) throw notGzip();
  const announced = request.headers.get("Content-Length");
  if (announced !== null && Number(announced) !== bytes) {
    throw refused(`The data has ${bytes} bytes of the ${announced} that were announced`);
  }
  return { bytes, rawLength: Buffer.from([...last, 0, 0, 0].slice(0, trailerLength)).readUInt32LE() };
}

const notGzip = () => refused("The data is not compressed with gzip");
const tooLarge = () =>
  new Refusal("tooLarge", [
    { reason: `The data has more than ${mostBytes} bytes. Send less within ${hours} hours.` },
  ]);
