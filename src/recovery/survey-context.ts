import { toProviderValues } from "../engine/inprocess/json-values";
import {
  type EarlierRequest,
  type Intent,
  isSameOrigin,
  isSentTo,
  mayRecord,
  type Properties,
  type Recovery,
  type ResourceOrigin,
  readOrigin,
  requestsWithoutResponse,
  requestsWithoutResult,
  type Services,
} from "../lifecycle";
import { isResourceClass, type ResourceClass, resourceClasses } from "../resources/resource-class";
import { resourceTypes } from "../resources/resource-types";
import { providerReference, type ResourceState, type Snapshot } from "../state";
import { messageOf } from "../unknown";
import type { Certainty, RecoveryCase, RecoveryChoice } from "./recovery-case";

/** In milliseconds: a killed run is assumed to have lasted no longer. */
const maxRunTime = 86_400_000;

export interface SurveyedStack {
  readonly project: string;
  readonly stack: string;
  /** Undefined if neither the backend nor the name of the stack contains it. */
  readonly organization: string | undefined;
  readonly snapshot: Snapshot;
  /** In milliseconds since 1970: when the state was last written. Undefined if that is unknown. */
  readonly savedAt: number | undefined;
  /** Whether a pending create left no object that the state does not have, according to the records on this machine. */
  readonly leftNothing: (pending: ResourceState) => boolean;
}

/** Which resources of a stack one provider concerns. */
interface Scope {
  /** Whether the provider is that of a resource, so the token is meant for the resource's account. */
  readonly isOwn: (resource: Pick<ResourceState, "provider">) => boolean;
  /** Whether the provider's service has the object of a resource: another service may use the same id. */
  readonly isOfService: (resource: Pick<ResourceState, "provider">) => boolean;
}

/** The context in which the cases of one stack's provider are found. */
export class SurveyContext {
  readonly stack: SurveyedStack;
  readonly services: Services;
  /** The organization of the stack. Undefined if it is unknown. */
  readonly organization: string | undefined;
  readonly #scope: Scope;
  readonly #recoveries = new Map<ResourceClass, Recovery>();

  constructor(stack: SurveyedStack, services: Services, organization: string | undefined, scope: Scope) {
    this.stack = stack;
    this.services = services;
    this.organization = organization;
    this.#scope = scope;
    for (const type of resourceClasses) this.#recoveries.set(type, resourceTypes[type].recovery(services));
    for (const resource of stack.snapshot.resources) this.#register(resource);
  }

