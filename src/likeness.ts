/** How many letters have to be put in, taken out or changed to make one word of another: Levenshtein's distance. */
export function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** How much two words differ, from 0 (not at all) to 1; the beginning of a word is like the word. */
export function unlikeness(one: string, other: string): number {
  const share = edits(one, other) / Math.max(one.length, other.length, 1);
  const isPart = one.length >= 3 && other.includes(one);
  return isPart ? Math.min(share, partOfWord) : share;
}

/** Of these words the one that is most like it; undefined where none is given. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  return ranked(word, words)[0]?.other;
}

/** The words that could have been meant, the nearest first: at most three, and none that is too different. */
export function nearestWords(word: string, words: readonly string[]): readonly string[] {
  const near = ranked(word, words).filter(({ far }) => far <= tooFar);
  return near.slice(0, maxSuggestions).map(({ other }) => other);
}

function ranked(word: string, words: readonly string[]) {
  return words
    .map((other) => ({ other, far: unlikeness(word.toLowerCase(), other.toLowerCase()) }))
    .sort((one, two) => one.far - two.far);
}

const partOfWord = 0.3;
const tooFar = 0.5;
const maxSuggestions = 3;
