import { decodedViews } from "./encodings";
import { withoutBackslashes, withoutPercentages } from "./escapes";
import { Needles } from "./needles";
import { plainView, type Stretch, type View } from "./view";

/** A line of a longer secret is looked for by itself from this length on: texts are printed line by line. */
const shortestLine = 8;

/**
 * Takes secrets out of texts: as they are, escaped, percent-encoded, in base64, hexadecimal or as lists of bytes, one
 * within the other, and longer fragments of long ones. Encodings are undone before the search rather than made for
 * every secret, so that the time for a text does not grow with the number of secrets.
 */
export class Redactor {
  readonly #needles = new Needles();
  readonly #replacement: string;

  /** `replacement` is written in the place of a secret. */
  constructor(replacement: string) {
    this.#replacement = replacement;
  }

  /** Who adds a short text has to know that it stands for nothing else; below three bytes it is not looked for. */
  add(secret: string): void {
    const lines = secret.split(/\r?\n/).map((line) => line.trim());
    const texts = [secret, ...(lines.length > 1 ? lines.filter((line) => line.length >= shortestLine) : [])];
    for (const text of texts) {
      const [plain, ...others] = readingsOf(plainView(text));
      if (plain) this.#needles.add(plain.bytes);
      // A backslash at its end could not be told from one before a quote.
      for (const { bytes } of others) this.#needles.add(bytes.replace(/\\+$/, ""));
    }
  }

  redact(text: string): string {
    const { shortest } = this.#needles;
    if (!Number.isFinite(shortest)) return text;
    const found: Stretch[] = [];
    const search = (view: View): readonly View[] => {
      const readings = readingsOf(view);
      for (const { bytes, place } of readings) {
        for (const [from, to] of this.#needles.find(bytes)) found.push(place(from, to));
      }
      return readings;
    };
    const [plain, unescaped = plain] = search(plainView(text));
    for (const view of new Set([plain, unescaped])) {
      if (view) for (const decoded of decodedViews(view, shortest)) search(decoded);
    }
    return found.length === 0 ? text : this.#replace(text, found);
  }

  #replace(text: string, found: readonly Stretch[]): string {
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
 * A view as it stands, without backslashes, and without percent-encoding, too: whether a text has such escapes, or only
 * looks so where a secret ends, nobody can tell.
 */
function readingsOf(view: View): readonly View[] {
  const unescaped = withoutBackslashes(view);
  const plain = withoutPercentages(view);
  return [...new Set([view, unescaped, plain === view ? unescaped : withoutBackslashes(plain)])];
}