  #register(resource: ResourceState): void {
    const { type, id, outputs, external } = resource;
    const recovery = this.recoveryOf(type);
    if (recovery === undefined || id === "" || external) return;
    if (this.#scope.isOwn(resource)) recovery.register(id, toProviderValues(outputs));
    else if (this.#scope.isOfService(resource)) this.services.claims.claim(recovery.kind, id);
  }

  /** The resource of a state that manages an object, or that a replacement still has to delete. Undefined if none does. */
  managerIn(snapshot: Snapshot, type: string, id: string): ResourceState | undefined {
    return snapshot.resources.find(
      (state) => state.type === type && state.id === id && !state.external && this.#scope.isOfService(state),
    );
  }

  /** The provider of new resources of this context, in the state. Undefined if the state has none. */
  get provider(): ResourceState | undefined {
    const { resources } = this.stack.snapshot;
    const { isOwn } = this.#scope;
    return resources.find((state) => isDynamicProvider(state) && isOwn(referenceTo(state)));
  }

  /** The time, as the state records it. */
  get time(): string {
    return new Date(this.services.clock.now()).toISOString();
  }

  /** Undefined if this version does not support the type. */
  recoveryOf(type: string): Recovery | undefined {
    const name = classOf(type);
    return name !== undefined && isResourceClass(name) ? this.#recoveries.get(name) : undefined;
  }

  /** The record of the create on this machine, whatever the address of its service. */
  intentOf(resource: ResourceState): Intent | undefined {
    const origin = originOf(resource);
    if (origin === undefined) return undefined;
    const { intents, address } = this.services;
    const { label } = inputsOf(resource);
    const here = intents.find(origin, address);
    if (here && mayRecord(here, label)) return here;
    return intents.unfinished().find((one) => isSameOrigin(one.origin, origin) && mayRecord(one, label));
  }

  /** The ids among these that a record on this machine assigns to another resource, of any stack. */
  idsOfOthers(resource: ResourceState, ids: readonly string[]): readonly string[] {
    const origin = originOf(resource);
    if (origin === undefined) return [];
    const { objects } = this.services.intents.recentCreates(origin, this.services.address);
    return ids.filter((id) => objects.some((object) => object.id === id));
  }

  /** Whether a create was sent to another service. */
  isElsewhere(intent: Intent): boolean {
    return !isSentTo(intent, this.services.address);
  }

  /** The known facts about the request of a create. `recordedAt`: when the state recorded its result, in milliseconds since 1970. */
  requestOf(resource: ResourceState, recordedAt: number | undefined): EarlierRequest {
    const sentBefore = recordedAt ?? this.services.clock.now();
    // Later runs save a state that still has the pending create.
    const begunAt = Date.parse(resource.created) || Number.POSITIVE_INFINITY;
    const earliest = recordedAt ?? Math.min(begunAt, this.stack.savedAt ?? 0);
    return { intent: this.intentOf(resource), sentBetween: [earliest - maxRunTime, sentBefore] };
  }

  /** Completes the record of the create of a resource once the state contains its result. */
  async completeIntent(resource: ResourceState, id: string): Promise<void> {
    const intent = this.intentOf(resource);
    if (intent !== undefined) await this.complete(intent, id);
  }

  async complete(intent: Intent, id: string): Promise<void> {
    await this.services.intents.save({ ...intent, id, open: requestsWithoutResult(intent) });
    await this.services.intents.remove(intent.origin, intent.address);
  }

  /** Completes the record of a create that created nothing. */
  async closeIntent(resource: ResourceState): Promise<void> {
    const intent = this.intentOf(resource);
    if (intent !== undefined) await this.close(intent);
  }

  /** Removes the record of a create permanently: no later run searches for its object. */
  async forget({ origin, address, at }: Intent): Promise<void> {
    await this.services.intents.save({ origin, address, at, before: [] });
    await this.services.intents.remove(origin, address);
  }

  /** Removes the record of the create of a resource permanently. */
  async forgetIntent(resource: ResourceState): Promise<void> {
    const intent = this.intentOf(resource);
    if (intent !== undefined) await this.forget(intent);
  }

  /** Records a create that was sent to another address as sent to the current one. */
  async moveHere(intent: Intent): Promise<void> {
    const { address, intents } = this.services;
    await intents.save({ ...intent, address });
    await this.forget(intent);
  }

  /** Closes an intent. Its requests without a response stay on record, so that later runs report an object that the service still creates. */
  async close(intent: Intent): Promise<void> {
    const { id: _, isFailed: _failed, isUnresolved: _unresolved, isAccepted: _accepted, ...request } = intent;
    await this.services.intents.save({ ...request, open: requestsWithoutResponse(intent) });
    await this.services.intents.remove(intent.origin, intent.address);
  }
}

/** Whether a resource in the state is a provider of dynamic resources. */
export function isDynamicProvider({ type }: ResourceState): boolean {
  return type === "pulumi:providers:pulumi-nodejs";
}

/** How resources refer to their provider. */
export function referenceTo(provider: ResourceState): Pick<ResourceState, "provider"> {
  return { provider: providerReference(provider) };
}

const ownType = /^pulumi-nodejs:dynamic\/nodecloud:(\w+)$/;

/** The class of a resource of this package. Undefined if it belongs to another one. */
export function classOf(type: string): string | undefined {
  return ownType.exec(type)?.[1];
}

export function originOf({ inputs }: ResourceState): ResourceOrigin | undefined {
  return readOrigin(toProviderValues(inputs).origin);
}

/** The inputs of a resource, as its lifecycle receives them. */
export function inputsOf({ inputs }: ResourceState): Properties {
  return toProviderValues(inputs);
}

export function outputsOf({ outputs }: ResourceState): Properties {
  return toProviderValues(outputs);
}

/** A case about a resource in the state or of a pending operation. */
export function caseOf(
  { urn, type }: Pick<ResourceState, "urn" | "type">,
  trace: RecoveryCase["trace"],
  certainty: Certainty,
  found: string,
  choices: readonly RecoveryChoice[] = [],
  more: Partial<RecoveryCase> = {},
): RecoveryCase {
  return { urn, type: classOf(type) ?? type, trace, certainty, found, choices, ids: [], ...more };
}

/** The case of a failed search or read. */
export async function orUnknown(
  resource: ResourceState,
  trace: RecoveryCase["trace"],
  find: () => Promise<RecoveryCase>,
): Promise<RecoveryCase> {
  try {
    return await find();
  } catch (error) {
    return caseOf(resource, trace, "unknown", messageOf(error));
  }
}
