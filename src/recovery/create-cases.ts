import { type EarlierCreate, type Properties, type Recovery, unresolvedIntent } from "../lifecycle";
import type { PendingOperation, ResourceState, Snapshot } from "../state";
import { isRecord } from "../unknown";
import type { RecoveryCase, RecoveryChoice } from "./recovery-case";
import { withCreated, withoutOperation, withoutResource } from "./snapshot-edits";
import { caseOf, inputsOf, orUnknown, outputsOf, type SurveyContext } from "./survey-context";

/** A create that a run began and whose result the state does not hold. */
export function pendingCreateCase(
  context: SurveyContext,
  recovery: Recovery,
  operation: PendingOperation,
): Promise<RecoveryCase> {
  const { resource } = operation;
  return orUnknown(resource, "pendingOperation", async () => {
    const result = await recovery.findCreate(inputsOf(resource), context.requestOf(resource, undefined));
    const forget = (snapshot: Snapshot) => withoutOperation(snapshot, operation);
    const create = new CreateCase(context, recovery, resource, { beforeRecording: forget, forget });
    const begun = `A run was stopped while creating this ${recovery.kind}`;
    if (result.kind !== "candidates") return create.settled("pendingOperation", begun, result);
    return { ...create.question("pendingOperation", begun, result.ids), keep: create.keep(result) };
  });
}

/** A resource of the state of which it is not known what its create made. */
export function unresolvedCase(
  context: SurveyContext,
  recovery: Recovery,
  entry: ResourceState,
): Promise<RecoveryCase> {
  return orUnknown(entry, "unresolved", async () => {
    const recordedAt = Date.parse(entry.created);
    const request = context.requestOf(entry, Number.isNaN(recordedAt) ? undefined : recordedAt);
    const result = await recovery.findCreate(inputsOf(entry), request);
    const create = new CreateCase(context, recovery, entry, {
      // What takes its place is put where it is, so that others may refer to it.
      beforeRecording: (snapshot) => snapshot,
      forget: (snapshot) => withoutResource(snapshot, entry),
    });
    const begun = `It was not known what the create of this ${recovery.kind} made`;
    if (result.kind === "created") return create.settled("unresolved", begun, result);
    // What was reported to the user before stays a candidate as long as it exists: the search leaves it out.
    const ids = new Set(result.kind === "candidates" ? result.ids : []);
    for (const id of recordedCandidates(entry)) {
      const taken = ids.has(id) ? undefined : await recovery.takeCreated(id, inputsOf(entry));
      if (taken?.kind === "created") ids.add(id);
    }
    if (ids.size > 0 || result.kind === "candidates") return create.question("unresolved", begun, [...ids]);
    return create.settled("unresolved", begun, result);
  });
}

export function isUnresolved(entry: ResourceState): boolean {
  return isRecord(outputsOf(entry).unresolved);
}

function recordedCandidates(entry: ResourceState): readonly string[] {
  const { unresolved } = outputsOf(entry);
  return isRecord(unresolved) && Array.isArray(unresolved.candidates)
    ? unresolved.candidates.map(String)
    : [];
}

/** What happens to the note of the create in the state. */
interface NoteEdits {
  readonly beforeRecording: (snapshot: Snapshot) => Snapshot;
  readonly forget: (snapshot: Snapshot) => Snapshot;
}

/** The case of a create whose result the state does not hold. */
class CreateCase {
  readonly #context: SurveyContext;
  readonly #recovery: Recovery;
  readonly #resource: ResourceState;
  readonly #edits: NoteEdits;

  constructor(context: SurveyContext, recovery: Recovery, resource: ResourceState, edits: NoteEdits) {
    this.#context = context;
    this.#recovery = recovery;
    this.#resource = resource;
    this.#edits = edits;
  }

  settled(
    trace: RecoveryCase["trace"],
    begun: string,
    result: Exclude<EarlierCreate, { readonly kind: "candidates" }>,
  ): RecoveryCase {
    const { kind } = this.#recovery;
    if (result.kind === "created") {
      return caseOf(
        this.#resource,
        trace,
        "certain",
        `${begun}. It made ${kind} ${result.id}.`,
        [this.#record(result)],
        {
          ids: [result.id],
        },
      );
    }
    const doubt = ` in the account of this token, but nothing proves that the request was sent to that account`;
    return caseOf(
      this.#resource,
      trace,
      result.isCertain ? "certain" : "question",
      `${begun}. It made nothing${result.isCertain ? "" : doubt}.`,
      [this.#forgetIt()],
    );
  }

  question(trace: RecoveryCase["trace"], begun: string, ids: readonly string[]): RecoveryCase {
    const { kind } = this.#recovery;
    const found =
      ids.length > 0
        ? `It may have made ${kind} ${ids.join(` or ${kind} `)}.`
        : "The service accepted the request, and no list shows the result.";
    const choices = [...ids.map((id) => this.#take(id)), this.#forgetIt("None of them. ")];
    return caseOf(this.#resource, trace, "question", `${begun}. ${found}`, choices, { ids });
  }

  /** Records what is known as an unresolved create. The candidates count as no result of a later search. */
  keep({ id, outputs, ids }: Extract<EarlierCreate, { readonly kind: "candidates" }>): RecoveryChoice {
    return {
      description: "Record it in the state as unresolved.",
      deletes: false,
      edit: async (snapshot) => this.#withCreated(snapshot, id, outputs),
      complete: async () => {
        const intent = this.#context.intentOf(this.#resource);
        if (intent === undefined) return;
        const before = [...intent.before, ...(isUnproven(outputs) ? ids : [])];
        await this.#context.services.intents.save(unresolvedIntent(intent, before));
      },
    };
  }

  #record({ id, outputs }: Extract<EarlierCreate, { readonly kind: "created" }>): RecoveryChoice {
    return {
      description: `Record ${this.#recovery.kind} ${id} in the state.`,
      deletes: false,
      edit: async (snapshot) => this.#withCreated(snapshot, id, outputs),
      complete: () => this.#context.completeIntent(this.#resource, id),
    };
  }

  #take(id: string): RecoveryChoice {
    return {
      description: `Record ${this.#recovery.kind} ${id} in the state.`,
      deletes: false,
      edit: async (snapshot) => {
        const taken = await this.#recovery.takeCreated(id, inputsOf(this.#resource));
        return taken.kind === "created" ? this.#withCreated(snapshot, id, taken.outputs) : snapshot;
      },
      complete: () => this.#context.completeIntent(this.#resource, id),
    };
  }

  #forgetIt(prefix = ""): RecoveryChoice {
    return {
      description: `${prefix}Remove the note of the create from the state. The next \`up\` creates the ${this.#recovery.kind}.`,
      deletes: false,
      edit: async (snapshot) => this.#edits.forget(snapshot),
      complete: () => this.#context.closeIntent(this.#resource),
    };
  }

  #withCreated(snapshot: Snapshot, id: string, outputs: Properties): Snapshot {
    const { time } = this.#context;
    return withCreated(this.#edits.beforeRecording(snapshot), this.#resource, id, outputs, time);
  }
}

function isUnproven({ unresolved }: Readonly<Record<string, unknown>>): boolean {
  return isRecord(unresolved) && unresolved.isUnproven === true;
}
