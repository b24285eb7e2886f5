type Quote = "" | "'" | '"';

/** A command line of bash up to the cursor. */
export interface BashLine {
  /** The words before the current one, without their quotes. The first is the command's name. */
  readonly words: readonly string[];
  /** The word that ends at the cursor, without quotes. */
  readonly current: string;
  /** The beginning of the current word that bash keeps. It replaces the rest, which begins after a word break or an open quote. */
  readonly kept: string;
  /** The quote that is open at the cursor. */
  readonly quote: Quote;
}

/**
 * Splits a command line as bash does.
 *
 * @param breaks COMP_WORDBREAKS: the characters after which bash starts a new completion within a word.
 */
export function parseBashLine(line: string, breaks: string): BashLine {
  const words: string[] = [];
  let current = "";
  let keptLength = 0;
  let isWord = false;
  let quote: Quote = "";
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (quote === "" && /\s/.test(letter)) {
      if (isWord) words.push(current);
      [current, keptLength, isWord] = ["", 0, false];
      continue;
    }
    isWord = true;
    if (letter === quote) quote = "";
    else if (quote === "" && (letter === "'" || letter === '"')) {
      quote = letter;
      keptLength = current.length;
    } else if (letter === "\\" && isEscape(quote, line.charAt(at + 1))) current += line.charAt(++at);
    else {
      current += letter;
      if (quote === "" && breaks.includes(letter)) keptLength = current.length;
    }
  }
  return { words, current, kept: current.slice(0, keptLength), quote };
}

/** Whether a backslash is removed before this letter. */
function isEscape(quote: Quote, next: string): boolean {
  return quote === "" || (quote === '"' && /["\\$`]/.test(next));
}

/** What bash inserts for each candidate that begins with the current word, quoted so that it is one word and is not expanded. */
export function bashReplies(
  { current, kept, quote }: BashLine,
  candidates: readonly string[],
): readonly string[] {
  return candidates
    .filter((candidate) => candidate.startsWith(current))
    .map((candidate) => quoteForBash(candidate.slice(kept.length), quote));
}

/** bash itself adds the quote that closes an open one. */
function quoteForBash(text: string, quote: Quote): string {
  if (quote === "'") return text.replaceAll("'", "'\\''");
  // In double quotes a backslash would not keep `!` from being expanded, and would stay.
  if (quote === '"') return text.replace(/["\\$`]/g, "\\$&").replaceAll("!", '"\\!"');
  return text.replace(/[^\p{Letter}\p{Number}_@%+=:,./-]/gu, "\\$&");
}
