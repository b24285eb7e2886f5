import {
  type EarlierCreate,
  LifecycleError,
  type Properties,
  type Recovery,
  unresolvedIntent,
  withConfirmedReport,
} from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import { isRecord } from "../unknown";
import type { RecoveryCase, RecoveryChoice } from "./recovery-case";
import { currentEntry, withCreated, withReplaced } from "./snapshot-edits";
import { caseOf, inputsOf, type SurveyContext } from "./survey-context";

/** How the state records the create. */
interface CreateEdits {
  readonly beforeRecording: (snapshot: Snapshot) => Snapshot;
  readonly forget: (snapshot: Snapshot) => Snapshot;
  /** Whether the state has another pending create of the resource, or its object. */
  readonly hasOther: boolean;
}

/** The case of a create whose result the state does not contain. */
export class CreateCase {
  readonly #context: SurveyContext;
  readonly #recovery: Recovery;
  readonly #resource: ResourceState;
  readonly #edits: CreateEdits;

  constructor(context: SurveyContext, recovery: Recovery, resource: ResourceState, edits: CreateEdits) {
    this.#context = context;
    this.#recovery = recovery;
    this.#resource = resource;
    this.#edits = edits;
  }

  /**
   * The search found the object of the create, or that there is none.
   * @param nothing What the create created if there is none: `nothing else` if the state records other candidates.
   */
  resolved(
    trace: RecoveryCase["trace"],
    opening: string,
    result: Exclude<EarlierCreate, { readonly kind: "candidates" }>,
    nothing = "nothing",
  ): RecoveryCase {
    const { kind } = this.#recovery;
    if (result.kind === "created") {
      const { id } = result;
      const manager = this.#context.managerIn(this.#context.stack.snapshot, this.#resource.type, id);
      const found = `${opening}. It created ${kind} ${id}${manager ? `, which the state records as ${manager.urn}` : ""}.`;
      const choice = manager ? this.#complete(id) : this.#record(result);
      return caseOf(this.#resource, trace, "certain", found, [choice], { ids: [id] });
    }
    const left = result.left ?? `It created ${nothing}${result.isCertain ? "" : accountDoubt}.`;
    const found = `${opening}. ${left}`;
    return caseOf(this.#resource, trace, certaintyOf(result), found, [this.#forgetIt()]);
  }

  /**
   * The search found no object of the create besides the one that the state has for the resource. That one may be its result, which a later
   * run took over: the Pulumi CLI keeps such creates in the state.
   */
  nothingElse(opening: string, result: NothingCreated, current: ResourceState): RecoveryCase {
    const object = `${this.#recovery.kind} ${current.id}`;
    const found = `${opening}. The state records ${object} for the resource, and the create left nothing else${result.isCertain ? "" : accountDoubt}.`;
    const description = `Remove the create from the state, which keeps ${object}.`;
    const choice = { ...this.#forgetIt(), description };
    return caseOf(this.#resource, "pendingOperation", certaintyOf(result), found, [choice]);
  }

  /** The state lacks the provider or the parent of the resource, so no object can be recorded. */
  async notRecordable(opening: string, result: FoundCreate): Promise<RecoveryCase> {
    const described = await this.#recovery.describe(idsOf(result));
    const { ids, objects, created } = this.#describe(result, described);
    const isRecorded = this.#context.intentOf(this.#resource) !== undefined;
    const next = isRecorded
      ? "The next `up` of its program takes it over."
      : "Run `up` with a program that declares another resource, but not this one, and then this command again.";
    const found = `${opening}. ${created}, and the state lacks the parent or provider to record it with. ${next} ${this.#recovery.adviseDelete(ids, "it is no longer needed")}`;
    return caseOf(this.#resource, "pendingOperation", "question", found, [this.#leave(objects)], {
      ids,
      ...this.#keepOnMachine(),
    });
  }

  /**
   * The state has an object of the resource. The create began its replacement, but runs since then may have kept that object, or created it,
   * so only the user knows which of the two is in use.
   */
  async alongsideCurrent(
    opening: string,
    result: FoundCreate,
    current: ResourceState,
  ): Promise<RecoveryCase> {
    const { kind } = this.#recovery;
    const described = await this.#recovery.describe([...idsOf(result), current.id]);
    const { ids, objects, created } = this.#describe(result);
    const advice = this.#recovery.adviseDelete(ids, undefined, objects.join(" or "));
    const found = `${opening}. ${created}, and the state records ${named(kind, current.id, described)} for the resource. ${advice}`;
    const next = describeDelete(current, `${kind} ${current.id}`);
    const replaces = (choice: RecoveryChoice, id: string) => ({
      ...choice,
      description: `Record ${named(kind, id, described)} in the state as the replacement. The next \`up\` ${next}.`,
      edit: async (snapshot: Snapshot) => {
        // Another choice of the same run may have recorded a replacement, which this one would mark for deletion.
        if (currentEntry(snapshot, current.urn)?.id === current.id) return choice.edit(snapshot);
        throw new LifecycleError(
          `The state no longer records ${kind} ${current.id} for the resource. Nothing was recorded. Run the command again.`,
        );
      },
    });
    // The next run would delete a protected object, because its entry is that of a replaced one.
    const record = (id: string) =>
      result.kind === "created" ? this.#record(result) : this.#take(id, described);
    const records = current.protect ? [] : ids.map((id) => replaces(record(id), id));
    const more = { ids, ...this.#keepOnMachine() };
    const choices = [this.#leave(objects), ...records];
    return caseOf(this.#resource, "pendingOperation", "question", found, choices, more);
  }

  /**
   * The resource has been replaced since the create, whose entry the next run deletes. The object in use is that of another entry, so this
   * one must not take its place.
   * @param proven The result, if the search proved it.
   */
  async leftOver(opening: string, ids: readonly string[], proven?: CreatedObject): Promise<RecoveryCase> {
    const { kind, adviseDelete } = this.#recovery;
    const described = await this.#recovery.describe(ids);
    const objects = ids.map((id) => named(kind, id, described));
    const created = `${proven ? "It created" : "It may have created"} ${objects.join(" or ")}`;
    const advice = proven ? "" : ` ${adviseDelete(ids)}`;
    const found = `${opening}. ${created}, and the resource has been replaced since.${advice}`;
    const choices = [this.#leave(objects)];
    if (proven && !this.#resource.protect) {
      choices.push({
        description: `Record ${objects.join(" or ")} in the state as replaced. The next \`up\` ${describeDelete(this.#resource, "it")}.`,
        deletes: false,
        edit: async (snapshot) => withReplaced(this.#context, snapshot, this.#resource, proven),
        complete: () => this.#context.completeIntent(this.#resource, proven.id),
      });
    }
    return caseOf(this.#resource, "unresolved", "question", found, choices, { ids });
  }

  #describe(result: FoundCreate, described: ReadonlyMap<string, string> = new Map()) {
    const ids = idsOf(result);
    const objects = ids.map((id) => named(this.#recovery.kind, id, described));
    const created = `${result.kind === "created" ? "It created" : "It may have created"} ${objects.join(" or ")}`;
    return { ids, objects, created };
  }

  #leave(objects: readonly string[]): RecoveryChoice {
    return {
      description: `Remove the create from the state, and leave ${objects.join(" and ")} in the service.`,
      deletes: false,
      edit: async (snapshot) => this.#edits.forget(snapshot),
      complete: () => this.#context.forgetIntent(this.#resource),
    };
  }

  /** The search found only candidates, or nothing for an accepted request: the user decides. */
  async question(
    trace: RecoveryCase["trace"],
    opening: string,
    ids: readonly string[],
  ): Promise<RecoveryCase> {
    const { kind } = this.#recovery;
    const described = await this.#recovery.describe(ids);
    const others = this.#context.idsOfOthers(this.#resource, ids);
    const doubt =
      others.length > 0
        ? ` A record on this machine shows that another resource manages ${kind} ${others.join(", ")}.`
        : "";
    const found =
      ids.length > 0
        ? `It may have created ${kind} ${ids.join(` or ${kind} `)}.${doubt}`
        : "The service accepted the request, but no list contains the result.";
    const choices = [...ids.map((id) => this.#take(id, described)), this.#forgetIt("None of them. ")];
    return caseOf(this.#resource, trace, "question", `${opening}. ${found}`, choices, { ids });
  }

  /** Records the known facts as an unresolved create. A later search excludes the candidates. */
  keep({ id, outputs, ids }: Extract<EarlierCreate, { readonly kind: "candidates" }>): RecoveryChoice {
    return {
      description: `Record the create in the state as unresolved, so that no run creates a second ${this.#recovery.kind}.`,
      deletes: false,
      edit: async (snapshot) => this.#withCreated(snapshot, id, outputs),
      complete: async () => {
        const intent = this.#context.intentOf(this.#resource);
        if (intent === undefined) return;
        const unresolved = unresolvedIntent(intent, isUnproven(outputs) ? ids : []);
        await this.#context.services.intents.save(withConfirmedReport(unresolved));
      },
    };
  }

  #record({ id, outputs }: CreatedObject): RecoveryChoice {
    return {
      description: `Record ${this.#recovery.kind} ${id} in the state.`,
      deletes: false,
      edit: async (snapshot) => this.#withCreated(snapshot, id, outputs),
      complete: () => this.#context.completeIntent(this.#resource, id),
    };
  }

  /** The create's object belongs to another resource in the state: the user renamed this one, or adopted the object. */
  #complete(id: string): RecoveryChoice {
    return {
      description: "Remove the create from the state.",
      deletes: false,
      edit: async (snapshot) => this.#edits.forget(snapshot),
      complete: async () => {
        // The next diff still needs the record of a create that took the object over: the state may lack its new secret.
        if (this.#context.intentOf(this.#resource)?.isTakenOver) return;
        await this.#context.completeIntent(this.#resource, id);
      },
    };
  }

  #take(id: string, described: ReadonlyMap<string, string>): RecoveryChoice {
    return {
      description: `Record ${named(this.#recovery.kind, id, described)} in the state.`,
      deletes: false,
      edit: async (snapshot) => {
        const taken = await this.#recovery.takeCreated(id, inputsOf(this.#resource));
        if (taken.kind === "created") return this.#withCreated(snapshot, id, taken.outputs);
        throw new LifecycleError(
          `${this.#recovery.kind} ${id} no longer exists. Nothing was recorded. Run the command again.`,
        );
      },
      complete: () => this.#context.completeIntent(this.#resource, id),
    };
  }

  #forgetIt(prefix = ""): RecoveryChoice {
    const next = this.#edits.hasOther
      ? ""
      : ` If the program declares it, the next \`up\` creates the ${this.#recovery.kind}.`;
    return {
      description: `${prefix}Remove the create from the state.${next}`,
      deletes: false,
      edit: async (snapshot) => this.#edits.forget(snapshot),
      complete: () => this.#context.closeIntent(this.#resource),
    };
  }

  /** The choice for a state that cannot keep a pending create: the record on this machine, if there is one, keeps the question open. */
  #keepOnMachine(): Pick<RecoveryCase, "keepOnMachine"> {
    if (this.#context.intentOf(this.#resource) === undefined) return {};
    const description = `Remove the pending create from the state. The record of it on this machine stays.`;
    const edit = async (snapshot: Snapshot) => this.#edits.forget(snapshot);
    return { keepOnMachine: { description, deletes: false, edit } };
  }

  #withCreated(snapshot: Snapshot, id: string, outputs: Properties): Snapshot {
    return withCreated(this.#context, this.#edits.beforeRecording(snapshot), this.#resource, id, outputs);
  }
}

type NothingCreated = Extract<EarlierCreate, { readonly kind: "none" }>;
type CreatedObject = Extract<EarlierCreate, { readonly kind: "created" }>;
type FoundCreate = Exclude<EarlierCreate, NothingCreated>;

/** Appended to the sentence that says what a search found. */
const accountDoubt =
  " in the account of this token, but nothing proves that the request was sent to that account";

function certaintyOf({ isCertain }: NothingCreated): RecoveryCase["certainty"] {
  return isCertain ? "certain" : "question";
}

/** The objects that a create created or may have created. */
export function idsOf(result: EarlierCreate): readonly string[] {
  if (result.kind === "candidates") return result.ids;
  return result.kind === "created" ? [result.id] : [];
}

/** `instance 12 ("web", created 2026-11-23T08:00:00)` */
function named(kind: string, id: string, described: ReadonlyMap<string, string>): string {
  const description = described.get(id);
  return `${kind} ${id}${description === undefined ? "" : ` (${description})`}`;
}

/** What the next `up` does with the object of an entry that has been replaced. */
function describeDelete({ retainOnDelete }: ResourceState, object: string): string {
  return retainOnDelete
    ? `removes ${object} from the state and leaves it in the service, as \`retainOnDelete\` says`
    : `deletes ${object}`;
}

function isUnproven({ unresolved }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(unresolved) && unresolved.isUnproven === true;
}
