import type { Deadline } from "../../client";
import type { CommonInputs } from "../../common-inputs";
import { deadlineAfter } from "../deadline";
import { objectsLabeled } from "../objects/labeled-objects";
import type { ResourceContext } from "../resource-context";
import { uniqueLabelOf } from "../values/labels";

/** How long a check waits for a list or a view. */
const readTimeout = "5s";

/**
 * The ids of the objects that have a label and are not being deleted. None if two objects can have the same label, or if the service does not
 * respond.
 * @param select Which of the listed objects with the label are viewed.
 * @param deadline For a newer list than that of the check. Throws if the service does not return that list.
 */
export async function labelHolders<I extends CommonInputs, Live, Step extends string>(
  { definition, services }: ResourceContext<I, Live, Step>,
  label: string,
  select: (ids: readonly string[]) => readonly string[],
  deadline?: Deadline,
): Promise<readonly string[]> {
  const { fields, collection, createMatcher, listForCheck } = definition;
  const labelOf = uniqueLabelOf(fields);
  if (labelOf === undefined) return [];
  const objects = collection(services);
  const inTime = () => deadlineAfter(services.clock, readTimeout);
  const list = async () =>
    listForCheck ? listForCheck(services) : objects.listRecent(inTime()).catch(() => undefined);
  const labeled = await objectsLabeled(label, {
    labelOf,
    list: async () => (deadline ? objects.listRecent(deadline) : ((await list()) ?? new Map())),
    view: (id) => objects.view(id, { deadline: inTime() }).catch(() => undefined),
    select,
  });
  return [...labeled].flatMap(([id, live]) => (createMatcher?.isBeingDeleted(live) ? [] : [id]));
}
