import { stackType } from "../../state";
import type { EngineEvent, Operation, Severity, Step } from "../core";
import { nameOf, typeOf } from "../core/urn";

/** One step of a row: a replacement is two, of which either may come first. */
export interface RowStep {
  step: Step;
  state: "underWay" | "done" | "failed";
  readonly since: number;
  milliseconds: number;
  /** Why it failed. */
  message: string;
}

export interface Message {
  readonly severity: Severity;
  readonly text: string;
}

/** What is known of one resource in a run. */
export interface ResourceRow {
  readonly urn: string;
  readonly name: string;
  readonly type: string;
  /** Empty: none is known. */
  parent: string;
  readonly steps: RowStep[];
  readonly messages: Message[];
  /** The latest of what is worth showing while the run lasts. */
  status: string;
}

/** A run as far as it has come: every resource that something was said of, and what was said of none. */
export class RunProgress {
  readonly #rows = new Map<string, ResourceRow>();
  readonly #stackMessages: Message[] = [];
  operation: Operation = "up";
  preview = false;

  get all(): Iterable<ResourceRow> {
    return this.#rows.values();
  }

  /** Warnings and errors of no resource in particular. */
  get stackMessages(): readonly Message[] {
    return this.#stackMessages;
  }

  get(urn: string): ResourceRow | undefined {
    return this.#rows.get(urn);
  }

  apply(event: EngineEvent): void {
    switch (event.kind) {
      case "started":
        this.operation = event.operation;
        this.preview = event.preview;
        return;
      case "stepStarted": {
        const row = this.#rowOf(event.step.urn);
        row.parent = event.step.new?.parent ?? event.step.old?.parent ?? row.parent;
        row.steps.push({
          step: event.step,
          state: "underWay",
          since: event.time,
          milliseconds: 0,
          message: "",
        });
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
    const row = this.#rowOf(event.step.urn);
    const underWay = row.steps.filter(({ state }) => state === "underWay");
    // A read that finds nothing begins as one kind of step and ends as another.
    const ended = underWay.find(({ step }) => step.kind === event.step.kind) ?? underWay[0];
    if (!ended) return;
    ended.step = event.step;
    ended.state = event.kind === "stepDone" ? "done" : "failed";
    ended.milliseconds = event.milliseconds;
    ended.message = event.kind === "stepFailed" ? event.message : "";
    row.status = "";
  }

  #addMessage(event: Extract<EngineEvent, { kind: "message" }>): void {
    if (event.severity === "debug") return;
    const row = isAboutStack(event.urn) ? undefined : this.#rowOf(event.urn);
    if (event.ephemeral) {
      if (row) row.status = event.message.trim().split("\n")[0] ?? "";
      return;
    }
    const message = { severity: event.severity, text: event.message };
    if (row) row.messages.push(message);
    else if (event.severity !== "info") this.#stackMessages.push(message);
  }

  #rowOf(urn: string): ResourceRow {
    const known = this.#rows.get(urn);
    if (known) return known;
    const row: ResourceRow = {
      urn,
      name: nameOf(urn),
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

/** Whether a message is of no resource in particular: the program's own, or the engine's. */
export function isAboutStack(urn: string): boolean {
  return urn === "" || typeOf(urn) === stackType;
}
