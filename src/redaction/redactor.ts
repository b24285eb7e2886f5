import { type DecodedText, type Range, utf8Of } from "./decoded-text";
import { decodeRuns } from "./encodings";
import { decodeBackslashes, decodePercent } from "./escapes";
import { Needles } from "./needles";

/** Strings are printed line by line, so each line of a secret that has this length or more also counts as a secret. */
const minLineLength = 8;

/**
 * Replaces secrets in strings: verbatim, escaped, percent-encoded, in base64, in hexadecimal, as a list of bytes or in several of these at
 * once, the number of a card in groups, and long fragments of long secrets. The string is decoded, instead of encoding every secret, so the
 * time does not grow with the number of secrets.
 */
export class Redactor {
  readonly #needles = new Needles();
  readonly #replacement: string;

  /** `replacement` takes the place of each secret. */
  constructor(replacement: string) {
    this.#replacement = replacement;
  }

  /** For a short secret, unrelated occurrences of the same string are replaced too. A secret of fewer than three bytes is ignored. */
  add(secret: string): void {
    const lines = secret.split(/\r?\n/).map((line) => line.trim());
    const texts = [secret, ...(lines.length > 1 ? lines.filter((line) => line.length >= minLineLength) : [])];
    for (const text of texts) {
      const [plain, ...others] = unescapedVariants(utf8Of(text));
      if (plain) this.#needles.add(plain.bytes);
      // A backslash at the end may belong to a quote that follows.
      for (const { bytes } of others) this.#needles.add(bytes.replace(/\\+$/, ""));
    }
  }

  redact(text: string): string {
    const { minLength } = this.#needles;
    if (!Number.isFinite(minLength)) return text;
    const found: Range[] = [];
    const search = (decoded: DecodedText): readonly DecodedText[] => {
      const variants = unescapedVariants(decoded);
      for (const { bytes, locate } of variants) {
        for (const [from, to] of this.#needles.find(bytes)) found.push(locate(from, to));
      }
      return variants;
    };
    const [plain, unescaped = plain] = search(utf8Of(text));
    for (const variant of new Set([plain, unescaped])) {
      if (variant) for (const decoded of decodeRuns(variant, minLength)) search(decoded);
    }
    return found.length === 0 ? text : this.#replace(text, found);
  }

  #replace(text: string, found: readonly Range[]): string {
    const parts: string[] = [];
    let copied = 0;
    let end = 0;
    for (const [from, to] of [...found].sort(([left], [right]) => left - right)) {
      if (from >= end) parts.push(text.slice(copied, from), this.#replacement);
      end = Math.max(end, to);
      copied = end;
    }
    return [...parts, text.slice(copied)].join("");
  }
}

/**
 * The string verbatim, without backslash escapes, and also without percent-encoding. All are searched, because a string does not show
 * whether it is escaped or only looks so.
 */
function unescapedVariants(text: DecodedText): readonly DecodedText[] {
  const unescaped = decodeBackslashes(text);
  const plain = decodePercent(text);
  return [...new Set([text, unescaped, plain === text ? unescaped : decodeBackslashes(plain)])];
}
