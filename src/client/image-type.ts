/** The first bytes of each file type, in hexadecimal. */
const signatures = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
] as const;
const maxSignatureLength = 12;

/** The content type of a PNG, JPEG, GIF or WebP file, by its first bytes; undefined for any other file. */
export function imageTypeOf(data: Uint8Array): string | undefined {
  const digits = Buffer.from(data.subarray(0, maxSignatureLength)).toString("hex");
  return signatures.find(([, signature]) => signature.test(digits))?.[0];
}
