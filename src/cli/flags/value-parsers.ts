import { InvalidArgumentError } from "commander";

export const parseWholeNumber = (text: string) => parseIntegerBetween(text, 0);
export const parsePort = (text: string) => parseIntegerBetween(text, 0, 65_535);
/** An integer of 1 or more. */
export const parseCount = (text: string) => parseIntegerBetween(text, 1);

function parseIntegerBetween(text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new InvalidArgumentError(`It must be an integer ${bounds}.`);
}

export function parsePositiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError("It must be a positive number.");
  return number;
}

/** Refuses an empty path, as from a variable that is not set: it would mean the current folder, or the default file. */
export function parsePath(text: string): string {
  if (text === "") throw new InvalidArgumentError("It is empty, as from a variable that is not set.");
  return text;
}

/** Collects the paths of an option that may be repeated. */
export function collectPaths(value: string, earlier?: readonly string[]): readonly string[] {
  return collect(parsePath(value), earlier);
}

/** Checks `--config` and returns the text unchanged. */
export function parseKeyAndValue(text: string): string {
  if (!/^[^=]+=/.test(text)) throw new InvalidArgumentError("Write key=value.");
  return text;
}

/** Collects the values of an option that may be repeated. */
export function collect(value: string, earlier: readonly string[] = []): readonly string[] {
  return [...earlier, value];
}
