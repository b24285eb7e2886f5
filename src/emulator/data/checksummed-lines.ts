import { crc32 } from "node:zlib";

/** Encodes a value as a line: checksum, space, JSON, newline. */
export function encodeLine(value: unknown): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  return Buffer.concat([Buffer.from(`${checksumOf(json)} `), json, lineEnd]);
}

/** A decoded line. Positions are in bytes from the start of the file. */
export interface Line {
  readonly value: unknown;
  readonly offset: number;
  /** Where the next line starts. */
  readonly end: number;
}

/**
 * Decodes the lines of a file in order. An incomplete line at the end, left by a write that was interrupted, is ignored. Throws
 * a `DamagedLine` for a complete line whose checksum is wrong.
 */
export function* decodeLines(bytes: Uint8Array): Generator<Line> {
  let offset = 0;
  for (;;) {
    const end = bytes.indexOf(newline, offset);
    if (end < 0) return;
    yield { value: decodeLine(bytes.subarray(offset, end), offset), offset, end: end + 1 };
    offset = end + 1;
  }
}

/** A complete line was changed after it was written. */
export class DamagedLine extends Error {
  override readonly name = "DamagedLine";

  constructor(
    readonly offset: number,
    readonly reason: string,
  ) {
    super(`damaged at byte ${offset}: ${reason}`);
  }
}

const newline = 0x0a;
const lineEnd = Buffer.from([newline]);
const checksumLength = 8;

function decodeLine(line: Uint8Array, offset: number): unknown {
  const expected = Buffer.from(line.subarray(0, checksumLength)).toString("latin1");
  const json = line.subarray(checksumLength + 1);
  const actual = checksumOf(json);
  if (expected !== actual) {
    throw new DamagedLine(offset, `its checksum is ${JSON.stringify(expected)} instead of "${actual}"`);
  }
  const value: unknown = JSON.parse(new TextDecoder().decode(json));
  return value;
}

function checksumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(checksumLength, "0");
}
