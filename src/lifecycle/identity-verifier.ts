import type { Deadline } from "../client";
import type { CommonInputs } from "../common-inputs";
import type { Definition } from "./definition";
import { type IdentityOutput, provesAccount } from "./identity/identity";
import type { ResourceOrigin } from "./identity/origin";
import { type Ownership, ownershipOf, type RecordedObject } from "./identity/ownership";
import { restrictedUserOf } from "./identity/restricted-user";
import { presenceOf } from "./objects/stack-presence";
import type { Services } from "./services";
import type { State } from "./values/state";

/** Verifies, for one resource type, that a live object is the recorded one, and that a missing one no longer exists. */
export class IdentityVerifier<I extends CommonInputs, Live, Step extends string> {
  readonly #definition: Definition<I, Live, Step>;
  readonly #services: Services;
  readonly #idsAreUnique: boolean;

  constructor(definition: Definition<I, Live, Step>, services: Services) {
    this.#definition = definition;
    this.#services = services;
    const { kind, identityOf, collection } = definition;
    this.#idsAreUnique = definition.idFormat?.areUnique === true;
    presenceOf(services).registerKind({
      ...{ kind, collection: collection(services), identityOf },
      idsAreUnique: this.#idsAreUnique,
    });
  }

  get ownership(): Ownership {
    return ownershipOf(this.#services);
  }

  /** The object that a state records, registered in this process. */
  recordedObject(id: string, { identity, origin, unresolved }: State<I, Live>): RecordedObject {
    const recorded = { kind: this.#definition.kind, id, identity, origin };
    if (this.ownership.register(recorded) && !unresolved) presenceOf(this.#services).register(recorded);
    return recorded;
  }

  /** Throws if a live object is not the recorded one. Returns its identity, for the outputs. */
  async verify(recorded: RecordedObject, live: Live): Promise<IdentityOutput> {
    const liveIdentity = this.#definition.identityOf(live);
    this.ownership.verifyIdentity(recorded, liveIdentity);
    const output = await this.ownership.identityOutput(recorded.identity, liveIdentity);
    if (provesAccount(recorded.identity, liveIdentity, this.#idsAreUnique))
      await presenceOf(this.#services).confirmExists({ ...recorded, ...output }, recorded);
    return output;
  }

  /** The identity of an object that this run created, for the outputs. */
  async identityOfCreated(
    id: string,
    live: Live,
    origin: ResourceOrigin | undefined,
    deadline?: Deadline,
  ): Promise<IdentityOutput> {
    const { kind, identityOf } = this.#definition;
    const output = await this.ownership.identityOutput({}, identityOf(live), deadline);
    const { identity = {} } = output;
    this.ownership.register({ kind, id, identity: {} });
    if (identity.account === undefined)
      await presenceOf(this.#services).remember({ kind, id, identity }, origin);
    return output;
  }

  /**
   * Throws unless a missing object certainly no longer exists: the token belongs to the state's account or other objects of the stack
   * exist, and the token's user can see every object in that account.
   */
  async verifyAbsence(recorded: RecordedObject): Promise<void> {
    const isOurs = await this.ownership.verifyBeforeChange(recorded);
    if (isOurs) await this.ownership.verifyService(recorded);
    else await presenceOf(this.#services).verifyAbsence(recorded);
    await restrictedUserOf(this.#services).verifyAbsence(recorded);
  }
}
