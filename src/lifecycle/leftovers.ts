import { messageOf } from "../unknown";
import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, Origin } from "./definition";
import { type CreateRequest, isRecent } from "./intents";
import { isRequested, isSimilar, isSoonAfter } from "./provenance";
import { removal } from "./removal";
import type { Services } from "./services";
import type { State } from "./state";

/** What the service made of requests whose results were open: it may carry one out long after the next one. */
export interface Leftovers<Live> {
  /** A label that was generated proves that they are ours. */
  readonly certain: readonly Leftover<Live>[];
  readonly possible: readonly Leftover<Live>[];
}

interface Leftover<Live> {
  readonly id: string;
  readonly live: Live;
  readonly request: CreateRequest;
}

/** Asks the service only where a request of the last day is open. `id` is what the state knows. */
export async function leftoversOf<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  id: string,
  origin: Origin | undefined,
): Promise<Leftovers<Live>> {
  const certain: Leftover<Live>[] = [];
  const possible: Leftover<Live>[] = [];
  const { noun, provenance } = definition;
  const open = origin ? services.intents.openOf(origin, services.address) : [];
  const requests = open.filter((request) => isRecent(request, services.clock.now()));
  if (!origin || !provenance || requests.length === 0) return { certain, possible };
  const { claims, clock, intents, address, log } = services;
  try {
    const { items } = await definition.collection(services).list({ deadline: deadlineAfter(clock, "1m") });
    const others = intents.others(origin, address);
    for (const [other, live] of items) {
      const isTaken = other === id || claims.isClaimed(noun, other) || others.ids.has(other);
      if (isTaken || provenance.isGoing(live)) continue;
      for (const request of requests) {
        if (request.before.includes(other)) continue;
        const isOurs = isRequested(provenance, live, request);
        const mayBe = isSimilar(provenance, live, request, services, others);
        if (isOurs && request.nonce !== undefined) certain.push({ id: other, live, request });
        else if (isOurs || (mayBe && isSoonAfter(provenance, live, request, services)))
          possible.push({ id: other, live, request });
        else continue;
        break;
      }
    }
  } catch (error) {
    log.warn(
      `Whether an earlier attempt to create this ${noun} left a second one could not be looked up: ${messageOf(error)}`,
      origin,
    );
  }
  return { certain, possible };
}

export function reportLeftovers<Live>(
  { noun }: { readonly noun: string },
  { log }: Services,
  { certain, possible }: Leftovers<Live>,
  origin: Origin | undefined,
): void {
  for (const { id } of certain) {
    log.warn(
      `${noun} ${id} was made by an earlier attempt to create this resource, which the service carried out late. No state names it; \`pulumi up\` deletes it.`,
      origin,
    );
  }
  for (const { id } of possible) {
    log.warn(
      `${noun} ${id} may have been made by an earlier attempt to create this resource. It was left as it is, for nothing proves it. Delete it if nobody needs it.`,
      origin,
    );
  }
}

/** Deletes what is certainly ours and in no state. */
export async function removeLeftovers<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
  services: Services,
  { certain }: Leftovers<Live>,
  state: Pick<State<I, Live>, "applied" | "origin">,
  origin: Origin | undefined,
): Promise<void> {
  for (const { id, live, request } of certain) {
    services.log.info(
      `${definition.noun} ${id} was made by an earlier attempt to create this resource and is deleted`,
      origin,
    );
    await definition.remove(removal(definition, services, id, live, state));
    if (origin) await services.intents.close(origin, services.address, [request]);
  }
}
