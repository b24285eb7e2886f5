import type { CommonInputs } from "../../common-inputs";
import type { Definition } from "../definition";
import { LifecycleError } from "../failures";
import { isRecordedIn } from "../identity/created-objects";
import { type ResourceOrigin, replaceCommand, urnOf } from "../identity/origin";
import type { Services } from "../services";
import type { Unresolved } from "../task";
import { withArticle } from "../with-article";
import { findCandidates, type Listed, recordOf } from "./unresolved-candidates";
import { adviceToAdoptIfAvailable, adviceToAdoptWithSecret } from "./unresolved-result";

/**
 * The error for an unresolved create that needs the user's decision.
 * @param origin The resource in the state. The program may have renamed it since.
 */
export async function explainUnresolved<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  unresolved: Unresolved,
  { origin, declared }: Record<"origin" | "declared", ResourceOrigin | undefined>,
): Promise<LifecycleError> {
  const { kind, createMatcher: matcher } = definition;
  const { label } = unresolved;
  const others = origin && services.intents.recentCreates(origin, services.address);
  const idsOfUnmanaged = (objects: readonly Listed<Live>[]) =>
    objects.flatMap(([id, live]) => {
      const isRecorded = others && isRecordedIn(others, { id, created: matcher?.createdAt?.(live) });
      return isRecorded || services.claims.isClaimed(kind, id) ? [] : [id];
    });
  const found = await findCandidates(definition, services, unresolved);
  const labeled = idsOfUnmanaged(found.labeled);
  const existing = idsOfUnmanaged(found.candidates);
  const isLabelKnown = label !== undefined && !unresolved.isUnproven;
  const remaining = isLabelKnown ? existing.filter((id) => labeled.includes(id)) : existing;
  const candidates = remaining.length > 0 ? remaining : labeled;
  // The secret of an adopted object is unknown until it is reset.
  const adopt = definition.secretSteps
    ? adviceToAdoptWithSecret
    : definition.adoptionObstacle
      ? adviceToAdoptIfAvailable(kind)
      : "`adopt: <id>`";
  const next = nextSteps(origin, declared);
  const object = label === undefined ? kind : `${kind} labeled ${JSON.stringify(label)}`;
  const recorded = recordOf(services, unresolved, origin);
  if (recorded?.id !== undefined && candidates.includes(recorded.id)) {
    return new LifecycleError(
      `A record on this machine shows that ${kind} ${recorded.id} was created for this resource, but the state has the create as unresolved. Nothing was changed. Run \`nodecloud recover\`, which adds the ${kind} to the state.`,
    );
  }
  if (candidates.length > 0) {
    // Unproven candidates may have another label.
    return new LifecycleError(
      `It is unclear which ${unresolved.isUnproven ? kind : object} was created for this resource (candidates: ${candidates.join(", ")}), and nothing was changed. Run \`nodecloud recover\`, which asks for the right one, or set ${adopt} to take it over, and delete the others if they are no longer needed. If it is none of them, ${next.ifNoCandidate}.`,
    );
  }
  if (label === undefined && recorded === undefined) {
    return new LifecycleError(
      `It is unclear whether ${withArticle(kind)} was created for this resource, and this machine has no record of the request by which to recognize it. Nothing was changed. Run \`nodecloud recover\` to find out what was created, then run \`pulumi up\` again.`,
    );
  }
  return new LifecycleError(
    label === undefined
      ? `It is unclear whether ${withArticle(kind)} was created for this resource, and nothing was changed. If one exists, set ${adopt} to take it over. Otherwise ${next.ifNone}.`
      : `There is no ${object}, so the create request probably created none. Nothing was changed. ${next.create}`,
  );
}

/** What to do if the create created none of the objects. */
function nextSteps(origin: ResourceOrigin | undefined, declared: ResourceOrigin | undefined) {
  // Engines know a renamed resource by its former URN until an update succeeds, and the record of the request has that name too.
  const isRenamed = origin !== undefined && declared !== undefined && urnOf(origin) !== urnOf(declared);
  if (isRenamed) {
    return {
      ifNoCandidate: "choose that in `nodecloud recover`",
      ifNone: "run `nodecloud recover`, which searches again, and then `pulumi up`",
      create: "Run `nodecloud recover`, which removes the create from the state, and then `pulumi up`.",
    };
  }
  const replace = replaceCommand(declared);
  return {
    ifNoCandidate: `run ${replace}`,
    ifNone: `run ${replace}, which searches again before it creates one`,
    create: `Run ${replace} to create it.`,
  };
}
