/** The words that the user may have meant, most similar first: at most three, without words that differ too much. */
export function nearestWords(word: string, words: readonly string[]): readonly string[] {
  const near = byDifference(word, words).filter(({ difference }) => difference <= maxDifference);
  return near.slice(0, maxSuggestions).map(({ other }) => other);
}

/** How much two words differ, from 0 (equal) to 1. A word that is part of the other differs little. */
export function wordDifference(one: string, other: string): number {
  const difference = editDistance(one, other) / Math.max(one.length, other.length, 1);
  const isPart = one.length >= 3 && other.includes(one);
  return isPart ? Math.min(difference, partDifference) : difference;
}

/** The Levenshtein distance: how many letters to insert, remove or replace to turn one word into the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    const next = [(row[0] ?? 0) + 1];
    for (let column = 1; column <= other.length; column++) {
      const replaced = (row[column - 1] ?? 0) + (other[column - 1] === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function byDifference(word: string, words: readonly string[]) {
  return words
    .map((other) => ({ other, difference: wordDifference(word.toLowerCase(), other.toLowerCase()) }))
    .sort((one, two) => one.difference - two.difference);
}

const partDifference = 0.3;
const maxDifference = 0.5;
const maxSuggestions = 3;
