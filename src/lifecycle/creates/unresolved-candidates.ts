import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import type { ResourceOrigin } from "../identity/origin";
import type { ListedObjects } from "../objects/collection";
import type { Intent } from "../records/intents";
import type { Services } from "../services";
import type { Unresolved } from "../task";
import { isGeneratedLabel } from "../values/labels";

export type Listed<Live> = readonly [id: string, live: Live];

/** The recorded candidates that still exist, and the objects with the label of the create. */
export async function findCandidates<I extends CommonInputs, Live, Step extends string>(
  { collection, labelOf }: Definition<I, Live, Step>,
  services: Services,
  { candidates, label }: Unresolved,
): Promise<{ readonly candidates: readonly Listed<Live>[]; readonly labeled: readonly Listed<Live>[] }> {
  const isLabeled = label !== undefined && labelOf !== undefined;
  if (candidates.length === 0 && !isLabeled) return { candidates: [], labeled: [] };
  const list = await collection(services).list();
  return {
    candidates: candidates.flatMap((id): Listed<Live>[] => {
      const live = list.items.get(id);
      return live === undefined ? [] : [[id, live]];
    }),
    labeled: isLabeled ? labeledIn(list, labelOf, label) : [],
  };
}

/** The listed objects that have the label of the create. */
export function labeledIn<Live>(
  { items }: ListedObjects<Live>,
  labelOf: (live: Live) => unknown,
  label: string,
): readonly Listed<Live>[] {
  return [...items].filter(([, live]) => isGeneratedLabel(String(labelOf(live)), label));
}

/** This machine's record of the request, unless it is that of a replacement since. */
export function recordOf(
  { intents, address }: Services,
  { at = Number.POSITIVE_INFINITY }: Unresolved,
  origin: ResourceOrigin | undefined,
): Intent | undefined {
  const recorded = origin && intents.find(origin, address);
  return recorded !== undefined && recorded.at <= at ? recorded : undefined;
}
