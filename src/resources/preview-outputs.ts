import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { CallOptions, Client } from "../client";
import { connect } from "../lookups/connection";
import { isRecord } from "../unknown";
import { isUnresolvedId } from "../unresolved-id";
import type { Declaration } from "./declaration";
import { warnOfSettings } from "./explicit-provider";

/** Where the preview of one class reads the outputs that it can know. */
export interface PreviewSource {
  /** Lists every object of the kind. */
  readonly list: (client: Client, options: CallOptions) => AsyncIterable<{ readonly id: string | number }>;
  /** The contract's shape of one object. */
  readonly shape: (operations: typeof import("../contract")["operations"]) => z.ZodObject;
}

/** What a class declares of its outputs, and of the arguments that they reflect. */
type Declared = Pick<Declaration, "fields" | "outputs"> & PreviewSource;

/**
 * Makes outputs known in the preview of an update, so that no dependent resource appears to change. The SDK's plugin is not involved in
 * previews, so the engine knows only the inputs and the id.
 *
 * - The id is that of the object that a new resource adopts. The output with the id repeats it.
 * - A stable output is read if the program uses it and the resource changes, from one list of the kind per run.
 * - So is an output whose declared value the update does not set, because the argument is ignored or cannot be changed in place.
 *
 * What cannot be read stays unknown: if the list fails, if the program declares an unknown value, or if the resource has an explicit provider,
 * whose configuration may point to another service. Of such a provider, it also warns if the environment overrides it.
 * @param options The resource's own.
 */
export function resolveInPreviews(
  resource: pulumi.CustomResource,
  declared: Declared,
  { additionalSecretOutputs = [], ignoreChanges = [] }: pulumi.CustomResourceOptions = {},
): void {
  const isPreview = pulumi.runtime.isDryRun();
  const provider = resource.getProvider(dynamicType);
  if (provider !== undefined) warnOfSettings(provider);
  const id: pulumi.Output<unknown> = isPreview ? previewedId(resource) : resource.id;
  if (isPreview) Reflect.set(resource, "id", id);
  for (const [name, kind] of Object.entries(declared.outputs)) {
    if (kind === "id") Reflect.set(resource, name, id);
    if (kind === "numeric id") Reflect.set(resource, name, id.apply(Number));
  }
  if (!isPreview) return;
  const isReadable = provider === undefined;
  const read = async (name: string, id: string) =>
    isReadable ? (await readOnce(declared)).get(id)?.[name] : undefined;
  const applied: unknown = Reflect.get(resource, "applied");
  const isUpdated = async () => pulumi.Output.isInstance(applied) && (await isMissing(applied));
  for (const [name, kind] of Object.entries(declared.outputs)) {
    const registered: unknown = Reflect.get(resource, name);
    if ((kind !== "stable" && kind !== "changing") || !pulumi.Output.isInstance(registered)) continue;
    const setsDeclared = settingOf(declared.fields[name], name, ignoreChanges);
    if (kind === "changing" && setsDeclared === "all") continue;
    const resolve = async (id: string): Promise<unknown> => {
      if (await isMissing(registered)) return kind === "stable" ? read(name, id) : undefined;
      if (setsDeclared === "all" || !(await isUpdated())) return registered;
      const value: unknown = await promiseOf(registered);
      if (pulumi.containsUnknowns(value)) return registered;
      const live = await read(name, id);
      if (setsDeclared === "nothing" || !isRecord(live)) return live;
      return { ...live, ...(isRecord(value) ? withoutIgnored(value, name, ignoreChanges) : {}) };
    };
    let resolved: pulumi.Output<unknown> | undefined;
    Object.defineProperty(resource, name, {
      configurable: true,
      enumerable: true,
      get: () => {
        resolved ??= id.apply(async (id) => {
          const value = await resolve(String(id));
          if (value === undefined) return pulumi.output(pulumi.unknown);
          const isSecret = additionalSecretOutputs.includes(name) || (await pulumi.isSecret(registered));
          return isSecret ? pulumi.secret(value) : value;
        });
        return resolved;
      },
    });
  }
}

