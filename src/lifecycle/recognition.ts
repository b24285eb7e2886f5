import type { CommonInputs, Definition, Origin } from "./definition";
import { type Guard, guardOf, type Known } from "./guard";
import type { Identity } from "./identity";
import { presenceOf } from "./presence";
import type { Services } from "./services";
import type { State } from "./state";

/** An identity as outputs hold it; absent where the thing shows none. */
export interface Recorded {
  readonly identity?: Identity;
}

/** Tells the things of one kind that a state means from others, and what is gone from what can't be seen. */
export class Recognition<I extends CommonInputs, Live, Step extends string> {
  readonly #definition: Definition<I, Live, Step>;
  readonly #services: Services;

  constructor(definition: Definition<I, Live, Step>, services: Services) {
    this.#definition = definition;
    this.#services = services;
    const { noun, traits, collection } = definition;
    const idsAreUnique = definition.ids?.areUnique === true;
    presenceOf(services).learn({ noun, collection: collection(services), traits, idsAreUnique });
  }

  get guard(): Guard {
    return guardOf(this.#services);
  }

  /** What a state says of a thing, which this process remembers. */
  known(id: string, { identity, origin, unresolved }: State<I, Live>): Known {
    const known = { noun: this.#definition.noun, id, identity, origin };
    if (this.guard.note(known) && !unresolved) presenceOf(this.#services).note(known);
    return known;
  }

  /** Throws where a thing is not the one of the state. Answers its identity, for the outputs. */
  async recognise(known: Known, live: Live): Promise<Recorded> {
    const traits = this.#definition.traits(live);
    const isProven = this.guard.mustBeSame(known, traits) || this.#definition.ids?.areUnique === true;
    const recorded = await this.guard.record(known.identity, traits);
    if (isProven) await presenceOf(this.#services).confirm({ ...known, ...recorded }, known);
    return recorded;
  }

  /** The identity of a thing that this run created, for the outputs. */
  async record(id: string, live: Live, origin: Origin | undefined): Promise<Recorded> {
    const { noun, traits } = this.#definition;
    const recorded = await this.guard.record({}, traits(live));
    const { identity = {} } = recorded;
    this.guard.note({ noun, id, identity: {} });
    if (identity.account === undefined)
      await presenceOf(this.#services).remember({ noun, id, identity }, origin);
    return recorded;
  }

  /** What can't be seen is gone where the token is of the state's account, or where others of the stack can be seen. */
  async mustBeGone(known: Known): Promise<void> {
    if (await this.guard.mayAct(known)) return this.guard.mustBeSameService(known);
    await presenceOf(this.#services).mustBeGone(known);
  }
}
