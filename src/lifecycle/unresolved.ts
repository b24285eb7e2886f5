import type { CommonInputs } from "../common-inputs";
import type { ListedObjects } from "./collection";
import type { Definition } from "./definition";
import { deleteTask } from "./delete-task";
import { LifecycleError } from "./failures";
import { type ResourceOrigin, urnOf } from "./origin";
import type { Services } from "./services";
import type { State } from "./state";
import type { Unresolved } from "./task";
import { listWhole, refuseHidden, refuseUnreadable } from "./unreadable-items";
import { withArticle } from "./with-article";

/** Deletes what an unresolved create made, where its label proves it. Any other candidate stays. */
export async function deleteUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { unresolved, applied, origin }: State<I, Live>,
): Promise<void> {
  const { kind } = definition;
  const { claims } = services;
  if (unresolved) await reportUndeleted(definition, services, unresolved, origin);
  for (const [id, live] of await allLabelled(definition, services, unresolved?.nonce)) {
    // The program adopts it, or the replacement has already taken it over.
    if (claims.isClaimed(kind, id)) continue;
    services.log.info(`deleting ${kind} ${id}, which a failed create of this resource made`, origin);
    await definition.remove(deleteTask(definition, services, id, live, { applied, origin }));
    // A stale list may still show it: the create that follows must not take it.
    claims.claim(kind, id);
  }
  const isProven = unresolved?.nonce !== undefined && !unresolved.isUnproven;
  if (isProven && origin) await services.intents.remove(origin, services.address);
}

/** Warns about what an unresolved create may have made and nothing proves. What the program adopts is settled. */
async function reportUndeleted<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  const { kind } = definition;
  const { nonce, label, isUnproven } = unresolved;
  // A label of ours proves what it made, and a resource that the program declares searches for it again.
  const isSettledLater = nonce !== undefined || (origin && services.claims.isDeclared(urnOf(origin)));
  if (isSettledLater && !isUnproven) return;
  const labelled = isUnproven ? [] : await objectsLabelled(definition, services, label);
  const candidates = new Set([
    ...(await existingCandidates(definition, services, unresolved)),
    ...labelled.map(([id]) => id),
  ]);
  if ([...candidates].some((id) => services.claims.isAdopted(kind, id))) return;
  services.log.warn(
    candidates.size > 0
      ? `It is not known which ${kind} this resource's create made, so ${[...candidates].join(", ")} was not deleted. Delete it if nobody needs it.`
      : `It is not known whether this resource's create made ${withArticle(kind)}, so nothing was deleted. \`nodecloud recover\` on the same machine searches for it.`,
    origin,
  );
}

/** The error for an unresolved create that the user has to settle. */
export async function explainUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved,
): Promise<LifecycleError> {
  const { kind } = definition;
  const { label } = unresolved;
  const labelled = (await objectsLabelled(definition, services, label)).map(([id]) => id);
  const remaining = unresolved.isUnproven
    ? await existingCandidates(definition, services, unresolved)
    : unresolved.candidates.filter((id) => label === undefined || labelled.includes(id));
  const candidates = remaining.length > 0 ? remaining : labelled;
  const object = label === undefined ? kind : `${kind} labelled ${JSON.stringify(label)}`;
  if (candidates.length > 0) {
    return new LifecycleError(
      `It is not known which ${object} this resource's create made (candidates: ${candidates.join(", ")}), and nothing was changed. Run \`nodecloud recover\`, which asks for the right one, or set \`adopt: <id>\` to take it over, and delete the others if nobody needs them. If it is none of them, run \`pulumi up --replace\` on this resource.`,
    );
  }
  return new LifecycleError(
    label === undefined
      ? `It is not known whether this resource's create made ${withArticle(kind)}, and nothing was changed. If one exists, set \`adopt: <id>\` to take it over. Otherwise run \`pulumi up --replace\` on this resource, which searches again before it creates one.`
      : `There is no ${object}, so this resource's create probably made none. Nothing was changed. Run \`pulumi up --replace\` on this resource to create it.`,
  );
}

async function existingCandidates<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { candidates }: Unresolved,
): Promise<readonly string[]> {
  const { items } = await definition.collection(services).list();
  return candidates.filter((id) => items.has(id));
}

/** Throws if there may be another object with the label that no list shows. */
async function allLabelled<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  label: string | undefined,
): Promise<readonly Labelled<Live>[]> {
  const { kind, labelOf } = definition;
  if (label === undefined || labelOf === undefined) return [];
  const collection = definition.collection(services);
  const list = await listWhole(() => collection.list());
  refuseUnreadable(kind, list.unreadable);
  const labelled = labelledIn(list, labelOf, label);
  if (labelled.length === 0) refuseHidden(kind, list);
  return labelled;
}

async function objectsLabelled<I extends CommonInputs, Live, Step extends string>(
  { collection, labelOf }: Definition<I, Live, Step>,
  services: Services,
  label: string | undefined,
): Promise<readonly Labelled<Live>[]> {
  if (label === undefined || labelOf === undefined) return [];
  return labelledIn(await collection(services).list(), labelOf, label);
}

type Labelled<Live> = readonly [id: string, live: Live];

function labelledIn<Live>(
  { items }: ListedObjects<Live>,
  labelOf: (live: Live) => unknown,
  label: string,
): readonly Labelled<Live>[] {
  return [...items].filter(([, live]) => labelOf(live) === label);
}
