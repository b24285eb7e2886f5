import { isRecord, messageOf } from "../unknown";
import { adoptExisting } from "./adopt";
import { type Comparison, compare } from "./compare";
import { deadlineAfter } from "./deadline";
import type { ApplyTask, CommonInputs, Definition, Properties, ResourceOrigin } from "./definition";
import { deleteDeadline, deleteTask } from "./delete-task";
import { InitializationError, LifecycleError } from "./failures";
import { numericIds, refuseMalformedId } from "./id-format";
import { IdentityVerifier } from "./identity-verifier";
import { declaredInputs, inputProblems } from "./inputs";
import { deleteLateCreates, findLateCreates, type LateCreates, reportLateCreates } from "./late-creates";
import type { CheckAnswer, DeleteAnswer, DiffAnswer, Lifecycle } from "./lifecycle";
import type { RecordedObject } from "./ownership";
import { planUpdate } from "./plan-update";
import { prepareInputs } from "./prepare-inputs";
import { redactedLifecycle } from "./redacted-lifecycle";
import type { Services } from "./services";
import {
  appliedInputs,
  isReadById,
  readOrigin,
  readState,
  type State,
  writeState,
  writeUnresolved,
} from "./state";
import { runSteps, stepsInOrder } from "./steps";
import { refuseUnresolved, removeUnresolved } from "./unresolved";

/** Makes a resource's lifecycle of its field table and its own few calls. */
export function defineResource<I extends CommonInputs, Live, Step extends string>(
  definition: Definition<I, Live, Step>,
): (services: Services) => Lifecycle {
  return (services) => redactedLifecycle(definition, services, new ResourceLifecycle(definition, services));
}

/** An engine takes an empty id for word that the thing is gone. */
const gone = { id: "", props: {} };

/** Arguments without problems are complete. */
function isComplete<I>(_inputs: Partial<I>, problems: readonly string[]): _inputs is I {
  return problems.length === 0;
}

class ResourceLifecycle<I extends CommonInputs, Live, Step extends string> implements Lifecycle {
  readonly #recognition: IdentityVerifier<I, Live, Step>;

  constructor(
    readonly definition: Definition<I, Live, Step>,
    readonly services: Services,
  ) {
    this.#recognition = new IdentityVerifier(definition, services);
  }

  async check(olds: Properties, news: Properties): Promise<CheckAnswer> {
    const inputs = prepareInputs(this.definition, olds, news, this.services);
    const prepared = (await this.definition.prepare?.(inputs.values, this.services, olds)) ?? [];
    const problems = inputProblems(this.definition, inputs.values, Object.keys(olds).length === 0);
    const wrong = [...problems, ...prepared, ...inputs.problems];
    const reasons =
      wrong.length > 0 ? wrong : await this.definition.verify?.(inputs.values, this.services, olds);
    const failures = (reasons ?? []).map((reason) => ({ property: "", reason }));
    return { inputs: inputs.values, failures };
  }

