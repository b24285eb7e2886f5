import { crc32 } from "node:zlib";

/** One value in a file: its checksum, a space, its JSON, and the end of the line. */
export function lineOf(value: unknown): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  return Buffer.concat([Buffer.from(`${checksumOf(json)} `), json, lineEnd]);
}

/** A value with the place of its line. */
export interface Line {
  readonly value: unknown;
  readonly offset: number;
  /** Where the next one begins. */
  readonly end: number;
}

/**
 * The values of a file in their order, as far as it has whole lines: what comes after the last line's end was never written
 * to its end. Throws a `DamagedLine` for a whole line that is not as it was written.
 */
export function* linesOf(bytes: Uint8Array): Generator<Line> {
  let offset = 0;
  for (;;) {
    const end = bytes.indexOf(newline, offset);
    if (end < 0) return;
    yield { value: readValue(bytes.subarray(offset, end), offset), offset, end: end + 1 };
    offset = end + 1;
  }
}

/** A line that is not as it was written. */
export class DamagedLine extends Error {
  override readonly name = "DamagedLine";

  constructor(
    readonly offset: number,
    readonly found: string,
  ) {
    super(`damaged at byte ${offset}: ${found}`);
  }
}

const newline = 0x0a;
const lineEnd = Buffer.from([newline]);
const checksumLength = 8;

function readValue(line: Uint8Array, offset: number): unknown {
  const written = Buffer.from(line.subarray(0, checksumLength)).toString("latin1");
  const json = line.subarray(checksumLength + 1);
  const own = checksumOf(json);
  if (written !== own) {
    throw new DamagedLine(
      offset,
      `the record's checksum is ${JSON.stringify(written)}, its text makes "${own}"`,
    );
  }
  const value: unknown = JSON.parse(new TextDecoder().decode(json));
  return value;
}

function checksumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(checksumLength, "0");
}
