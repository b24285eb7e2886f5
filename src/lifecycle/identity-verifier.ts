import type { CommonInputs, Definition, ResourceOrigin } from "./definition";
import type { Identity } from "./identity";
import { type Ownership, ownershipOf, type RecordedObject } from "./ownership";
import type { Services } from "./services";
import { presenceOf } from "./stack-presence";
import type { State } from "./state";

/** An identity as outputs hold it; absent where the thing shows none. */
export interface IdentityOutput {
  readonly identity?: Identity;
}

/** Tells the things of one kind that a state means from others, and what is gone from what can't be seen. */
export class IdentityVerifier<I extends CommonInputs, Live, Step extends string> {
  readonly #definition: Definition<I, Live, Step>;
  readonly #services: Services;

  constructor(definition: Definition<I, Live, Step>, services: Services) {
    this.#definition = definition;
    this.#services = services;
    const { kind, identityOf, collection } = definition;
    const idsAreUnique = definition.idFormat?.areUnique === true;
    presenceOf(services).registerKind({ kind, collection: collection(services), identityOf, idsAreUnique });
  }

  get ownership(): Ownership {
    return ownershipOf(this.#services);
  }

  /** What a state says of a thing, which this process remembers. */
  recordedObject(id: string, { identity, origin, unresolved }: State<I, Live>): RecordedObject {
    const known = { kind: this.#definition.kind, id, identity, origin };
    if (this.ownership.register(known) && !unresolved) presenceOf(this.#services).register(known);
    return known;
  }

  /** Throws where a thing is not the one of the state. Answers its identity, for the outputs. */
  async verify(known: RecordedObject, live: Live): Promise<IdentityOutput> {
    const traits = this.#definition.identityOf(live);
    const isProven =
      this.ownership.verifyIdentity(known, traits) || this.#definition.idFormat?.areUnique === true;
    const recorded = await this.ownership.identityOutput(known.identity, traits);
    if (isProven) await presenceOf(this.#services).confirmExists({ ...known, ...recorded }, known);
    return recorded;
  }

  /** The identity of a thing that this run created, for the outputs. */
  async identityOfCreated(
    id: string,
    live: Live,
    origin: ResourceOrigin | undefined,
  ): Promise<IdentityOutput> {
    const { kind, identityOf } = this.#definition;
    const recorded = await this.ownership.identityOutput({}, identityOf(live));
    const { identity = {} } = recorded;
    this.ownership.register({ kind, id, identity: {} });
    if (identity.account === undefined)
      await presenceOf(this.#services).remember({ kind, id, identity }, origin);
    return recorded;
  }

  /** What can't be seen is gone where the token is of the state's account, or where others of the stack can be seen. */
  async verifyAbsence(known: RecordedObject): Promise<void> {
    if (await this.ownership.verifyBeforeChange(known)) return this.ownership.verifyService(known);
    await presenceOf(this.#services).verifyAbsence(known);
  }
}
