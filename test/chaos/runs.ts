import { isUnresolvedId } from "../../src/unresolved-id";
import type { AccountObjects } from "./account-objects";
import type { ChaosOutcome, ChaosRunOptions, ChaosStack, Operation } from "./chaos-stack";
import { checkNoSecret, checkNotSentEarly } from "./promises";
import type { ReportedMessage } from "./user";

export type Trace = (operation: Operation, outcome: ChaosOutcome) => void;

/** Runs a stack, counts the runs, and keeps the messages of the last one. */
export class Runs<O extends ChaosRunOptions = ChaosRunOptions> {
  readonly stack: ChaosStack<O>;
  readonly objects: AccountObjects;
  readonly #trace: Trace;
  /** Whether the service may carry out requests long after their responses were lost. */
  readonly isLate: boolean;
  #wasUnresolved = false;
  count = 0;
  messages: readonly ReportedMessage[] = [];

  constructor(
    stack: ChaosStack<O>,
    objects: AccountObjects,
    { isLate, trace = () => undefined }: { readonly isLate: boolean; readonly trace?: Trace },
  ) {
    this.stack = stack;
    this.objects = objects;
    this.isLate = isLate;
    this.#trace = trace;
  }

  async run(operation: Operation, options: O): Promise<ChaosOutcome> {
    this.count++;
    // The object of an unresolved create may be found later, or may have been replaced on purpose.
    this.#wasUnresolved ||= this.stack.states.some(({ id }) => isUnresolvedId(id));
    const outcome = await this.stack.run(operation, options);
    this.objects.learn(outcome);
    checkNoSecret(this.stack, outcome);
    if (!this.isLate && !this.#wasUnresolved) checkNotSentEarly(outcome, this.objects);
    this.messages = outcome.messages;
    this.#trace(operation, outcome);
    return outcome;
  }
}
