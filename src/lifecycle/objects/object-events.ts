/**
 * The events that concern the objects of one class. Section 6 lists the actions. It links only `payment_method_add` with an operation; the
 * others are matched by name.
 */
export interface ObjectEvents {
  readonly entity: EntityForm;
  /**
   * Matches the actions that can change its objects by their first word. Actions that this version does not know have the brand's word in
   * place of `node`.
   */
  readonly concerning: RegExp;
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly changed: readonly string[];
  /** Actions that also change a particular field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/** How events name an object (section 2.13). */
export interface EntityForm {
  /** Its name in `entity.type`. The interface does not list these names. */
  readonly word: (brand: string) => string;
  /** Its path in `entity.url`, up to the id. */
  readonly path: (brand: string) => string;
  /** The format of its ids. */
  readonly id: RegExp;
}

/**
 * The events of objects whose actions are `<word>_create`, `<word>_update` and `<word>_delete`, as for most kinds. Word and path are those
 * of the contract, with `node` for the brand. `others` are the parts that differ.
 * @param id The format of the ids in addresses. Default: integers.
 */
export function eventsOf(
  { word, path, id = /^\d+/ }: { readonly word: string; readonly path: string; readonly id?: RegExp },
  others: Partial<Omit<ObjectEvents, "entity">> = {},
): ObjectEvents {
  return {
    entity: {
      word: (brand) => (word === "node" ? brand : word),
      path: (brand) => path.replace(/^node\//, `${brand}/`),
      id,
    },
    concerning: new RegExp(`^${word}_`),
    ...{ created: [`${word}_create`], deleted: [`${word}_delete`], changed: [`${word}_update`], fields: {} },
    ...others,
  };
}
