import { isRecord } from "../unknown";
import { adoptExisting } from "./adopt";
import { type Comparison, compare } from "./compare";
import { deadlineAfter } from "./deadline";
import type { CommonInputs, Definition, Origin, Properties, Work } from "./definition";
import { InitializationError, LifecycleError } from "./failures";
import type { Known } from "./guard";
import { numericIds, refuseMalformedId } from "./ids";
import { declaredOf, problemsOf } from "./inputs";
import { keepingSecrets } from "./keeping-secrets";
import { type Leftovers, leftoversOf, removeLeftovers, reportLeftovers } from "./leftovers";
import type { CheckAnswer, DeleteAnswer, DiffAnswer, Lifecycle } from "./lifecycle";
import { planOf } from "./plan";
import { prepareInputs } from "./prepare";
import { Recognition } from "./recognition";
import { deleteDeadline, removal } from "./removal";
import type { Services } from "./services";
import { appliedOf, isGet, readOrigin, readState, type State, writeState, writeUnresolved } from "./state";
import { runSteps, stepsInOrder } from "./steps";
import { refuseUnresolved, removeUnresolved } from "./unresolved";

/** Makes a resource's lifecycle of its field table and its own few calls. */
export function defineResource<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
): (services: Services) => Lifecycle {
  return (services) => keepingSecrets(definition, services, new ResourceLifecycle(definition, services));
}

/** An engine takes an empty id for word that the thing is gone. */
const gone = { id: "", props: {} };

/** Arguments without problems are complete. */
function isComplete<I>(_inputs: Partial<I>, problems: readonly string[]): _inputs is I {
  return problems.length === 0;
}

class ResourceLifecycle<I extends CommonInputs, Live, Step extends string> implements Lifecycle {
  readonly #recognition: Recognition<I, Live, Step>;

  constructor(
    readonly definition: Definition<I, Live, Step>,
    readonly services: Services,
  ) {
    this.#recognition = new Recognition(definition, services);
  }

