interface Options {
  readonly deleteBeforeReplace?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
}

/**
 * The option `deleteBeforeReplace`, if the class sets it: two objects cannot share a declared label. The plugin's diff
 * says so too, but engines request no diff if `--replace`, a taint, `replaceWith`, `deletedWith` or `replacementTrigger` requires the
 * replacement. A replacement does not delete an object that is retained or adopted.
 */
export function replacementOrder(
  fields: Readonly<Record<string, { readonly isUnique?: true }>>,
  args: Readonly<Record<string, unknown>>,
  { deleteBeforeReplace, retainOnDelete }: Options,
): { readonly deleteBeforeReplace?: boolean } {
  const isDeclared = (name: string) => (args[name] ?? undefined) !== undefined;
  // A declared output may turn out to be undefined. Then the old object is only deleted earlier than necessary.
  const isUnique = Object.keys(fields).some((name) => fields[name]?.isUnique && isDeclared(name));
  if (deleteBeforeReplace !== undefined || !isUnique || isDeclared("adopt")) return {};
  return { deleteBeforeReplace: retainOnDelete !== true };
}