/** The id of the object that the resource adopts, or the one that the engine knows. */
function previewedId(resource: pulumi.CustomResource): pulumi.Output<unknown> {
  const { id, urn } = resource;
  const adopt: unknown = Reflect.get(resource, "adopt");
  if (!pulumi.Output.isInstance(adopt)) return id.apply(orUnknown);
  const resolve = async (): Promise<pulumi.Output<unknown>> => {
    // As registered: after transforms, and without a value if the program's output has none.
    const adopted = await promiseOf(adopt);
    const isKnown = typeof adopted === "number" || typeof adopted === "string";
    // With the URN, resources that use the id depend on this one. An id is not secret.
    return isKnown ? urn.apply(() => String(adopted)) : id.apply(orUnknown);
  };
  return pulumi.output(resolve());
}

/**
 * The id of the state is not that of an object while its create is unresolved. `get` with an id that the preview does not know passes the
 * SDK's text for unknown values.
 */
function orUnknown(id: string): string | pulumi.Output<unknown> {
  return id === pulumi.runtime.unknownValue || isUnresolvedId(id) ? pulumi.output(pulumi.unknown) : id;
}

/** How much of a declared value an update sets in the object: all, nothing, or those parts of an object that are declared. */
function settingOf(
  field: Declaration["fields"][string] | undefined,
  name: string,
  ignoreChanges: readonly string[],
): "all" | "parts" | "nothing" {
  if (field === undefined) return "all";
  const isIgnored = ignoreChanges.some((path) => [name, field.computedFrom, "*"].includes(path));
  if (typeof field.change === "string" || isIgnored) return "nothing";
  return field.equality === "declared parts" ? "parts" : "all";
}

/** The parts of an object without those in `ignoreChanges`: `alerts.cpu`. */
function withoutIgnored(
  value: Readonly<Record<string, unknown>>,
  name: string,
  ignoreChanges: readonly string[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(value).filter(([part]) => !ignoreChanges.includes(`${name}.${part}`)),
  );
}

/** A type of the package `pulumi-nodejs`, by which the SDK finds the provider of dynamic resources. */
const dynamicType = "pulumi-nodejs:dynamic:Resource";

/** Whether the engine sent no value for an output. One that it sent as unknown is declared by the program, and may be about to change. */
async function isMissing(output: pulumi.Output<unknown>): Promise<boolean> {
  return (await isUnknown(output)) && !pulumi.containsUnknowns(await promiseOf(output));
}

/** Whether an output has no value, or an unknown one. `isKnown` is internal to the SDK, so its types lack it. */
export async function isUnknown(output: pulumi.Output<unknown>): Promise<boolean> {
  const isKnown: unknown = await Reflect.get(output, "isKnown");
  return isKnown === false;
}

/** The value of an output. `promise` is internal to the SDK, so its types lack it. */
async function promiseOf(output: pulumi.Output<unknown>): Promise<unknown> {
  const promise: unknown = Reflect.get(output, "promise");
  const withUnknowns = true;
  return typeof promise === "function" ? promise.call(output, withUnknowns) : pulumi.unknown;
}

type OutputsById = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** Lists by the engine that asked: one process may run several previews. */
const listsByEngine = new WeakMap<object, Map<PreviewSource, Promise<OutputsById>>>();

function readOnce(source: PreviewSource): Promise<OutputsById> {
  const engine = pulumi.runtime.getMonitor() ?? source;
  const lists = listsByEngine.get(engine) ?? new Map<PreviewSource, Promise<OutputsById>>();
  listsByEngine.set(engine, lists);
  const reading = lists.get(source) ?? readAll(source).catch((): OutputsById => new Map());
  lists.set(source, reading);
  return reading;
}

/** How long a preview waits for the list, in milliseconds. */
const listTimeout = 10_000;

async function readAll({ list, shape }: PreviewSource): Promise<OutputsById> {
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
