import { InvalidArgumentError } from "commander";

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 0.");
  return Number(text);
}

export function portNumber(text: string): number {
  const number = wholeNumber(text);
  if (number > 65_535) throw new InvalidArgumentError("It must be a whole number from 0 to 65535.");
  return number;
}

export function atLeastOne(text: string): number {
  const number = wholeNumber(text);
  if (number < 1) throw new InvalidArgumentError("It must be a whole number from 1.");
  return number;
}

export function positiveNumber(text: string): number {
  const number = Number(text);
  if (!(number > 0 && Number.isFinite(number)))
    throw new InvalidArgumentError("It must be a number above 0.");
  return number;
}
