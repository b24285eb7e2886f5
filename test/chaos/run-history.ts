import { wellKnownTokens } from "../../src/emulator";
import type { InProcessOutcome } from "../../src/engine";
import { type ResourceState, Secret, withoutDanglingReferences } from "../../src/state";
import { type RunOptions, TestStack } from "../../src/testing";
import { failuresOf } from "../resources/programs";
import { secretTexts } from "./arguments";
import { operationsOf } from "./draw";
import { externalChange } from "./external-change";
import type { Edit, External, Fault, History, Step, Stop } from "./history";
import { Program, type Resource, urnOf } from "./program";
import { type Action, readMessage, type Said } from "./user";
import { differences, keyOf, objectsIn, objectsOfState, typeOf } from "./world";

/** A promise of this package that a history breaks. */
class Violation extends Error {}

/** What a history went through. */
export interface Account {
  /** The effects of the faults that were injected, each once. */
  readonly faults: ReadonlySet<string>;
  /** How many faults were injected. */
  readonly faultCount: number;
  readonly stops: ReadonlySet<Stop["kind"]>;
  /** What the messages asked the user to do. */
  readonly actions: readonly Action["kind"][];
  readonly runs: number;
}

type Operation = "up" | "preview" | "refresh" | "destroy";
type Stopped = Extract<Step, { readonly stop: unknown }>;

/** More actions than any history needs. */
const maxActions = 12;
/** In milliseconds: longer than the longest delay of a request that is carried out late. */
const latestDelay = 130_000;

/** Runs a history, then checks everything that has to be true once its faults are over. Throws a `Violation`. */
export async function runHistory(history: History, trace?: (text: string) => void): Promise<Account> {
  return new HistoryRun(history, trace).run();
}

class HistoryRun {
  readonly #history: History;
  readonly #stack: TestStack;
  readonly #program: Program;
  /** The objects that existed before. */
  readonly #base: ReadonlySet<string>;
  /** The objects that the program left on purpose. */
  readonly #retained = new Set<string>();
  /** The ids that messages said to delete if nobody needs them. */
  readonly #unneeded = new Set<string>();
  #said: Said[] = [];
  #isDrifting = false;
  #allowEmpty = false;
  readonly #faults = new Set<string>();
  #faultCount = 0;
  /** How many faults of each rule were counted. */
  readonly #counted = new Map<number, number>();
  readonly #stops = new Set<Stop["kind"]>();
  readonly #actions: Action["kind"][] = [];
  #runs = 0;
  #traced = 0;

  readonly #trace: ((text: string) => void) | undefined;

  constructor(history: History, trace: ((text: string) => void) | undefined) {
    this.#history = history;
    this.#trace = trace;
    const { seed, brand, settings, clockOffset, createdOffset } = history;
    this.#stack = new TestStack({ seed, brand, settings, serviceClockOffset: clockOffset * 1000 });
    const { control } = this.#stack.emulator;
    control.clock.advance(createdOffset * 1000 + 60_000);
    this.#base = objectsIn(control.world());
    this.#program = new Program(history);
  }

