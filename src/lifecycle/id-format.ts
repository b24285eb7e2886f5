import { LifecycleError } from "./failures";

/** What the ids of one kind look like. */
export interface IdFormat {
  readonly matches: (id: string) => boolean;
  /** In words: `a number, for example 12`. */
  readonly description: string;
  /** No two things anywhere have the same one. */
  readonly areUnique?: true;
}

/** Whole numbers from 1, in digits alone: what else JavaScript reads as a number would name another thing. */
export const numericIds: IdFormat = {
  matches: (id) => /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id)),
  description: "a number, for example 12",
};

/** Ids that the service makes up: any text that can stand in a path. */
export const textIds: IdFormat = {
  matches: (id) => /^[^\s/?#]+$/.test(id) && id !== "." && id !== "..",
  description: "a text without spaces and slashes",
  areUnique: true,
};

/** Throws before anything is sent where no such id can exist. */
export function refuseMalformedId(kind: string, { matches, description }: IdFormat, id: string): void {
  if (matches(id)) return;
  throw new LifecycleError(
    `There is no ${kind} with the id ${JSON.stringify(id)}: the id of every ${kind} is ${description}. Nothing was read or changed. Correct the id.`,
  );
}
