import { messageOf } from "../unknown";
import { isCreatedSoonAfter, isResultOf, mayBeResultOf } from "./create-matcher";
import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, ResourceOrigin } from "./definition";
import { deleteTask } from "./delete-task";
import { type CreateRequest, isRecent } from "./intents";
import type { Services } from "./services";
import type { State } from "./state";

/** What the service made of requests whose results were open: it may carry one out long after the next one. */
export interface LateCreates<Live> {
  /** A label that was generated proves that they are ours. */
  readonly certain: readonly LateCreate<Live>[];
  readonly possible: readonly LateCreate<Live>[];
}

interface LateCreate<Live> {
  readonly id: string;
  readonly live: Live;
  readonly request: CreateRequest;
}

/** Asks the service only where a request of the last day is open. `id` is what the state knows. */
export async function findLateCreates<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  origin: ResourceOrigin | undefined,
): Promise<LateCreates<Live>> {
  const certain: LateCreate<Live>[] = [];
  const possible: LateCreate<Live>[] = [];
  const { kind, createMatcher } = definition;
  const open = origin ? services.intents.openRequests(origin, services.address) : [];
  const requests = open.filter((request) => isRecent(request, services.clock.now()));
  if (!origin || !createMatcher || requests.length === 0) return { certain, possible };
  const { claims, clock, intents, address, log } = services;
  try {
    const { items } = await definition.collection(services).list({ deadline: deadlineAfter(clock, "1m") });
    const others = intents.recentCreates(origin, address);
    for (const [other, live] of items) {
      const isTaken = other === id || claims.isClaimed(kind, other) || others.ids.has(other);
      if (isTaken || createMatcher.isBeingDeleted(live)) continue;
      for (const request of requests) {
        if (request.before.includes(other)) continue;
        const isOurs = isResultOf(createMatcher, live, request);
        const mayBe = mayBeResultOf(createMatcher, live, request, services, others);
        if (isOurs && request.nonce !== undefined) certain.push({ id: other, live, request });
        else if (isOurs || (mayBe && isCreatedSoonAfter(createMatcher, live, request, services)))
          possible.push({ id: other, live, request });
        else continue;
        break;
      }
    }
  } catch (error) {
    log.warn(
      `Whether an earlier attempt to create this ${kind} left a second one could not be looked up: ${messageOf(error)}`,
      origin,
    );
  }
  return { certain, possible };
}

export function reportLateCreates<Live>(
  { kind }: { readonly kind: string },
  { log }: Services,
  { certain, possible }: LateCreates<Live>,
  origin: ResourceOrigin | undefined,
): void {
  for (const { id } of certain) {
    log.warn(
      `${kind} ${id} was made by an earlier attempt to create this resource, which the service carried out late. No state names it; \`pulumi up\` deletes it.`,
      origin,
    );
  }
  for (const { id } of possible) {
    log.warn(
      `${kind} ${id} may have been made by an earlier attempt to create this resource. It was left as it is, for nothing proves it. Delete it if nobody needs it.`,
      origin,
    );
  }
}

/** Deletes what is certainly ours and in no state. */
export async function deleteLateCreates<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { certain }: LateCreates<Live>,
  state: Pick<State<I, Live>, "applied" | "origin">,
  origin: ResourceOrigin | undefined,
): Promise<void> {
  for (const { id, live, request } of certain) {
    services.log.info(
      `${definition.kind} ${id} was made by an earlier attempt to create this resource and is deleted`,
      origin,
    );
    await definition.remove(deleteTask(definition, services, id, live, state));
    if (origin) await services.intents.closeRequests(origin, services.address, [request]);
  }
}