  async run(): Promise<Account> {
    for (const step of this.#history.steps) await this.#step(step);
    this.#endFaults();
    await this.#stack.clock.advance(latestDelay + this.#history.pause * 1000);
    await this.#settle("up");
    await this.#settle("up");
    this.#checkWorld();
    await this.#checkNothingLeftToDo();
    await this.#settle("destroy");
    await this.#checkDestroyed();
    return {
      ...{ faults: this.#faults, faultCount: this.#faultCount, stops: this.#stops },
      ...{ actions: this.#actions, runs: this.#runs },
    };
  }

  async #step(step: Step): Promise<void> {
    switch (step.kind) {
      case "wait":
        return this.#stack.clock.advance(step.seconds * 1000);
      case "external":
        return this.#changeExternally(step.external);
      case "other account":
        return this.#runWithOtherAccount(step.operation);
      case "destroy":
        if (this.#hasOpenCreate()) return;
        return this.#runWithFaults(step, "destroy", {});
      case "refresh":
      case "preview":
        return this.#runWithFaults(step, step.kind, {});
      case "up": {
        for (const edit of step.edits) if (this.#maySafely(edit)) this.#program.edit(edit);
        const { refreshFirst } = step;
        const targets = this.#urns(step.targets);
        const recorded = new Set(this.#stack.store.snapshot.resources.map(({ urn }) => urn));
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
    if (edit.kind === "change" || edit.kind === "option" || edit.kind === "add") return true;
    const resource = this.#program.resource(edit.resource);
    return resource === undefined || !this.#hasOpenCreate();
  }

  #hasOpenCreate(): boolean {
    const known = new Set(this.#stack.store.snapshot.resources.map(({ id }) => id));
    return this.#program.resources.some((resource) => {
      const { type, name, inComponent } = resource;
      const parent = inComponent ? { parent: "urn:pulumi:dev::project::chaos:index:Group::group" } : {};
      const intent = this.#stack.intentOf({ project: "project", stack: "dev", type, name, ...parent });
      return intent !== undefined && (intent.id === undefined || !known.has(intent.id));
    });
  }

  async #runWithFaults(step: Stopped, operation: Operation, options: RunOptions): Promise<void> {
    const { clock } = this.#stack;
    for (const fault of step.faults) this.#addFault(fault);
    if (step.during) {
      const { after, external } = step.during;
      this.#isDrifting = true;
      void clock.sleep(after).then(() => this.#changeExternally(external));
    }
    const lastRequest = this.#lastRequest();
    await this.#runStopped(step.stop, operation, options);
    if (operation === "preview" || operation === "refresh") this.#checkNoWrites(lastRequest, operation);
    this.#endFaults();
  }

  #addFault({ rule, seconds }: Fault): void {
    const { faults } = this.#stack.emulator.control;
    const ids = operationsOf(rule.operation).map((operation) => faults.add({ ...rule, operation }));
    if (seconds !== undefined) {
      void this.#stack.clock.sleep(seconds * 1000).then(() => {
        this.#countFaults();
        for (const id of ids) faults.clear(id);
      });
    }
  }

  #endFaults(): void {
    this.#countFaults();
    this.#stack.emulator.control.faults.clear();
  }

  #countFaults(): void {
    for (const { id, rule, applied } of this.#stack.emulator.control.faults.list()) {
      if (applied === 0) continue;
      this.#faults.add(nameOf(rule));
      this.#faultCount += applied - (this.#counted.get(id) ?? 0);
      this.#counted.set(id, applied);
    }
  }

