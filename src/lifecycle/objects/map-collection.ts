import type { Collection } from "./collection";

/** A collection of parts of other objects, which shares all reads with the collection of the whole objects. */
export function mapCollection<Whole, Part>(
  wholes: Collection<Whole>,
  partOf: (whole: Whole) => Part,
): Collection<Part> {
  const partOrUndefined = (whole: Whole | undefined) => (whole === undefined ? undefined : partOf(whole));
  const partsOf = (items: ReadonlyMap<string, Whole>) =>
    new Map([...items].map(([id, whole]) => [id, partOf(whole)]));
  return {
    markChanged: (id) => wholes.markChanged(id),
    markCreated: (id) => wholes.markCreated(id),
    markDeleted: (id, isAccepted) => wholes.markDeleted(id, isAccepted),
    read: async (id, isExpected) =>
      partOrUndefined(await wholes.read(id, isExpected && ((whole) => isExpected(partOf(whole))))),
    readRecent: async (id, deadline) => partOrUndefined(await wholes.readRecent(id, deadline)),
    readAgain: async (id, since, deadline) => partOrUndefined(await wholes.readAgain(id, since, deadline)),
    viewAgain: async (id, since, deadline) => partOrUndefined(await wholes.viewAgain(id, since, deadline)),
    listRecent: async (deadline) => partsOf(await wholes.listRecent(deadline)),
    listAll: async () => {
      const { items, results } = await wholes.listAll();
      return { items: partsOf(items), results };
    },
    view: async (id, options) => partOrUndefined(await wholes.view(id, options)),
    list: async (options) => {
      const { items, ...counts } = await wholes.list(options);
      return { ...counts, items: partsOf(items) };
    },
    sleep: (id, ms) => wholes.sleep(id, ms),
    wait: async (id, { isTypical, advise, describe, ...wait }) =>
      partOrUndefined(
        await wholes.wait(id, {
          ...wait,
          ...(isTypical && { isTypical: (whole) => isTypical(partOrUndefined(whole)) }),
          ...(advise && { advise: (whole) => advise(partOrUndefined(whole)) }),
          ...(describe && { describe: (whole) => describe(partOrUndefined(whole)) }),
          until: (whole) => wait.until(partOrUndefined(whole)),
        }),
      ),
  };
}
