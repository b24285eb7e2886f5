import type { Reader } from "./collection";

/** Reads things of one kind as what another resource sees in them: both share every look. */
export function mapped<Whole, Part>(reader: Reader<Whole>, partOf: (whole: Whole) => Part): Reader<Part> {
  const partOrGone = (whole: Whole | undefined) => (whole === undefined ? undefined : partOf(whole));
  return {
    wrote: (id) => reader.wrote(id),
    read: async (id) => partOrGone(await reader.read(id)),
    view: async (id, options) => partOrGone(await reader.view(id, options)),
    list: async () => {
      const { items } = await reader.list();
      return { items: new Map([...items].map(([id, whole]) => [id, partOf(whole)])) };
    },
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
