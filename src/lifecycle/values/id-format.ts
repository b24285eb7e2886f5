import { LifecycleError } from "../failures";

/** The format of the ids of one kind of object. */
export interface IdFormat {
  readonly matches: (id: string) => boolean;
  /** In words: `a number, for example 12`. */
  readonly description: string;
  /** No two objects of any account have the same id. */
  readonly areUnique?: true;
}

/** Whole numbers from 1, in digits only: other strings that JavaScript reads as numbers would refer to another object. */
export const numericIds: IdFormat = {
  matches: (id) => /^[1-9]\d*$/.test(id) && Number.isSafeInteger(Number(id)),
  description: "a number, for example 12",
};

/** Ids that the service generates: any string that can be part of a path. */
export const textIds: IdFormat = {
  matches: (id) => /^[^\s/?#]+$/.test(id) && id !== "." && id !== "..",
  description: "a string without spaces or slashes",
  areUnique: true,
};

/** Throws, before anything is sent, if no object can have this id. */
export function refuseMalformedId(kind: string, { matches, description }: IdFormat, id: string): void {
  if (matches(id)) return;
  throw new LifecycleError(
    `${JSON.stringify(id)} is not a valid ${kind} id: it must be ${description}. Nothing was read or changed. Correct the id.`,
  );
}
