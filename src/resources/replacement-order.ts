interface Options {
  readonly deleteBeforeReplace?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
}

/**
 * The option `deleteBeforeReplace`, if the class sets it: two objects cannot have a label that the program declares as a string. The plugin's diff
 * says so too, but engines request no diff if `--replace`, a taint, `replaceWith`, `deletedWith` or `replacementTrigger` requires the
 * replacement. A replacement does not delete an object that is retained or adopted.
 */
export function replacementOrder(
  fields: Readonly<Record<string, { readonly isUnique?: true }>>,
  args: Readonly<Record<string, unknown>>,
  { deleteBeforeReplace, retainOnDelete }: Options,
): { readonly deleteBeforeReplace?: boolean } {
  // An output may turn out to be undefined.
  const isUnique = Object.keys(fields).some(
    (name) => fields[name]?.isUnique && typeof args[name] === "string",
  );
  const isAdopted = (args.adopt ?? undefined) !== undefined;
  if (deleteBeforeReplace !== undefined || !isUnique || isAdopted) return {};
  return { deleteBeforeReplace: retainOnDelete !== true };
}
