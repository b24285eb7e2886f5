import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { CallOptions, Client } from "../client";
import { connect } from "../lookups/connection";

/** Outputs of one kind of resource that no update of it changes, unless the program declares them. */
export interface LastingOutputs {
  readonly names: readonly string[];
  /** Everything of the kind, in the contract's shape. */
  readonly list: (client: Client, options: CallOptions) => AsyncIterable<{ readonly id: string | number }>;
  readonly shape: (operations: typeof import("../contract")["operations"]) => z.ZodObject;
}

/**
 * Makes outputs that an update can't change known in its preview, so that nothing downstream is shown as changed. The plugin of
 * dynamic resources takes no part in previews, and engines then know no more than the inputs and the id. Only what a program
 * uses, and only of a resource that changes, is read: from one list of its kind a run. Where that fails the output stays
 * unknown.
 */
export function knowLastingOutputs(resource: pulumi.CustomResource, lasting: LastingOutputs): void {
  if (!pulumi.runtime.isDryRun()) return;
  for (const name of lasting.names) {
    const given: unknown = Reflect.get(resource, name);
    if (!pulumi.Output.isInstance(given)) continue;
    let known: pulumi.Output<unknown> | undefined;
    Object.defineProperty(resource, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        known ??= resource.id.apply(async (id) => {
          if (await isKnown(given)) return given;
          const value = (await readOnce(lasting)).get(id)?.[name];
          return value === undefined ? given : value;
        });
        return known;
      },
    });
  }
}

/** The SDK has it, and documents it for its own use. */
async function isKnown(output: pulumi.Output<unknown>): Promise<boolean> {
  return (await Reflect.get(output, "isKnown")) !== false;
}

type OutputsById = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** A process may run several previews, each with an engine of its own. */
const runs = new WeakMap<object, Map<LastingOutputs, Promise<OutputsById>>>();

function readOnce(lasting: LastingOutputs): Promise<OutputsById> {
  const engine = pulumi.runtime.getMonitor() ?? lasting;
  const lists = runs.get(engine) ?? new Map<LastingOutputs, Promise<OutputsById>>();
  runs.set(engine, lists);
  const reading = lists.get(lasting) ?? read(lasting).catch((): OutputsById => new Map());
  lists.set(lasting, reading);
  return reading;
}

/** A preview waits for an answer so long, and then goes without one. */
const patience = 10_000;

async function read({ list, shape }: LastingOutputs): Promise<OutputsById> {
  const { fromContract, isRecord, operations } = loadContract();
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for await (const item of list(connect().client, { signal: AbortSignal.timeout(patience) })) {
    const outputs = fromContract(shape(operations), item);
    if (isRecord(outputs)) byId.set(String(item.id), outputs);
  }
  return byId;
}

/** Loaded when it is needed: a program that only declares resources does not need zod. */
const loadContract = (): typeof import("../contract") => require("../contract");
