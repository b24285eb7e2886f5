import { durationOf, type Service } from "../service";
import type { Duration } from "../settings";
import { millisecondsPerHour } from "../world/moment";
import type { DueTransition } from "../world/timeline-entry";

/** The status of an object that does not exist: a transition from it creates the object, a transition to it removes it. */
export const none = "none";

/** A setting, a share of a setting, or a fixed time. */
type Delay = Duration | { readonly setting: Duration; readonly share: number } | { readonly hours: number };

/** A change of an object's status that the emulator carries out. */
export interface Transition<N extends string = string, S extends string = string> {
  readonly from: "any" | readonly string[];
  readonly to: S | typeof none;
  /** How long the object keeps its status before the transition. Default: 0. */
  readonly after?: Delay;
  /** The action of the event that the transition logs, in the contract's name. */
  readonly logs?: string;
  /** How the object's event ends. */
  readonly ends?: "finished" | "failed";
  /** The transition that follows. */
  readonly next?: N;
}

/** How the transitions of one kind of object are carried out. */
interface Rules<R, N extends string, S extends string> {
  readonly transitions: Readonly<Record<N, Transition<NoInfer<N>, S>>>;
  readonly statusOf: (row: R) => string;
  /** Saves the row in its new status, with everything else that the transition changes. */
  readonly enter: (service: Service, row: R, status: S, transition: Transition<N, S>) => R;
  readonly remove?: (service: Service, row: R) => void;
  /** The timeline entry of a planned transition. */
  readonly dueOf: (row: R, name: N) => DueTransition;
}

/** The statuses of one kind of object, and its transitions between them by name. */
export class StatusMachine<R, N extends string, S extends string> {
  readonly #rules: Rules<R, N, S>;

  constructor(rules: Rules<R, N, S>) {
    this.#rules = rules;
  }

  /** Whether the object's status allows the transition. */
  allows(row: R, name: N): boolean {
    const { from } = this.#rules.transitions[name];
    return from === "any" || from.includes(this.#rules.statusOf(row));
  }

  /** Carries out a transition and plans the next one. Changes nothing if the object's status does not allow it. */
  apply(service: Service, row: R, name: N): R {
    if (!this.allows(row, name)) return row;
    const transition = this.#rules.transitions[name];
    const { to, next } = transition;
    if (to === none) {
      this.#rules.remove?.(service, row);
      return row;
    }
    const entered = this.#rules.enter(service, row, to, transition);
    if (next !== undefined) this.plan(service, entered, next);
    return entered;
  }

  /** Like `apply`, by a name from a saved world. An unknown one changes nothing. */
  applyNamed(service: Service, row: R, name: string): void {
    if (this.#isName(name)) this.apply(service, row, name);
  }

  /** Plans a transition after a delay in milliseconds. Default: the transition's own delay. */
  plan(service: Service, row: R, name: N, delay: number = this.delayOf(service, name)): void {
    service.world.timeline.add(service.now() + delay, this.#rules.dueOf(row, name));
  }

  /** Like `plan`, for the name of a transition or any other string, which plans nothing. */
  planNamed(service: Service, row: R, name: string): void {
    if (this.#isName(name)) this.plan(service, row, name);
  }

  /** Milliseconds that the object keeps its status before the transition. */
  delayOf(service: Service, name: N): number {
    const { after } = this.#rules.transitions[name];
    if (after === undefined) return 0;
    if (typeof after === "string") return durationOf(service, after);
    return "hours" in after
      ? after.hours * millisecondsPerHour
      : durationOf(service, after.setting) * after.share;
  }

  #isName(name: string): name is N {
    return Object.hasOwn(this.#rules.transitions, name);
  }
}
