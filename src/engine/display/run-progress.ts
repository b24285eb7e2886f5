import { nameInUrn, stackType } from "../../state";
import type { EngineEvent, Operation, Severity, Step } from "../core";
import { typeOf } from "../core/urn";

/** One step of a resource. A replacement has two, in either order. */
export interface RowStep {
  step: Step;
  state: "inProgress" | "done" | "failed";
  readonly since: number;
  milliseconds: number;
  /** The error of a failed step. */
  message: string;
}

export interface Message {
  readonly severity: Severity;
  readonly text: string;
}

/** The steps and messages of one resource in a run. */
export interface ResourceRow {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** Empty if there is none or it is unknown. */
  parent: string;
  readonly steps: RowStep[];
  readonly messages: Message[];
  /** The latest ephemeral message. */
  status: string;
}

/** The progress of a run so far, collected from its events. */
export class RunProgress {
  readonly #rows = new Map<string, ResourceRow>();
  readonly #stackMessages: Message[] = [];
  operation: Operation = "up";
  preview = false;

  get rows(): Iterable<ResourceRow> {
    return this.#rows.values();
  }

  /** Warnings and errors that are not about a resource. */
  get stackMessages(): readonly Message[] {
    return this.#stackMessages;
  }

  row(urn: string): ResourceRow | undefined {
    return this.#rows.get(urn);
  }

  apply(event: EngineEvent): void {
    switch (event.kind) {
      case "started":
        this.operation = event.operation;
        this.preview = event.preview;
        return;
      case "stepStarted": {
        const { step, time } = event;
        const row = this.#ensureRow(step.urn);
        row.parent = step.new?.parent ?? step.old?.parent ?? row.parent;
        row.steps.push({ step, state: "inProgress", since: time, milliseconds: 0, message: "" });
        return;
      }
      case "stepDone":
      case "stepFailed":
        this.#endStep(event);
        return;
      case "message":
        this.#addMessage(event);
        return;
      case "stackOutputs":
      case "finished":
    }
  }

  #endStep(event: Extract<EngineEvent, { kind: "stepDone" | "stepFailed" }>): void {
    const row = this.#ensureRow(event.step.urn);
    const inProgress = row.steps.filter(({ state }) => state === "inProgress");
    // A read that finds nothing begins as one kind of step and ends as another.
    const ended = inProgress.find(({ step }) => step.kind === event.step.kind) ?? inProgress[0];
    if (!ended) return;
    ended.step = event.step;
    ended.state = event.kind === "stepDone" ? "done" : "failed";
    ended.milliseconds = event.milliseconds;
    ended.message = event.kind === "stepFailed" ? event.message : "";
    row.status = "";
  }

  #addMessage(event: Extract<EngineEvent, { kind: "message" }>): void {
    if (event.severity === "debug") return;
    const row = isAboutStack(event.urn) ? undefined : this.#ensureRow(event.urn);
    if (event.ephemeral) {
      if (row) row.status = event.message.trim().split("\n")[0] ?? "";
      return;
    }
    const message = { severity: event.severity, text: event.message };
    if (row) row.messages.push(message);
    else if (event.severity !== "info") this.#stackMessages.push(message);
  }

  #ensureRow(urn: string): ResourceRow {
    const known = this.#rows.get(urn);
    if (known) return known;
    const row: ResourceRow = {
      urn,
      name: nameInUrn(urn),
      type: typeOf(urn),
      parent: "",
      steps: [],
      messages: [],
      status: "",
    };
    this.#rows.set(urn, row);
    return row;
  }
}

/** Whether a message is not about a resource: the program's own, or the engine's. */
export function isAboutStack(urn: string): boolean {
  return urn === "" || typeOf(urn) === stackType;
}
