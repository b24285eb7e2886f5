import type { Reader } from "./collection";

/** Reads things of one kind as what another resource sees in them: both share every look. */
export function mapped<Whole, Part>(reader: Reader<Whole>, partOf: (whole: Whole) => Part): Reader<Part> {
  const partOrGone = (whole: Whole | undefined) => (whole === undefined ? undefined : partOf(whole));
  const partsOf = (items: ReadonlyMap<string, Whole>) =>
    new Map([...items].map(([id, whole]) => [id, partOf(whole)]));
  return {
    wrote: (id) => reader.wrote(id),
    read: async (id) => partOrGone(await reader.read(id)),
    recent: async (id, deadline) => partOrGone(await reader.recent(id, deadline)),
    recentItems: async () => partsOf(await reader.recentItems()),
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
