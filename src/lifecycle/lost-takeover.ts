import type { CommonInputs } from "../common-inputs";
import type { ResourceOrigin } from "./origin";
import type { ResourceContext } from "./resource-context";
import type { State } from "./state";

/**
 * Whether the state may lack a secret because a run ended too early. For a requested replacement (`--replace`), the engine calls no diff,
 * so the create may have taken over the object that the state already contains. The service then accepts only the secret that this create
 * set.
 */
export function isTakeoverLost<I extends CommonInputs, Live, Step extends string>(
  { definition, services: { intents, address } }: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): boolean {
  if (definition.secretSteps === undefined || state.takenOver) return false;
  return [origin, state.origin].some((one) => {
    const intent = one && intents.find(one, address);
    return intent?.id === id && intent.isTakenOver === true;
  });
}

/** The state with the steps of a lost takeover as unfinished steps. They are done once the state records that the object was taken over. */
export function withLostSteps<I extends CommonInputs, Live, Step extends string>(
  context: ResourceContext<I, Live, Step>,
  id: string,
  state: State<I, Live>,
  origin: ResourceOrigin | undefined,
): State<I, Live> {
  if (!isTakeoverLost(context, id, state, origin)) return state;
  const { secretSteps = [] } = context.definition;
  const kept = { ...state.kept, takenOver: true };
  return { ...state, kept, unfinished: [...state.unfinished, ...secretSteps] };
}
