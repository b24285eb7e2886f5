import { z } from "zod";
import { NodecloudError } from "../../src/client";
import type { CommonInputs } from "../../src/common-inputs";
import {
  createOnce,
  type Definition,
  defineResource,
  deleteObject,
  eventsOf,
  objectKind,
  textIds,
  writeSettings,
} from "../../src/lifecycle";
import { TestStack } from "../../src/testing";

interface Thing {
  readonly id: string;
  readonly label: string;
  readonly status: string;
}

interface Inputs extends CommonInputs {
  readonly adopt?: string;
  readonly label?: string;
  readonly size?: string;
}

const rejectedLabel = () =>
  new NodecloudError({
    code: "rejected",
    message: "The label is taken.",
    status: 400,
    effect: "none",
    fieldErrors: [{ field: "label", reason: "The label is taken." }],
  });
const missing = () =>
  new NodecloudError({ code: "not_found", message: "Not found", status: 404, hasErrorBody: true });

/** A service whose things have unique labels, and the lifecycle of a resource that only its field table describes. */
export class Things {
  readonly stack = new TestStack();
  readonly services = this.stack.services();
  readonly things = new Map<string, Thing>();
  /** Labels that the service treats as taken until a time, although no thing has them. */
  readonly lockedUntil = new Map<string, number>();
  readonly requests: string[] = [];
  failsToList = false;
  readonly lifecycle;

  constructor(isUnique: boolean) {
    const kind = objectKind<Thing>({
      kind: "thing",
      idOf: ({ id }) => id,
      describe: ({ status }) => status,
      view: async (_, id) => this.#existing(id),
      pages: () => this.#pages(),
    });
    const label = { change: { inPlace: "settings" }, live: (live: Thing) => live.label } as const;
    const createMatcher = {
      labelOf: (live: Thing) => live.label,
      matches: () => false,
      mayMatch: () => false,
      isBeingDeleted: ({ status }: Thing) => status === "deleting",
      deleteCall: "things delete",
    };
    const definition: Definition<Inputs, Thing, "settings"> = {
      kind: "thing",
      collection: kind.collection,
      idFormat: textIds,
      identityOf: () => ({}),
      labelOf: (live) => live.label,
      events: eventsOf({ word: "thing", path: "things/" }),
      fields: {
        adopt: { change: "record" },
        timeouts: { change: "record" },
        label: isUnique ? { ...label, isUnique } : label,
        size: { change: "replace" },
      },
      response: z.object({ id: z.string(), label: z.string(), status: z.string() }),
      body: z.object({ adopt: z.string(), label: z.string(), size: z.string() }),
      rules: () => [],
      timeouts: { create: "5m", update: "5m", delete: "5m" },
      create: (task) =>
        createOnce<Thing>(task, {
          kind: "thing",
          collection: kind.collection(task.services),
          idOf: ({ id }) => id,
          createMatcher,
          label: task.inputs.label,
          nonce: undefined,
          differingFields: () => [],
          idsBefore: async () => [],
          send: async () => this.#set(`thing-${this.things.size + 1}`, task.inputs.label ?? ""),
        }),
      createMatcher,
      createSteps: () => [],
      steps: {
        settings: (task) =>
          writeSettings(kind, task, definition.fields, "settings", async ({ id, label: before }) =>
            this.#set(id, task.inputs.label ?? before),
          ),
      },
      remove: (task) => deleteObject(kind, task, { send: async () => this.things.delete(task.id) }),
    };
    this.lifecycle = defineResource(definition).lifecycle(this.services);
  }

  /** The inputs of the resource with this name. */
  inputs(name: string, label: string, size = "small") {
    const origin = { project: "shop", stack: "dev", type: "Thing", name };
    return { label, size, origin, __provider: "exports.handler = () => undefined;" };
  }

  run<T>(work: Promise<T>): Promise<T> {
    return this.stack.clock.run(work);
  }

  get labels() {
    return [...this.things.values()].map(({ id, label }) => `${id}: ${label}`);
  }

  add(id: string, label: string, status = "ready"): Thing {
    const thing = { id, label, status };
    this.things.set(id, thing);
    return thing;
  }

  #set(id: string, label: string): Thing {
    this.requests.push(`${id}: ${label}`);
    const isTaken = [...this.things.values()].some((other) => other.id !== id && other.label === label);
    if (isTaken || (this.lockedUntil.get(label) ?? 0) > this.stack.clock.now()) throw rejectedLabel();
    return this.add(id, label);
  }

  #existing(id: string): Thing {
    const thing = this.things.get(id);
    if (thing === undefined) throw missing();
    return thing;
  }

  async *#pages() {
    if (this.failsToList) throw new NodecloudError({ code: "unavailable", message: "The list failed." });
    const data = [...this.things.values()];
    yield { data, page: 1, pages: 1, results: data.length };
  }
}
