import type { Completions } from "./completions";

/** For shells that show descriptions: the kind, then a line for each candidate. */
export function formatForFish({ kind, candidates }: Completions): string {
  return lines(
    kind,
    candidates.map(({ value, description }) => (description === "" ? value : `${value}\t${description}`)),
  );
}

/** Like `formatForFish`, in the form that zsh's `_describe` reads. */
export function formatForZsh({ kind, candidates }: Completions): string {
  return lines(
    kind,
    candidates.map(({ value, description }) => {
      const escaped = value.replace(/[\\:]/g, "\\$&");
      return description === "" ? escaped : `${escaped}:${description}`;
    }),
  );
}

/** The kind, then what bash inserts, one to a line. */
export function formatForBash(kind: Completions["kind"], replies: readonly string[]): string {
  return lines(kind, replies);
}

const lines = (kind: string, texts: readonly string[]) =>
  [kind, ...texts].map((text) => `${text}\n`).join("");