  async check(olds: Properties, news: Properties): Promise<CheckAnswer> {
    const inputs = prepareInputs(this.definition, olds, news, this.services);
    const prepared = (await this.definition.prepare?.(inputs.values, this.services, olds)) ?? [];
    const problems = problemsOf(this.definition, inputs.values, Object.keys(olds).length === 0);
    const wrong = [...problems, ...prepared, ...inputs.problems];
    const reasons =
      wrong.length > 0 ? wrong : await this.definition.verify?.(inputs.values, this.services, olds);
    const failures = (reasons ?? []).map((reason) => ({ property: "", reason }));
    return { inputs: inputs.values, failures };
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<DiffAnswer> {
    const state = readState(this.definition, olds);
    this.#recognition.known(id, state);
    if (state.unresolved) {
      const { nonce, unseen, isUnproven } = state.unresolved;
      const canLook = unseen === true && this.#hasIntent(readOrigin(news.origin));
      const isOurs = nonce !== undefined && !isUnproven;
      const replace = isOurs || (news.adopt ?? undefined) !== undefined || canLook;
      return {
        changes: true,
        replaces: replace ? [this.definition.labelOf ? "label" : "adopt"] : [],
        deleteBeforeReplace: replace,
      };
    }
    await this.#settleIntent(id, readOrigin(news.origin));
    const declared = declaredOf<I>(this.definition.fields, news);
    this.services.claims.claim(this.definition.noun, id);
    this.definition.declared?.(this.services, id, declared.values);
    const { comparison, steps } = planOf(this.definition, news, declared.values, state);
    this.#warnOf(id, readOrigin(news.origin), declared.values, comparison);
    const lost = state.live
      ? (this.definition.lost?.(state.live, state.unfinished, this.services.clock.now()) ?? [])
      : [];
    const leftovers = await this.#reportLeftovers(id, readOrigin(news.origin));
    return {
      changes:
        lost.length + comparison.replaced.length + comparison.recorded.length + steps.length > 0 ||
        leftovers.certain.length > 0,
      replaces: [...new Set([...comparison.replaced, ...lost])],
      deleteBeforeReplace: this.definition.labelsAreUnique === true && news.generatedLabel === false,
    };
  }

  async create(news: Properties): Promise<{ id: string; outs: Properties }> {
    const work = this.#work(news, "create");
    try {
      const made = await this.#create(work, news);
      this.definition.declared?.(this.services, made.id, work.inputs);
      return made;
    } finally {
      if (work.origin) this.services.intents.answered(work.origin, this.services.address);
    }
  }

  async #create(work: Work<I>, news: Properties): Promise<{ id: string; outs: Properties }> {
    const { definition } = this;
    const { adopt } = work.inputs;
    await this.#recognition.guard.mayCreate(definition.noun);
    if (adopt !== undefined) return adoptExisting(definition, work, String(adopt), news);
    const made = await definition.create(work);
    if ("unresolved" in made) {
      const id = `unresolved-${made.unresolved.nonce ?? this.services.clock.token(7)}`;
      throw this.#failed(
        id,
        {
          ...writeUnresolved(made.unresolved, appliedOf(definition, news)),
          ...(await this.#recognition.guard.record({}, {})),
        },
        made.unresolved.reason,
        news,
      );
    }
    const { id, live, differs = [] } = made;
    const kept = { ...made.kept, ...(await this.#recognition.record(id, live, work.origin)) };
    if (differs.length > 0) {
      const reason = `${definition.noun} ${id} was created by an earlier run, but the program has changed since (${differs.join(", ")}). It is in the state now; the next run replaces it.`;
      throw this.#failed(
        id,
        writeState(definition, live, { applied: this.#appliedAsLive(live, news), kept }),
        reason,
        news,
      );
    }
    const afterwards = new Set(definition.afterCreate(work.inputs));
    // An earlier run may have declared it otherwise.
    if (made.earlier)
      for (const step of compare(definition.fields, work.inputs, undefined, live).steps) afterwards.add(step);
    const steps = stepsInOrder(definition, afterwards);
    return { id, outs: await runSteps(definition, { ...work, id, live, kept }, steps, news) };
  }

  async read(id: string, props: Properties = {}): Promise<{ id: string; props: Properties }> {
    const { definition } = this;
    const state = readState(definition, props);
    const known = this.#recognition.known(id, state);
    if (state.unresolved) {
      await this.#recognition.guard.isOurAccount(known);
      await this.#reportLeftovers(id, state.origin);
      return { id, props };
    }
    if (isGet(definition, props)) return this.#get(id);
    await this.#recognition.guard.isOurAccount(known);
    const live = await definition.collection(this.services).read(id);
    if (live === undefined) {
      await this.#recognition.mustBeGone(known);
      return gone;
    }
    const identity = await this.#recognition.recognise(known, live);
    const settled = definition.settle
      ? await definition.settle(this.services, id, live, state.applied)
      : live;
    if (settled === undefined) {
      await this.#recognition.mustBeGone(known);
      return gone;
    }
    await this.#settleIntent(id, state.origin);
    await this.#reportLeftovers(id, state.origin);
    const applied = isRecord(props.applied) ? props.applied : undefined;
    const { unfinished } = state;
    const kept = { ...state.kept, ...identity };
    return { id, props: writeState(definition, settled, { applied, kept, unfinished }) };
  }

  /** Reads what no state manages, for a program that names it. */
  async #get(id: string): Promise<{ id: string; props: Properties }> {
    const { definition, services } = this;
    refuseMalformedId(definition.noun, definition.ids ?? numericIds, id);
    await this.#recognition.guard.mayGet(definition.noun, id);
    const live = await definition.collection(services).read(id);
    if (live === undefined) throw this.#nothingToGet(id);
    const kept = await this.#recognition.guard.record({}, definition.traits(live));
    return { id, props: writeState(definition, live, { applied: undefined, kept }) };
  }

  async update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
    const { definition } = this;
    const state = readState(definition, olds);
    const known = this.#recognition.known(id, state);
    if (state.unresolved) await this.#recognition.guard.mayAct(known);
    if (state.unresolved) throw await refuseUnresolved(definition, this.services, state.unresolved);
    const work = { ...this.#work(news, "update"), applied: state.applied };
    if (work.inputs.adopt !== undefined && String(work.inputs.adopt) !== id) {
      throw new LifecycleError(
        `adopt: this resource manages ${definition.noun} ${id} already and can't take over ${String(work.inputs.adopt)}. Nothing was changed. Declare another resource for it, or remove this one from the state first.`,
      );
    }
    await this.#removeLeftovers(known, state, work.origin);
    const { steps, inputsOfSteps } = planOf(definition, news, work.inputs, state);
    if (steps.length === 0 && state.live !== undefined)
      return {
        outs: writeState(definition, state.live, {
          applied: appliedOf(definition, news, state.applied),
          kept: state.kept,
        }),
      };
    await this.#recognition.guard.mayAct(known);
    const live = await definition.collection(this.services).view(id, { deadline: work.deadline });
    if (live === undefined) {
      await this.#recognition.mustBeGone(known);
      throw new LifecycleError(
        `${definition.noun} ${id} is gone: it was deleted by somebody else. Nothing was changed. Run \`pulumi refresh\`, and the next \`pulumi up\` creates it anew.`,
      );
    }
    const kept = { ...state.kept, ...(await this.#recognition.recognise(known, live)) };
    const inputs = inputsOfSteps(work.inputs, live);
    return { outs: await runSteps(definition, { ...work, inputs, id, live, kept }, steps, news) };
  }

  async delete(id: string, props: Properties): Promise<DeleteAnswer> {
    const { definition, services } = this;
    const state = readState(definition, props);
    const known = this.#recognition.known(id, state);
    if (state.unresolved) {
      await this.#recognition.guard.mayAct(known);
      await removeUnresolved(definition, services, state);
      return { alreadyGone: false };
    }
    if (services.claims.isAdopted(definition.noun, id)) {
      services.log.info(
        `${definition.noun} ${id} was adopted in this run and is left as it is.`,
        state.origin,
      );
      return { alreadyGone: false };
    }
    const left = definition.leftBecause?.(services, id, state.applied ?? {});
    if (left !== undefined) {
      services.log.info(left, state.origin);
      return { alreadyGone: false };
    }
    await this.#recognition.guard.mayAct(known);
    const deadline = deleteDeadline(definition, services, state);
    const live = await definition.collection(services).recent(id, deadline);
    let alreadyGone = live === undefined;
    const wasMissing = () => {
      alreadyGone = true;
    };
    if (live === undefined) await this.#recognition.mustBeGone(known);
    else {
      await this.#recognition.recognise(known, live);
      await definition.remove(removal(definition, services, id, live, state, wasMissing, deadline));
    }
    await this.#settleIntent(id, state.origin);
    await this.#removeLeftovers(known, state, state.origin);
    if (alreadyGone) await services.log.alreadyGone(`${definition.noun} ${id}`, state.origin);
    return { alreadyGone };
  }

  #work(news: Properties, operation: "create" | "update"): Work<I> {
    const { definition, services } = this;
    const problems = problemsOf(definition, news, operation === "create");
    const inputs = declaredOf<I>(definition.fields, news).values;
    if (!isComplete(inputs, problems)) throw new LifecycleError(`Nothing was sent: ${problems.join(" ")}`);
    const origin = readOrigin(news.origin);
    const timeout = inputs.timeouts?.[operation] ?? definition.timeouts[operation];
    return {
      services,
      inputs,
      applied: undefined,
      origin,
      generatedLabel: news.generatedLabel === true,
      deadline: deadlineAfter(services.clock, timeout),
      say: (what) => services.log.passing(what, origin),
    };
  }

  #warnOf(
    id: string,
    origin: Origin | undefined,
    declared: Partial<I>,
    comparison: Comparison<I, Step>,
  ): void {
    const { fields, noun } = this.definition;
    for (const { field, declared: wanted, live } of comparison.left) {
      const { change } = fields[field];
      const because =
        (typeof change === "object" ? change.leftBecause : undefined) ??
        "putting it back would destroy something: write the value that is there into the program to keep it, or run `pulumi up --replace` on this resource";
      this.services.log.warn(
        `${noun} ${id}: ${field} is ${JSON.stringify(live)} and not ${JSON.stringify(wanted)}, changed by somebody else. It is left so, because ${because}.`,
        origin,
      );
    }
    for (const name of comparison.recorded) {
      const wanted = declared[name];
      const notice = comparison.unapplied.includes(name)
        ? `it is set at creation only, and what was there before it was adopted can't be read: it takes effect when this ${noun} is next replaced`
        : wanted === undefined || wanted === null
          ? undefined
          : fields[name].notice?.(wanted);
      if (notice !== undefined)
        this.services.log.warn(`${noun} ${id}: ${name} has changed, but ${notice}.`, origin);
    }
  }

  #nothingToGet(id: string): LifecycleError {
    return new LifecycleError(
      `There is no ${this.definition.noun} ${id} at ${this.services.address}, or the token may not see it. Nothing was changed. Correct the id, or declare the resource without \`get\` to create one.`,
    );
  }

  async #reportLeftovers(id: string, origin: Origin | undefined): Promise<Leftovers<Live>> {
    const leftovers = await leftoversOf(this.definition, this.services, id, origin);
    reportLeftovers(this.definition, this.services, leftovers, origin);
    return leftovers;
  }

