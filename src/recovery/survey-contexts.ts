import {
  type Intent,
  type IntentStore,
  isSentTo,
  organizationOf,
  type Services,
  tokenBelongsTo,
  urnOf,
} from "../lifecycle";
import { explicitProviderOf, nameInUrn, type PropertyMap, type ResourceState } from "../state";
import { messageOf } from "../unknown";
import {
  classOf,
  isDynamicProvider,
  originOf,
  referenceTo,
  SurveyContext,
  type SurveyedStack,
} from "./survey-context";

/** The services for the resources of an explicit provider, from its inputs. Throws if these are incomplete. */
export type ServicesOf = (inputs: PropertyMap) => Services;

/** The contexts of one stack, one for each provider: an explicit one may be configured for another account or service. */
export class SurveyContexts {
  readonly stack: SurveyedStack;
  /** The organization of the stack. Undefined if it is unknown. */
  readonly organization: string | undefined;
  /** The records of this machine. */
  readonly intents: IntentStore;
  /** The first is the default provider's. */
  readonly #contexts: ReadonlyMap<string, SurveyContext>;
  /** Why nothing can be read with an explicit provider, by its URN. */
  readonly #problems = new Map<string, string>();

  constructor(stack: SurveyedStack, services: Services, servicesOf: ServicesOf) {
    this.stack = stack;
    this.intents = services.intents;
    const { resources, pendingOperations } = stack.snapshot;
    const recorded = [...resources, ...pendingOperations.map(({ resource }) => resource)];
    this.organization = organizationOf(stack.organization, recorded.map(originOf));
    const providers = resources.filter(isDynamicProvider).map(referenceTo);
    const used = recorded.filter(({ type }) => classOf(type) !== undefined);
    const connections = new Map([[defaultKey, services]]);
    for (const key of new Set([...providers, ...used].map(providerKey))) {
      if (key === defaultKey) continue;
      try {
        connections.set(key, servicesOf(resources.find(({ urn }) => urn === key)?.inputs ?? {}));
      } catch (error) {
        this.#problems.set(key, messageOf(error));
      }
    }
    const addressOf = (resource: Pick<ResourceState, "provider">) =>
      connections.get(providerKey(resource))?.address;
    this.#contexts = new Map(
      [...connections].map(([key, own]) => {
        const scope = {
          isOwn: (resource: Pick<ResourceState, "provider">) => providerKey(resource) === key,
          isOfService: (resource: Pick<ResourceState, "provider">) => addressOf(resource) === own.address,
        };
        return [key, new SurveyContext(stack, own, this.organization, scope)];
      }),
    );
  }

  /** The context of a resource. Undefined if nothing can be read with its provider. */
  find(resource: Pick<ResourceState, "provider">): SurveyContext | undefined {
    return this.#contexts.get(providerKey(resource));
  }

  /** Why nothing can be read with the provider of a resource. */
  problemOf(resource: Pick<ResourceState, "provider">): string {
    const key = providerKey(resource);
    const isRecorded = this.stack.snapshot.resources.some(({ urn }) => urn === key);
    const problem = isRecorded
      ? `cannot be used. ${this.#problems.get(key)}`
      : "is no longer in the state. Declare it in the program again, run `up`, and then this command.";
    return `Its provider "${nameInUrn(key)}" ${problem}`;
  }

  /** The context of a create of which only the record on this machine is left. The record does not name the provider. */
  async findFor(intent: Intent): Promise<SurveyContext | undefined> {
    const urn = urnOf(intent.origin);
    const current = this.stack.snapshot.resources.find((state) => state.urn === urn && !state.delete);
    if (current !== undefined) return this.find(current);
    const contexts = [...this.#contexts.values()];
    const possible = contexts.filter(({ services }) => isSentTo(intent, services.address));
    for (const context of possible)
      if (await tokenBelongsTo(context.services, intent.account)) return context;
    return possible[0] ?? contexts[0];
  }
}

const defaultKey = "";

/** The URN of the explicit provider of a resource; `defaultKey` if it has none. */
export function providerKey({ provider }: Pick<ResourceState, "provider">): string {
  return explicitProviderOf(provider) ?? defaultKey;
}
