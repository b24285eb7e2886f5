/** The bytes that files of each kind begin with, in hexadecimal; a dot stands for any digit. */
const beginnings = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
] as const;
const longestBeginning = 12;

/** The content type of a PNG, JPEG, GIF or WebP file, by its first bytes; undefined: it is none of these. */
export function imageTypeOf(data: Uint8Array): string | undefined {
  const digits = Buffer.from(data.subarray(0, longestBeginning)).toString("hex");
  return beginnings.find(([, beginning]) => beginning.test(digits))?.[0];
}
