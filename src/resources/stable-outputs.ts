import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { CallOptions, Client } from "../client";
import { connect } from "../lookups/connection";
import { isRecord } from "../unknown";
import type { OutputKind } from "./outputs";

/** The stable outputs of one kind of resource, and where a preview reads them. */
export interface StableOutputs {
  readonly outputs: Readonly<Record<string, OutputKind>>;
  /** Lists every object of the kind. */
  readonly list: (client: Client, options: CallOptions) => AsyncIterable<{ readonly id: string | number }>;
  /** The contract's shape of one object. */
  readonly shape: (operations: typeof import("../contract")["operations"]) => z.ZodObject;
}

/**
 * Makes the id's output and stable outputs known in the preview of an update, so that no dependent resource appears to change. The SDK's
 * plugin is not involved in previews, so the engine knows only the inputs and the id. A stable output is read only if the program uses it
 * and the resource changes, from one list of the kind per run. It stays unknown if the list fails, if the program declares it with an unknown
 * value, or if the resource has an explicit provider, whose configuration may point to another service.
 * @param options The resource's own.
 */
export function resolveInPreviews(
  resource: pulumi.CustomResource,
  stable: StableOutputs | Pick<StableOutputs, "outputs">,
  { additionalSecretOutputs = [] }: pulumi.CustomResourceOptions = {},
): void {
  for (const [name, kind] of Object.entries(stable.outputs)) {
    if (kind === "id") Reflect.set(resource, name, resource.id);
    if (kind === "numeric id") Reflect.set(resource, name, resource.id.apply(Number));
  }
  if (!("list" in stable)) return;
  if (!pulumi.runtime.isDryRun() || resource.getProvider(dynamicType) !== undefined) return;
  for (const [name, kind] of Object.entries(stable.outputs)) {
    const registered: unknown = Reflect.get(resource, name);
    if (kind !== "stable" || !pulumi.Output.isInstance(registered)) continue;
    let resolved: pulumi.Output<unknown> | undefined;
    Object.defineProperty(resource, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        resolved ??= resource.id.apply(async (id) => {
          if (!(await isMissing(registered))) return registered;
          const value = (await readOnce(stable)).get(id)?.[name];
          if (value === undefined) return registered;
          return additionalSecretOutputs.includes(name) ? pulumi.secret(value) : value;
        });
        return resolved;
      },
    });
  }
}

/** A type of the package `pulumi-nodejs`, by which the SDK finds the provider of dynamic resources. */
const dynamicType = "pulumi-nodejs:dynamic:Resource";

/**
 * Whether the engine sent no value of an output. One that it sent as unknown is declared by the program, and may be about to change.
 * `isKnown` and `promise` are internal to the SDK, so its types lack them.
 */
async function isMissing(output: pulumi.Output<unknown>): Promise<boolean> {
  const isKnown: unknown = await Reflect.get(output, "isKnown");
  const promise: unknown = Reflect.get(output, "promise");
  if (isKnown !== false || typeof promise !== "function") return false;
  const withUnknowns = true;
  return !pulumi.containsUnknowns(await promise(withUnknowns));
}

type OutputsById = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Lists by the engine that asked: one process may run several previews. */
const listsByEngine = new WeakMap<object, Map<StableOutputs, Promise<OutputsById>>>();

function readOnce(stable: StableOutputs): Promise<OutputsById> {
  const engine = pulumi.runtime.getMonitor() ?? stable;
  const lists = listsByEngine.get(engine) ?? new Map<StableOutputs, Promise<OutputsById>>();
  listsByEngine.set(engine, lists);
  const reading = lists.get(stable) ?? readAll(stable).catch((): OutputsById => new Map());
  lists.set(stable, reading);
  return reading;
}

/** How long a preview waits for the list, in milliseconds. */
const listTimeout = 10_000;

async function readAll({ list, shape }: StableOutputs): Promise<OutputsById> {
  const { fromContract, operations } = loadContract();
  const byId = new Map<string, Readonly<Record<string, unknown>>>();
  for await (const item of list(connect().client, { signal: AbortSignal.timeout(listTimeout) })) {
    const outputs = fromContract(shape(operations), item);
    if (isRecord(outputs)) byId.set(String(item.id), outputs);
  }
  return byId;
}

/** Loaded on first use: a program that only declares resources does not need zod. */
const loadContract = (): typeof import("../contract") => require("../contract");
