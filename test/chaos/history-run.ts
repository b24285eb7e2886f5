import { wellKnownTokens } from "../../src/emulator";
import { stackAccount } from "../../src/plugin/stack-variables";
import { explicitProviderOf } from "../../src/state";
import { TestStack } from "../../src/testing";
import { isUnresolvedId } from "../../src/unresolved-id";
import { letTimePass } from "../passing-time";
import { AccountObjects } from "./account-objects";
import { CarefulUser } from "./careful-user";
import type { Operation } from "./chaos-stack";
import { describeRuns } from "./describe-run";
import { externalChange, isHidden } from "./external-change";
import type { Edit, External, History, Step } from "./history";
import { InjectedFaults } from "./injected-faults";
import { Program, providerUrnOf, urnOf } from "./program";
import {
  checkAnnounced,
  checkDestroyed,
  checkNoWrites,
  checkWorld,
  lastRequestOf,
  unsettled,
  Violation,
} from "./promises";
import type { Resource } from "./resource";
import { chaosResources, objectsOf } from "./resources";
import { Runs } from "./runs";
import { type InProcessRunOptions, InProcessStack } from "./stack-in-process";
import { keyOf, objectsOfState, worldOf } from "./world";

/** What happened in a history. */
export interface HistorySummary {
  /** The effects of the faults that were injected, each once. */
  readonly faults: ReadonlySet<string>;
  /** How many faults were injected. */
  readonly faultCount: number;
  /** How runs ended early. */
  readonly stops: ReadonlySet<string>;
  /** What the messages asked the user to do. */
  readonly actions: CarefulUser["actions"];
  readonly runs: number;
}

type Stopped = Extract<Step, { readonly stop: unknown }>;

/** In milliseconds: longer than the longest delay of a request that is carried out late. */
const latestDelay = 130_000;

/** Runs a history, then checks everything that has to be true once its faults are over. Throws a `Violation`. */
export async function runHistory(history: History, trace?: (text: string) => void): Promise<HistorySummary> {
  return new HistoryRun(history, trace).run();
}

class HistoryRun {
  readonly #history: History;
  readonly #test: TestStack;
  readonly #program: Program;
  readonly #stack: InProcessStack;
  readonly #objects: AccountObjects;
  readonly #runs: Runs<InProcessRunOptions>;
  readonly #user: CarefulUser;
  readonly #faults: InjectedFaults;
  #hasChangedMachine = false;
  /** Whether somebody changed the label of an object that only the record of its create identifies. */
  #hasRelabeledUnrecorded = false;