  async #removeLeftovers(known: Known, state: State<I, Live>, origin: Origin | undefined): Promise<void> {
    const leftovers = await leftoversOf(this.definition, this.services, known.id, origin);
    if (leftovers.certain.length > 0) await this.#recognition.guard.mayAct(known);
    await removeLeftovers(this.definition, this.services, leftovers, state, origin);
  }

  #hasIntent(origin: Origin | undefined): boolean {
    return origin !== undefined && this.services.intents.find(origin, this.services.address) !== undefined;
  }

  /** The state knows the id: what was noted before the create is no longer needed. */
  async #settleIntent(id: string, origin: Origin | undefined): Promise<void> {
    const { intents, address } = this.services;
    if (origin && intents.find(origin, address)?.id === id) await intents.remove(origin, address);
  }

  #appliedAsLive(live: Live, news: Properties): Properties {
    const applied: Record<string, unknown> = { origin: news.origin };
    for (const name in this.definition.fields) {
      const value = this.definition.fields[name].live?.(live);
      if (value !== undefined && value !== null) applied[name] = value;
    }
    return applied;
  }

  #failed(id: string, outputs: Properties, reason: string, news: Properties): InitializationError {
    return new InitializationError(id, { ...outputs, __provider: news.__provider }, [reason]);
  }
}
