import type { Deadline } from "../../client";
import type { Collection } from "./collection";

/** How the objects of one kind, and their labels, are read. */
interface LabelReads<Live> {
  readonly labelOf: (live: Live) => unknown;
  readonly list: () => Promise<ReadonlyMap<string, Live>>;
  readonly view: (id: string) => Promise<Live | undefined>;
  /** Which of the listed objects with the label are viewed. Default: all. */
  readonly select?: (ids: readonly string[]) => readonly string[];
}

/** The objects that have a label now, by their ids. A list may lag behind: an object may have been deleted or renamed since. */
export async function objectsLabeled<Live>(
  label: string,
  { labelOf, list, view, select = (ids) => ids }: LabelReads<Live>,
): Promise<ReadonlyMap<string, Live>> {
  const listed = [...(await list())].flatMap(([id, live]) => (labelOf(live) === label ? [id] : []));
  const viewed = await Promise.all(select(listed).map(async (id) => ({ id, live: await view(id) })));
  return new Map(
    viewed.flatMap(({ id, live }) =>
      live !== undefined && labelOf(live) === label ? [[id, live] as const] : [],
    ),
  );
}

/** Reads the objects of a collection anew. Throws if the service does not respond before the deadline. */
export const newReads = <Live>(collection: Collection<Live>, deadline: Deadline) => ({
  list: async () => (await collection.list({ deadline })).items,
  view: (id: string) => collection.view(id, { deadline }),
});
