import type { Properties } from "./lifecycle";

/** Whether a replacement has to delete the old object first: two objects cannot have the label that the program declares. */
export function deletesFirst(
  { labelsAreUnique }: { readonly labelsAreUnique?: boolean },
  { generatedLabel }: Properties,
): boolean {
  return labelsAreUnique === true && generatedLabel === false;
}
