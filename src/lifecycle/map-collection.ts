import type { Collection } from "./collection";

/** Reads things of one kind as what another resource sees in them: both share every look. */
export function mapCollection<Whole, Part>(
  reader: Collection<Whole>,
  partOf: (whole: Whole) => Part,
): Collection<Part> {
  const partOrGone = (whole: Whole | undefined) => (whole === undefined ? undefined : partOf(whole));
  const partsOf = (items: ReadonlyMap<string, Whole>) =>
    new Map([...items].map(([id, whole]) => [id, partOf(whole)]));
  return {
    markChanged: (id) => reader.markChanged(id),
    read: async (id) => partOrGone(await reader.read(id)),
    readRecent: async (id, deadline) => partOrGone(await reader.readRecent(id, deadline)),
    listRecent: async () => partsOf(await reader.listRecent()),
    view: async (id, options) => partOrGone(await reader.view(id, options)),
    list: async () => ({ items: partsOf((await reader.list()).items) }),
    wait: async (id, wait) =>
      partOrGone(
        await reader.wait(id, {
          ...wait,
          until: (whole) => wait.until(partOrGone(whole)),
          describe: (whole) => wait.describe(partOrGone(whole)),
        }),
      ),
  };
}