  constructor(history: History, trace: ((text: string) => void) | undefined) {
    const { seed, brand, settings, clockOffset, createdOffset, knowsState = true } = history;
    const { readsPerMillisecond } = history;
    this.#history = history;
    this.#test = new TestStack({
      ...{ seed, brand, settings, knowsState },
      serviceClockOffset: clockOffset * 1000,
    });
    if (readsPerMillisecond !== undefined) letTimePass(this.#test.clock, readsPerMillisecond);
    this.#test.emulator.control.clock.advance(createdOffset * 1000 + 60_000);
    this.#program = new Program(history);
    this.#stack = new InProcessStack(this.#test, this.#program, history.parallel);
    this.#objects = new AccountObjects(this.#stack);
    this.#runs = new Runs(this.#stack, this.#objects, {
      isLate: history.steps.some(
        (step) => "faults" in step && step.faults.some(({ rule }) => rule.when === "later"),
      ),
      trace: describeRuns(this.#test, trace),
    });
    this.#user = new CarefulUser(this.#runs, this.#program);
    this.#faults = new InjectedFaults(this.#test);
  }

  async run(): Promise<HistorySummary> {
    for (const step of this.#history.steps) await this.#step(step);
    this.#faults.end();
    await this.#stack.advance(latestDelay + this.#history.pause * 1000);
    await this.#user.runUntilSuccess("up");
    await this.#user.runUntilSuccess("up");
    checkWorld(this.#runs, this.#program.resources);
    const lastRequest = lastRequestOf(this.#stack);
    const unchanged = await this.#user.run("up");
    if (!unchanged.hasSucceeded) throw unsettled("an unchanged up failed", unchanged);
    checkNoWrites(this.#stack, lastRequest, "an unchanged up");
    await this.#user.runUntilSuccess("destroy");
    await checkDestroyed(this.#stack, this.#objects);
    const { effects, count } = this.#faults;
    const { stops } = this.#stack;
    const { actions } = this.#user;
    return { faults: effects, faultCount: count, stops, actions, runs: this.#runs.count };
  }

  async #step(step: Step): Promise<void> {
    switch (step.kind) {
      case "wait":
        return this.#stack.advance(step.seconds * 1000);
      case "external":
        return this.#changeExternally(step.external);
      case "other machine":
        // Only the first machine knows of a request that the service carries out late.
        if (this.#runs.isLate) return;
        if (this.#hasRelabeledUnrecorded || !this.#openCreates.every((resource) => this.#isInState(resource)))
          return;
        this.#test.changeMachine();
        this.#hasChangedMachine = true;
        // Lists and views may lag behind, and only the first machine knows what it has just created.
        return this.#stack.advance(60_000);
      case "other account":
        return this.#runWithOtherAccount(step.operation);
      case "destroy":
        if (this.#hasOpenCreate()) return;
        return this.#runWithFaults(step, "destroy", {});
      case "refresh":
      case "preview":
        return this.#runWithFaults(step, step.kind, {});
      case "up": {
        const recordedUrns = new Set(this.#stack.states.map(({ urn }) => urn));
        for (const edit of step.edits) if (this.#maySafely(edit)) this.#program.edit(edit, recordedUrns);
        const { refreshFirst } = step;
        const targets = this.#urns(step.targets);
        // Another machine cannot recognize what an unresolved create created: its user first runs `recover`.
        const replaceable = this.#stack.states.filter(
          ({ id }) => !(this.#hasChangedMachine && isUnresolvedId(id)),
        );
        const recorded = new Set(replaceable.map(({ urn }) => urn));
        const replace = this.#urns(step.replace).filter((urn) => recorded.has(urn));
        return this.#runWithFaults(step, "up", { refreshFirst, targets, replace });
      }
    }
  }

  #urns(numbers: readonly number[]): readonly string[] {
    return numbers.flatMap((number) => {
      const resource = this.#program.resource(number);
      return resource ? [urnOf(resource)] : [];
    });
  }

  /**
   * A careful user first lets `up` finish a create that was interrupted: without its declaration, no later run searches for it
   * (docs/reliability.md).
   */
  #maySafely(edit: Edit): boolean {
    if (edit.kind === "change" || edit.kind === "add") return true;
    if (edit.kind === "option" && !this.#hasChangedMachine) return true;
    const resource = this.#program.resource(edit.resource);
    return resource === undefined || !this.#hasOpenCreate();
  }

  #hasOpenCreate(): boolean {
    return this.#stack.states.some(({ id }) => isUnresolvedId(id)) || this.#openCreates.length > 0;
  }

  /** Whether the state records the create of a resource, as pending or unresolved, so that another machine knows of it. */
  #isInState(resource: Resource): boolean {
    const urn = urnOf(resource);
    const { pending, states } = this.#stack;
    const isUnresolved = states.some(
      (state) => state.urn === urn && isUnresolvedId(state.id) && !state.pendingReplacement,
    );
    // A replacement leaves the object of a resource with `retainOnDelete`, which only the first machine recognizes.
    if (isUnresolved) return !resource.options.has("retainOnDelete");
    return pending.includes(`creating ${urn}`);
  }

  /** The resources with a create that an earlier run did not finish. */
  get #openCreates(): readonly Resource[] {
    const known = new Set(objectsOfState(this.#stack.states));
    return this.#program.resources.filter((resource) => {
      const { type, name, inComponent } = resource;
      const parent = inComponent ? { parent: "urn:pulumi:dev::project::chaos:index:Group::group" } : {};
      const intent = this.#test.intentOf({ project: "project", stack: "dev", type, name, ...parent });
      return intent !== undefined && (intent.id === undefined || !known.has(keyOf(type, intent.id)));
    });
  }

  async #runWithFaults(step: Stopped, operation: Operation, options: InProcessRunOptions): Promise<void> {
    for (const fault of step.faults) this.#faults.add(fault);
    if (step.during) {
      const { after, external } = step.during;
      this.#user.refreshesFirst = true;
      void this.#test.clock.sleep(after).then(() => this.#changeExternally(external));
    }
    const lastRequest = lastRequestOf(this.#stack);
    const { messages } = await this.#runs.run(operation, {
      allowEmpty: this.#user.allowEmpty,
      ...options,
      ...(step.stop && { stop: step.stop }),
    });
    this.#user.followAdvice(messages);
    if (operation === "preview" || operation === "refresh") {
      checkNoWrites(this.#stack, lastRequest, operation);
    }
    this.#faults.end();
  }

  /** Somebody else changes the object of a resource: the one in the state, or the newest that is in no state. */
  #changeExternally({ resource: number, kind }: External): void {
    const resource = this.#program.resource(number);
    if (!resource) return;
    const { control } = this.#stack;
    const key = this.#objectOf(resource);
    if (key === undefined || !this.#objects.existing.has(key)) return;
    if (isHidden(key, worldOf(control))) return;
    if (kind === "label" && !objectsOfState(this.#stack.states).includes(key)) {
      // Nothing would identify the object (docs/reliability.md).
      if (this.#history.createdOffset > 600 || this.#hasChangedMachine) return;
      this.#hasRelabeledUnrecorded = true;
    }
    this.#user.refreshesFirst = true;
    const change = externalChange(key, kind, worldOf(control));
    if (change) control.externalChange(change);
    if (kind === "delete") this.#objects.markDeletedByOthers(key);
  }

  #objectOf(resource: Resource): string | undefined {
    const urn = urnOf(resource);
    const id = this.#stack.states.find((state) => state.urn === urn && !state.delete)?.id;
    const { objects } = chaosResources[resource.type];
    const type = "partOf" in objects ? objects.partOf : resource.type;
    if (id && !isUnresolvedId(id)) return keyOf(type, id);
    // Without a creation time, only the sent values show to which resource it belongs (docs/reliability.md).
    if (objectsOf(type)?.hasNoCreationTime) return undefined;
    return this.#objects.orphans.findLast((key) => key.startsWith(`${type} `));
  }

  get #hasExplicitProviders(): boolean {
    const { states } = this.#stack;
    return (
      states.some(({ provider }) => explicitProviderOf(provider) !== undefined) ||
      this.#program.resources.some(({ provider }) => provider !== undefined)
    );
  }

  /**
   * Only `up` gives an explicit provider another token, and only to one that the program still declares. Nothing recognizes the other
   * account before a resource of the provider is in the state (docs/identity.md).
   */
  #mayExchangeTokens(operation: "up" | "refresh" | "destroy"): boolean {
    const { states } = this.#stack;
    const recorded = new Set(states.map(({ urn }) => urn));
    const { resources } = this.#program;
    const declared = new Set(
      resources.flatMap(({ provider }) => (provider ? [providerUrnOf(provider)] : [])),
    );
    const isDeclared = (urn: string | undefined) => urn === undefined || declared.has(urn);
    return (
      operation === "up" &&
      states.every(({ provider }) => isDeclared(explicitProviderOf(provider))) &&
      resources.every((resource) => {
        const account = stackAccount(states, resource.provider && providerUrnOf(resource.provider));
        return account !== undefined || recorded.has(urnOf(resource));
      })
    );
  }

  /** With the token of another account, nothing changes: neither a service nor the state. */
  async #runWithOtherAccount(operation: "up" | "refresh" | "destroy"): Promise<void> {
    // A destroy forgets what a replacement has deleted already without a call.
    const recorded = () => objectsOfState(this.#stack.states.filter((state) => !state.pendingReplacement));
    const objects = recorded();
    if (!objects.some((key) => !key.includes("unresolved-")) || this.#hasOpenCreate()) return;
    // Nothing recognizes another account if no run could read the stack's, or before the plugin has compared a resource (docs/identity.md).
    const isUnknown = this.#history.knowsState === false && operation === "up";
    if (isUnknown || stackAccount(this.#stack.states) === undefined) return;
    if (this.#hasExplicitProviders && !this.#mayExchangeTokens(operation)) return;
    // A destroy removes what it keeps from the state without a call.
    if (this.#stack.states.some(({ retainOnDelete }) => retainOnDelete)) return;
    const lastRequest = lastRequestOf(this.#stack);
    this.#program.hasExchangedTokens = true;
    const options = { allowEmpty: this.#user.allowEmpty, token: wellKnownTokens.secondAccount };
    const preview = operation === "up" && (await this.#runs.run("preview", options));
    const outcome = await this.#runs.run(operation, options);
    // A preview does not compare the account of an object to delete (docs/identity.md).
    if (preview && !preview.steps?.some(({ kind }) => kind.startsWith("delete")))
      checkAnnounced(preview, outcome, this.#program.resources);
    this.#program.hasExchangedTokens = false;
    checkNoWrites(this.#stack, lastRequest, `${operation} with another account's token`);
    // An interrupted replacement may leave two entries of one object, and a destroy forgets one of them without a call.
    const [before, after] = [objects, recorded()].map((keys) => [...new Set(keys)].sort().join());
    if (after !== before) {
      throw new Violation(`${operation} with another account's token changed what the state records`);
    }
    // Until the next `up`, refresh and destroy use the exchanged tokens, as their messages say.
    if (this.#hasExplicitProviders) await this.#user.run("up");
  }
}
