import { createReadStream, createWriteStream } from "node:fs";
import { open, rm, stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { limits } from "../contract";
import { NodecloudError } from "./error";
import { createTemporaryFolder } from "./temporary-folder";

/** A local disk image that is ready for upload: compressed and not too large. */
export interface ImageFile {
  readonly path: string;
  /** Compressed size in bytes. */
  readonly length: number;
  /** Deletes the temporary file, if there is one. The original file is kept. */
  dispose(): Promise<void>;
}

/**
 * Prepares a disk image for upload. A gzip-compressed file is used as it is; a raw one is compressed into a temporary file, until the signal
 * is aborted.
 * @throws NodecloudError `input` for a file that does not exist, is empty, is named `.gz` but not compressed, or has more than
 * 5 GB (5,000,000,000 bytes) compressed; `aborted` if the signal is aborted first.
 */
export async function prepareImageFile(
  path: string,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ImageFile> {
  const { isCompressed, size } = await inspect(path);
  return isCompressed ? { path, length: size, dispose: async () => undefined } : compress(path, signal);
}

/** Why a file cannot be uploaded as an image, as far as that can be checked without compressing it; undefined if it can. */
export async function imageFileProblem(path: string): Promise<string | undefined> {
  try {
    await inspect(path);
    return undefined;
  } catch (error) {
    if (error instanceof NodecloudError) return error.fieldErrors[0]?.reason;
    throw error;
  }
}

async function inspect(path: string): Promise<{ readonly isCompressed: boolean; readonly size: number }> {
  const found = await stat(path).catch(() => undefined);
  if (!found) {
    throw refuse(path, `there is no such file${isAbsolute(path) ? "" : ` in ${process.cwd()}`}`);
  }
  if (!found.isFile()) throw refuse(path, "it is not a file");
  if (found.size === 0) throw refuse(path, "it is empty");
  const isCompressed = await startsAsGzip(path);
  if (!isCompressed && path.endsWith(".gz")) throw refuse(path, "it is named .gz but is not gzip-compressed");
  if (isCompressed && found.size > limits.imageUpload.bytes) throw tooLarge(path);
  return { isCompressed, size: found.size };
}

async function startsAsGzip(path: string): Promise<boolean> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await handle.close();
  }
}

async function compress(path: string, signal: AbortSignal | undefined): Promise<ImageFile> {
  const folder = await createTemporaryFolder();
  const compressed = join(folder, "image.img.gz");
  const dispose = () => rm(folder, { recursive: true, force: true });
  let length = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _, done) {
      length += chunk.length;
      done(length > limits.imageUpload.bytes ? tooLarge(path) : null, chunk);
    },
  });
  try {
    await pipeline(
      createReadStream(path),
      createGzip(),
      counter,
      createWriteStream(compressed, { mode: 0o600 }),
      { signal },
    );
    return { path: compressed, length, dispose };
  } catch (error) {
    await dispose();
    throw signal?.aborted ? abortedError(path) : error;
  }
}

function abortedError(path: string): NodecloudError {
  return new NodecloudError({
    code: "aborted",
    message: `Compressing the image file ${JSON.stringify(path)} was aborted. Nothing was sent.`,
  });
}

function tooLarge(path: string): NodecloudError {
  return refuse(path, "it has more than 5 GB (5,000,000,000 bytes) compressed, the maximum for an image");
}

function refuse(path: string, rule: string): NodecloudError {
  const reason = `${rule}; use a disk image (.img), raw or gzip-compressed`;
  return new NodecloudError({
    code: "input",
    message: `The image file ${JSON.stringify(path)} cannot be uploaded: ${reason}. Nothing was sent.`,
    fieldErrors: [{ field: "file", reason }],
  });
}