  async #runStopped(stop: Stop | undefined, operation: Operation, options: RunOptions): Promise<void> {
    const stack = this.#stack;
    switch (stop?.kind) {
      case undefined:
        await this.#run(operation, options);
        return;
      case "engine killed": {
        const wasKilled = await stack.killAfterWrites(
          stop.after,
          () => this.#run(operation, options, false),
          () => {
            stack.engineRuns = !stop.isNoticed;
          },
        );
        stack.engineRuns = true;
        if (wasKilled) this.#stops.add(stop.kind);
        else stack.endPlugin();
        return;
      }
      case "plugin killed": {
        const { request, isCarriedOut } = stop;
        const outcome = await this.#run(
          operation,
          { ...options, killPlugin: { request, isCarriedOut } },
          false,
        );
        if (failuresOf(outcome).some((text) => text.includes("was killed"))) this.#stops.add(stop.kind);
        else stack.endPlugin();
        return;
      }
      case "interrupted": {
        const interrupt = new AbortController();
        const ended = new AbortController();
        void stack.clock.sleep(stop.after, ended.signal).then(
          () => {
            this.#stops.add(stop.kind);
            interrupt.abort();
          },
          () => undefined,
        );
        await this.#run(operation, { ...options, cancel: interrupt.signal });
        ended.abort();
      }
    }
  }

  async #run(operation: Operation, options: RunOptions = {}, endsPlugin = true): Promise<InProcessOutcome> {
    const stack = this.#stack;
    this.#runs++;
    stack.messages.length = 0;
    const all = { parallel: this.#history.parallel, allowEmpty: this.#allowEmpty, ...options };
    const program = this.#program.run((instanceId) => this.#diskOf(instanceId));
    const outcome = await (operation === "up" || operation === "preview"
      ? stack[operation](program, all)
      : stack[operation](all));
    if (endsPlugin) stack.endPlugin();
    this.#listen(outcome);
    this.#traceRun(operation, outcome);
    return outcome;
  }

  #traceRun(operation: Operation, { result, engineError }: InProcessOutcome): void {
    if (!this.#trace) return;
    const { emulator, clock, store } = this.#stack;
    this.#trace(
      `== ${operation}: ${result} ${engineError?.message ?? ""} at ${new Date(clock.now()).toISOString()}`,
    );
    for (const { number, time, method, path, status, faults, carriedOut } of emulator.control.requests()) {
      if (number <= this.#traced) continue;
      this.#traced = number;
      this.#trace(
        `   ${time.slice(11, 19)} ${method} ${path} ${status} ${faults.join()} ${carriedOut ? "" : "not carried out"}`,
      );
    }
    for (const { urn, text } of this.#said) this.#trace(`   ${urn.split("::").at(-1)}: ${text}`);
    for (const { urn, id } of store.snapshot.resources)
      if (id) this.#trace(`   state: ${urn.split("::").slice(2).join("::")} ${id}`);
    this.#trace(`   world: ${[...objectsIn(emulator.control.world())].join(", ")}`);
  }

  /** The console shows the disk of an instance. */
  #diskOf(instanceId: unknown): number | undefined {
    return this.#stack.emulator.control.world().disks.find((disk) => disk.instance_id === instanceId)?.id;
  }

  #listen(outcome: InProcessOutcome): void {
    const { messages } = this.#stack;
    const said: Said[] = messages.map(({ message }) => ({ urn: "", text: message }));
    for (const event of outcome.events) {
      if (event.kind === "stepFailed") said.push({ urn: event.step.urn, text: event.message });
      if (event.kind === "message") said.push({ urn: event.urn, text: event.message });
      if (event.kind !== "stepDone" || !event.step.kind.startsWith("delete")) continue;
      const { old } = event.step;
      const type = old && typeOf(old.type);
      if (old?.retainOnDelete && type && old.id) this.#retained.add(keyOf(type, old.id));
    }
    for (const { text } of said) {
      const [, kept] = /payment method (\d+) is the default and stays in the account/.exec(text) ?? [];
      if (kept) this.#retained.add(keyOf("PaymentMethod", kept));
      for (const action of readMessage({ urn: "", text })) {
        if (action.kind === "delete") for (const id of action.ids) this.#unneeded.add(id);
      }
    }
    this.#checkNoSecret(said);
    this.#said = said;
  }

  #checkNoSecret(said: readonly Said[]): void {
    const secrets = [
      ...[secretTexts.rootPass, secretTexts.otherRootPass, ...secretTexts.cardNumbers, wellKnownTokens.full],
      ...this.#stack.store.snapshot.resources.flatMap(({ outputs }) =>
        Object.values(outputs).flatMap((value) => {
          const text = value instanceof Secret ? value.reveal() : undefined;
          return typeof text === "string" && text.length > 5 ? [text] : [];
        }),
      ),
    ];
    for (const { text } of said) {
      if (secrets.some((secret) => text.includes(secret)))
        throw new Violation(`a message has a secret: ${text}`);
    }
  }

  /** Somebody else changes the object of a resource: the one in the state, or the newest that no state has. */
  #changeExternally({ resource: number, kind }: External): void {
    const resource = this.#program.resource(number);
    if (!resource) return;
    const { control } = this.#stack.emulator;
    const key = this.#objectOf(resource);
    if (key === undefined || !objectsIn(control.world()).has(key)) return;
    this.#isDrifting = true;
    const change = externalChange(key, kind);
    // Where the account's first payment method is gone, it can't become the default.
    if (change.kind === "payment_method_change" && !objectsIn(control.world()).has("PaymentMethod 1")) return;
    control.externalChange(change);
  }

  #objectOf(resource: Resource): string | undefined {
    const urn = urnOf(resource);
    const id = this.#stack.store.snapshot.resources.find((state) => state.urn === urn && !state.delete)?.id;
    const type = resource.type === "BackupSchedule" ? "Instance" : resource.type;
    if (id && !id.startsWith("unresolved-")) return keyOf(type, id);
    return this.#orphans().findLast((key) => key.startsWith(`${type} `));
  }

  /** The objects that did not exist before, that no state records, and that were not left on purpose. */
  #orphans(): readonly string[] {
    const recorded = new Set(objectsOfState(this.#stack));
    return [...objectsIn(this.#stack.emulator.control.world())].filter(
      (key) => !this.#base.has(key) && !recorded.has(key) && !this.#retained.has(key),
    );
  }

  /** With the token of another account, nothing changes: neither a service nor the state. */
  async #runWithOtherAccount(operation: "up" | "refresh" | "destroy"): Promise<void> {
    const objects = objectsOfState(this.#stack);
    if (!objects.some((key) => !key.includes("unresolved-")) || this.#hasOpenCreate()) return;
    // What a destroy keeps, it forgets without a call.
    if (this.#stack.store.snapshot.resources.some(({ retainOnDelete }) => retainOnDelete)) return;
    const lastRequest = this.#lastRequest();
    await this.#run(operation, { token: wellKnownTokens.secondAccount });
    this.#checkNoWrites(lastRequest, `${operation} with another account's token`);
    if ([...objectsOfState(this.#stack)].sort().join() !== [...objects].sort().join()) {
      throw new Violation(`${operation} with another account's token changed what the state records`);
    }
  }

  #lastRequest(): number {
    return this.#stack.emulator.control.requests().at(-1)?.number ?? 0;
  }

  #checkNoWrites(since: number, what: string): void {
    const writes = this.#stack.emulator.control
      .requests()
      .filter(({ number, method }) => number > since && method !== "GET");
    if (writes.length > 0) {
      throw new Violation(`${what} sent ${writes.map(({ method, path }) => `${method} ${path}`).join(", ")}`);
    }
  }

  /**
   * Runs `up` or `destroy` until it succeeds: at most twice in a row without an action of the user, each of which a message has to ask
   * for.
   */
  async #settle(operation: "up" | "destroy"): Promise<void> {
    let replace: readonly string[] = [];
    for (let failures = 0; failures < 2; ) {
      const refreshFirst = operation === "up" && this.#isDrifting;
      const outcome = await this.#run(operation, {
        refreshFirst,
        ...(operation === "up" ? { replace } : {}),
      });
      const actions = this.#said.flatMap(readMessage);
      const done: (boolean | string)[] = [];
      for (const action of actions) done.push(await this.#perform(action, outcome.result === "succeeded"));
      replace = done.flatMap((one) => (typeof one === "string" ? [one] : []));
      const hasActed = done.some((one) => one !== false);
      if (this.#actions.length > maxActions) throw this.#unsettled("the same actions do not help", outcome);
      if (!hasActed && outcome.result === "succeeded") {
        if (this.#program.stopAdopting()) continue;
        return this.#deleteUnneeded();
      }
      failures = hasActed ? 0 : failures + 1;
      if (failures === 2) throw this.#unsettled(`${operation} failed twice`, outcome);
      if (hasActed && operation === "destroy") await this.#settle("up");
    }
  }

  #unsettled(what: string, outcome: InProcessOutcome): Violation {
    const said = outcome.engineError ? [outcome.engineError.message] : failuresOf(outcome);
    return new Violation(`${what}: ${said.join("\n")}`);
  }

  /**
   * Does what a message asks for. False: nothing, because it is not needed. A text: the URN of a resource to replace.
   * @param hasSucceeded Whether the run succeeded that printed it.
   */
  async #perform(action: Action, hasSucceeded: boolean): Promise<boolean | string> {
    switch (action.kind) {
      case "delete":
        return false;
      case "clear pending creates":
        // A run that fails may do that by itself the next time.
        if (!hasSucceeded) return false;
        this.#actions.push(action.kind);
        await this.#run("refresh", { clearPendingCreates: true });
        return true;
      case "adopt": {
        const orphans = new Set(this.#orphans());
        const type = this.#program.resources.find((one) => urnOf(one) === action.urn)?.type;
        if (!type || hasSucceeded) return false;
        const ours = action.ids.filter((id) => orphans.has(keyOf(type, id)) && !this.#program.isAdopting(id));
        this.#actions.push(ours.length > 0 ? "adopt" : "replace");
        const [first, ...others] = ours;
        if (first === undefined) return action.urn;
        for (const id of others) this.#unneeded.add(id);
        this.#program.adopt(action.urn, first);
        return true;
      }
      case "replace":
        if (hasSucceeded) return false;
        this.#actions.push("replace");
        return action.urn;
      case "forget and adopt":
        this.#actions.push(action.kind);
        await this.#forget(action.urn);
        this.#program.adopt(action.urn, action.id);
        return true;
      case "allow empty":
        this.#actions.push(action.kind);
        this.#allowEmpty = true;
        return true;
      case "leave out":
        this.#actions.push(action.kind);
        this.#program.leaveOut(action.urn, action.args);
        return true;
      case "refresh":
        if (hasSucceeded) return false;
        this.#actions.push(action.kind);
        await this.#run("refresh");
        return true;
      case "wait a day":
        if (hasSucceeded) return false;
        this.#actions.push(action.kind);
        await this.#stack.clock.advance(90_000_000);
        return true;
      case "unprotect":
        this.#actions.push(action.kind);
        this.#program.setOption(action.urn, "protect", false);
        await this.#editState((states) =>
          states.map((state) => (state.urn === action.urn ? { ...state, protect: false } : state)),
        );
        return true;
      case "make default":
        this.#actions.push(action.kind);
        if (!this.#program.setArguments(action.urn, { onDelete: { makeDefault: Number(action.id) } })) {
          this.#stack.emulator.control.externalChange({
            ...{
              kind: "payment_method_change",
              paymentMethodId: Number(action.id),
              patch: { is_default: true },
            },
          });
        }
        return true;
    }
  }

  /** `pulumi state delete` */
  #forget(urn: string): Promise<void> {
    return this.#editState((states) =>
      withoutDanglingReferences(states.filter((state) => state.urn !== urn)),
    );
  }

  #editState(edit: (states: readonly ResourceState[]) => readonly ResourceState[]): Promise<void> {
    const { store } = this.#stack;
    return store.save({ ...store.snapshot, resources: edit(store.snapshot.resources) });
  }

  /** Deletes what messages called unneeded, as far as it is. */
  #deleteUnneeded(): void {
    const { control } = this.#stack.emulator;
    for (const key of this.#orphans()) {
      if (!this.#unneeded.has(key.slice(key.indexOf(" ") + 1))) continue;
      this.#actions.push("delete");
      control.externalChange(externalChange(key, "delete"));
    }
  }

  /** The world holds what the program declares and the state records, and nothing else. */
  #checkWorld(): void {
    const found = differences(this.#stack, this.#program.resources);
    if (found.length > 0) throw new Violation(`the world is not as declared: ${found.join("; ")}`);
    this.#checkNoOrphans("up");
    const recorded = objectsOfState(this.#stack);
    const objects = objectsIn(this.#stack.emulator.control.world());
    const missing = recorded.filter((key) => !objects.has(key));
    if (missing.length > 0)
      throw new Violation(`the state records what does not exist: ${missing.join(", ")}`);
    if (new Set(recorded).size < recorded.length)
      throw new Violation(`recorded twice: ${recorded.join(", ")}`);
    const { pendingOperations } = this.#stack.store.snapshot;
    if (pendingOperations.length > 0) {
      throw new Violation(
        `pending: ${pendingOperations.map(({ type, resource }) => `${type} ${resource.urn}`).join()}`,
      );
    }
  }

  #checkNoOrphans(operation: string): void {
    const orphans = this.#orphans();
    if (orphans.length > 0) {
      throw new Violation(`after ${operation}, nothing records or names ${orphans.join(", ")}`);
    }
  }

  async #checkNothingLeftToDo(): Promise<void> {
    const lastRequest = this.#lastRequest();
    const outcome = await this.#run("up");
    if (outcome.result !== "succeeded") throw this.#unsettled("an unchanged up failed", outcome);
    this.#checkNoWrites(lastRequest, "an unchanged up");
  }

  async #checkDestroyed(): Promise<void> {
    await this.#stack.clock.advance(60_000);
    this.#checkNoOrphans("destroy");
    const objects = objectsIn(this.#stack.emulator.control.world());
    const lost = [...this.#base].filter((key) => !objects.has(key));
    if (lost.length > 0) throw new Violation(`destroy deleted what was there before: ${lost.join(", ")}`);
  }
}

/** The name of a fault in reports: `500 after`. */
function nameOf({ effect, when }: Fault["rule"]): string {
  if ("staleList" in effect) return "stale list";
  const name =
    "status" in effect ? String(effect.status) : "html" in effect ? "HTML page" : Object.keys(effect)[0];
  return `${name} ${when ?? "before"}`;
}
