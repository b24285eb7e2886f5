import { InvalidArgumentError } from "commander";

export const wholeNumber = (text: string) => wholeNumberIn(text, 0);
export const portNumber = (text: string) => wholeNumberIn(text, 0, 65_535);
export const atLeastOne = (text: string) => wholeNumberIn(text, 1);

function wholeNumberIn(text: string, min: number, max = Number.MAX_SAFE_INTEGER): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`;
  throw new InvalidArgumentError(`It must be a whole number ${bounds}.`);
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}