  async diff(id: string, olds: Properties, news: Properties): Promise<DiffAnswer> {
    const state = readState(this.definition, olds);
    this.#recognition.recordedObject(id, state);
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
    const declared = declaredInputs<I>(this.definition.fields, news);
    this.services.claims.claim(this.definition.kind, id);
    this.definition.onDeclared?.(this.services, id, declared.values);
    const { comparison, steps } = planUpdate(this.definition, news, declared.values, state);
    this.#warnOf(id, readOrigin(news.origin), declared.values, comparison);
    const lost = state.live
      ? (this.definition.needsReplacement?.(state.live, state.unfinished, this.services.clock.now()) ?? [])
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
      this.definition.onDeclared?.(this.services, made.id, work.inputs);
      return made;
    } finally {
      if (work.origin) this.services.intents.markAnswered(work.origin, this.services.address);
    }
  }

  async #create(work: ApplyTask<I>, news: Properties): Promise<{ id: string; outs: Properties }> {
    const { definition } = this;
    const { adopt } = work.inputs;
    await this.#recognition.ownership.verifyBeforeCreate(definition.kind);
    if (adopt !== undefined) return adoptExisting(definition, work, String(adopt), news);
    const made = await definition.create(work);
    if ("unresolved" in made) {
      const id = `unresolved-${made.unresolved.nonce ?? this.services.clock.token(7)}`;
      throw this.#failed(
        id,
        {
          ...writeUnresolved(made.unresolved, appliedInputs(definition, news)),
          ...(await this.#recognition.ownership.identityOutput({}, {})),
        },
        made.unresolved.reason,
        news,
      );
    }
    const { id, live, differingFields = [] } = made;
    const kept = { ...made.kept, ...(await this.#recognition.identityOfCreated(id, live, work.origin)) };
    if (differingFields.length > 0) {
      const reason = `${definition.kind} ${id} was created by an earlier run, but the program has changed since (${differingFields.join(", ")}). It is in the state now; the next run replaces it.`;
      throw this.#failed(
        id,
        writeState(definition, live, { applied: this.#appliedAsLive(live, news), kept }),
        reason,
        news,
      );
    }
    const afterwards = new Set(definition.createSteps(work.inputs));
    // An earlier run may have declared it otherwise.
    if (made.isFromEarlierRun)
      for (const step of compare(definition.fields, work.inputs, undefined, live).steps) afterwards.add(step);
    const steps = stepsInOrder(definition, afterwards);
    return { id, outs: await runSteps(definition, { ...work, id, live, kept }, steps, news) };
  }

  async read(id: string, props: Properties = {}): Promise<{ id: string; props: Properties }> {
    const { definition } = this;
    const state = readState(definition, props);
    const known = this.#recognition.recordedObject(id, state);
    if (state.unresolved) {
      await this.#recognition.ownership.verifyAccount(known);
      await this.#reportLeftovers(id, state.origin);
      return { id, props };
    }
    if (isReadById(definition, props)) return this.#get(id);
    await this.#recognition.ownership.verifyAccount(known);
    const live = await definition.collection(this.services).read(id);
    if (live === undefined) {
      await this.#recognition.verifyAbsence(known);
      return gone;
    }
    const identity = await this.#recognition.verify(known, live);
    const settled = definition.confirmStatus
      ? await definition.confirmStatus(this.services, id, live, state.applied)
      : live;
    if (settled === undefined) {
      await this.#recognition.verifyAbsence(known);
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
    refuseMalformedId(definition.kind, definition.idFormat ?? numericIds, id);
    await this.#recognition.ownership.verifyBeforeGet(definition.kind, id);
    const live = await definition.collection(services).read(id);
    if (live === undefined) throw this.#nothingToGet(id);
    const kept = await this.#recognition.ownership.identityOutput({}, definition.identityOf(live));
    return { id, props: writeState(definition, live, { applied: undefined, kept }) };
  }

  async update(id: string, olds: Properties, news: Properties): Promise<{ outs: Properties }> {
    const { definition } = this;
    const state = readState(definition, olds);
    const known = this.#recognition.recordedObject(id, state);
    if (state.unresolved) await this.#recognition.ownership.verifyBeforeChange(known);
    if (state.unresolved) throw await refuseUnresolved(definition, this.services, state.unresolved);
    const work = { ...this.#work(news, "update"), applied: state.applied };
    if (work.inputs.adopt !== undefined && String(work.inputs.adopt) !== id) {
      throw new LifecycleError(
        `adopt: this resource manages ${definition.kind} ${id} already and can't take over ${String(work.inputs.adopt)}. Nothing was changed. Declare another resource for it, or remove this one from the state first.`,
      );
    }
    await this.#removeLeftovers(known, state, work.origin);
    const { steps, inputsOfSteps } = planUpdate(definition, news, work.inputs, state);
    if (steps.length === 0 && state.live !== undefined)
      return {
        outs: writeState(definition, state.live, {
          applied: appliedInputs(definition, news, state.applied),
          kept: state.kept,
        }),
      };
    await this.#recognition.ownership.verifyBeforeChange(known);
    const live = await definition.collection(this.services).view(id, { deadline: work.deadline });
    if (live === undefined) {
      await this.#recognition.verifyAbsence(known);
      throw new LifecycleError(
        `${definition.kind} ${id} is gone: it was deleted by somebody else. Nothing was changed. Run \`pulumi refresh\`, and the next \`pulumi up\` creates it anew.`,
      );
    }
    const kept = { ...state.kept, ...(await this.#recognition.verify(known, live)) };
    const inputs = inputsOfSteps(work.inputs, live);
    return { outs: await runSteps(definition, { ...work, inputs, id, live, kept }, steps, news) };
  }

  async delete(id: string, props: Properties): Promise<DeleteAnswer> {
    const { definition, services } = this;
    const state = readState(definition, props);
    const known = this.#recognition.recordedObject(id, state);
    if (state.unresolved) {
      await this.#recognition.ownership.verifyBeforeChange(known);
      await removeUnresolved(definition, services, state);
      return { alreadyGone: false };
    }
    if (services.claims.isAdopted(definition.kind, id)) {
      services.log.info(
        `${definition.kind} ${id} was adopted in this run and is left as it is.`,
        state.origin,
      );
      return { alreadyGone: false };
    }
    const left = definition.keepReason?.(services, id, state.applied ?? {});
    if (left !== undefined) {
      services.log.info(left, state.origin);
      return { alreadyGone: false };
    }
    await this.#recognition.ownership.verifyBeforeChange(known);
    const deadline = deleteDeadline(definition, services, state);
    const live = await definition.collection(services).readRecent(id, deadline);
    let alreadyGone = live === undefined;
    if (live === undefined) await this.#recognition.verifyAbsence(known);
    else {
      await this.#recognition.verify(known, live);
      let wasSent = false;
      const outcome = {
        onMissing: () => {
          alreadyGone = true;
        },
        onSent: () => {
          wasSent = true;
        },
      };
      try {
        await definition.remove(deleteTask(definition, services, id, live, state, outcome, deadline));
      } catch (error) {
        if (!wasSent) throw error;
        throw new LifecycleError(
          `${messageOf(error)} The service was asked to delete ${definition.kind} ${id}, which may no longer exist. It stays in the state until a run sees that it is gone.`,
        );
      }
    }
    await this.#settleIntent(id, state.origin);
    await this.#removeLeftovers(known, state, state.origin);
    if (alreadyGone) await services.log.alreadyGone(`${definition.kind} ${id}`, state.origin);
    return { alreadyGone };
  }

  #work(news: Properties, operation: "create" | "update"): ApplyTask<I> {
    const { definition, services } = this;
    const problems = inputProblems(definition, news, operation === "create");
    const inputs = declaredInputs<I>(definition.fields, news).values;
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
      reportProgress: (what) => services.log.progress(what, origin),
    };
  }

  #warnOf(
    id: string,
    origin: ResourceOrigin | undefined,
    declared: Partial<I>,
    comparison: Comparison<I, Step>,
  ): void {
    const { fields, kind } = this.definition;
    for (const { field, declared: wanted, live } of comparison.unrepaired) {
      const { change } = fields[field];
      const because =
        (typeof change === "object" ? change.unrepairedReason : undefined) ??
        "putting it back would destroy something: write the value that is there into the program to keep it, or run `pulumi up --replace` on this resource";
      this.services.log.warn(
        `${kind} ${id}: ${field} is ${JSON.stringify(live)} and not ${JSON.stringify(wanted)}, changed by somebody else. It is left so, because ${because}.`,
        origin,
      );
    }
    for (const name of comparison.recorded) {
      const wanted = declared[name];
      const notice = comparison.unapplied.includes(name)
        ? `it is set at creation only, and what was there before it was adopted can't be read: it takes effect when this ${kind} is next replaced`
        : wanted === undefined || wanted === null
          ? undefined
          : fields[name].changeWarning?.(wanted);
      if (notice !== undefined)
        this.services.log.warn(`${kind} ${id}: ${name} has changed, but ${notice}.`, origin);
    }
  }

  #nothingToGet(id: string): LifecycleError {
    return new LifecycleError(
      `There is no ${this.definition.kind} ${id} at ${this.services.address}, or the token may not see it. Nothing was changed. Correct the id, or declare the resource without \`get\` to create one.`,
    );
  }

  async #reportLeftovers(id: string, origin: ResourceOrigin | undefined): Promise<LateCreates<Live>> {
    const leftovers = await findLateCreates(this.definition, this.services, id, origin);
    reportLateCreates(this.definition, this.services, leftovers, origin);
    return leftovers;
  }

  async #removeLeftovers(
    known: RecordedObject,
    state: State<I, Live>,
    origin: ResourceOrigin | undefined,
  ): Promise<void> {
    const leftovers = await findLateCreates(this.definition, this.services, known.id, origin);
    if (leftovers.certain.length > 0) await this.#recognition.ownership.verifyBeforeChange(known);
    await deleteLateCreates(this.definition, this.services, leftovers, state, origin);
  }

  #hasIntent(origin: ResourceOrigin | undefined): boolean {
    return origin !== undefined && this.services.intents.find(origin, this.services.address) !== undefined;
  }

  /** The state knows the id: what was noted before the create is no longer needed. */
  async #settleIntent(id: string, origin: ResourceOrigin | undefined): Promise<void> {
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
