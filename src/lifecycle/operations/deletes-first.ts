import type { Properties } from "../lifecycle";

/** Whether a replacement has to delete the old object first: two objects cannot have the label that the program declares. */
export function deletesFirst(
  { fields }: { readonly fields: Readonly<Record<string, { readonly isUnique?: true }>> },
  { generatedLabel }: Properties,
): boolean {
  return fields.label?.isUnique === true && generatedLabel !== true;
}
