import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { CommonInputs } from "../../../src/common-inputs";
import type { Settings } from "../../../src/emulator";
import type { Fields } from "../../../src/lifecycle";
import type { ResourceClass } from "../../../src/resources/resource-class";
import type { PropertyMap, PropertyValue } from "../../../src/state";
import type { TestStack } from "../../../src/testing";
import type { ModelType } from "../../drift/worlds/model-type";
import type { ReferenceExample } from "../../reference/reference-example";

/** A resource as the tests of every resource need it. */
export interface TestedResource {
  readonly type: ResourceClass;
  readonly resourceClass: { readonly get: (name: string, id: string) => pulumi.CustomResource };
  /** What drift reports about it, for the random worlds of `test/drift/worlds`. */
  readonly driftModel: ModelType;
  /** Settings of the emulator without which an external change could not be repaired. */
  readonly settings?: Partial<Settings>;
  readonly arguments: readonly TestedArgument[];
  /** At least one for each way of creating it. */
  readonly variants: Readonly<Record<string, Variant>>;
  /** The object in the service, without fields that differ after a change was undone, such as `updated`. Undefined if it is deleted. */
  readonly recordOf: (stack: TestStack, id: string) => unknown;
  /** The service's objects of the kind, in any state. */
  readonly count: (stack: TestStack) => number;
  readonly forwardCompatibility: ReadResponses;
  /** Outputs that exist only until a setup step is finished. */
  readonly temporaryOutputs?: readonly string[];
  /** The creates whose responses `created-once.test.ts` loses, by name. Empty if a create creates no object of its own. */
  readonly creates: Readonly<Record<string, TestedCreate>>;
  /** The resources whose calls `calls.test.ts` counts. */
  readonly counted: CountedResources;
  readonly ids: {
    /** A valid id that does not exist. */
    readonly missing: string;
    readonly malformed: readonly string[];
  };
  /** The example on its page of the reference. */
  readonly example: ReferenceExample;
}

export interface TestedCreate {
  readonly inputs: () => PropertyMap;
  /** The operation of the create, and the one that lists its objects. */
  readonly operation: string;
  readonly list: string;
  /** The ids of the objects in the emulator's world that a run created. */
  readonly createdIds: (stack: TestStack) => readonly string[];
}

export interface CountedResources {
  readonly count: number;
  /** Creates the objects that the resources need. */
  readonly prepare?: (stack: TestStack) => Promise<unknown>;
  readonly inputs: (index: number, stack: TestStack) => PropertyMap;
}

/** The responses that a lifecycle reads, which later versions of the service may change. */
export interface ReadResponses {
  /** The name of the variant that is tested with changed responses. */
  readonly variant: string;
  /** The paths of the operations that return its object. */
  readonly path: RegExp;
  readonly response: z.ZodType;
  /** The fields of the response that arguments change in place. */
  readonly managed: readonly string[];
  /** The other fields that its lifecycle reads. */
  readonly alsoRead: readonly string[];
  /** Another value of an argument that is changed in place. */
  readonly changed: PropertyMap;
}

/** The entry of an argument in the field table. */
interface TestedArgument {
  readonly name: string;
  readonly isReadable: boolean;
  readonly change: "replace" | "record" | "in place";
}

/** The arguments of one program, and the changes to the object that it creates. */
export interface Variant {
  readonly declared: PropertyMap;
  /** Arguments whose value has to be created first, such as the id of another object. */
  readonly prepared: Readonly<Record<string, (stack: TestStack) => Promise<PropertyValue>>>;
  /** For arguments that only a replacement can change: another valid value. */
  readonly replacements: PropertyMap;
  /** One external change for each declared argument that can be read. */
  readonly externalChanges: Readonly<Record<string, ExternalChange>>;
  /** External changes that no single argument reflects. `up` repairs them too. */
  readonly otherExternalChanges: Readonly<Record<string, ExternalChange>>;
  /** Declared arguments that nobody can change, because another value would be another object. */
  readonly fixed: readonly string[];
  /** Deleting the resource leaves the object as it is. */
  readonly isKept: boolean;
  /** Whether `up` repairs an external change to an argument. Otherwise it warns. */
  readonly repairs: (argument: string) => boolean;
}

/** A change that someone else makes, with or without an API call. */
export interface ExternalChange {
  readonly make: Change;
  /** The outputs that reflect it. Default: the one with the name of the argument. */
  readonly outputs?: readonly string[];
}

type Change = (stack: TestStack, id: string) => unknown;

interface VariantOf<I> {
  readonly declared: Partial<I>;
  readonly prepared?: { readonly [K in keyof I]?: (stack: TestStack) => Promise<NonNullable<I[K]>> };
  readonly replacements?: Partial<I>;
  readonly externalChanges?: { readonly [K in keyof I]?: Change | ExternalChange };
  readonly otherExternalChanges?: Readonly<Record<string, ExternalChange>>;
  readonly fixed?: readonly (keyof I & string)[];
  readonly isKept?: true;
}

/** A resource with the arguments of its field table. */
export function testedResource<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  resource: Omit<TestedResource, "arguments" | "variants"> & {
    readonly variants: Readonly<Record<string, VariantOf<I>>>;
  },
): TestedResource {
  const variants = Object.entries(resource.variants).map(
    ([name, variant]) => [name, variantOf(fields, variant)] as const,
  );
  return { ...resource, arguments: argumentsOf(fields), variants: Object.fromEntries(variants) };
}

function variantOf<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  variant: VariantOf<I>,
): Variant {
  const { declared, prepared = {}, replacements = {}, otherExternalChanges = {}, fixed = [] } = variant;
  const changes: Record<string, ExternalChange> = {};
  for (const [name, change] of Object.entries<Change | ExternalChange | undefined>(
    variant.externalChanges ?? {},
  )) {
    if (change !== undefined) changes[name] = typeof change === "function" ? { make: change } : change;
  }
  const makers: Record<string, (stack: TestStack) => Promise<PropertyValue>> = {};
  for (const [name, make] of Object.entries<((stack: TestStack) => Promise<unknown>) | undefined>(prepared)) {
    if (make) makers[name] = async (stack) => propertyOf(await make(stack));
  }
  return {
    declared: propertiesOf(declared),
    prepared: makers,
    replacements: propertiesOf(replacements),
    externalChanges: changes,
    otherExternalChanges,
    fixed,
    isKept: variant.isKept === true,
    repairs: (argument) => repairs(fields, declared, argument),
  };
}

function argumentsOf<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
): TestedArgument[] {
  const found: TestedArgument[] = [];
  for (const name in fields) {
    const { live, change } = fields[name];
    found.push({
      name,
      isReadable: live !== undefined,
      change: typeof change === "object" ? "in place" : change,
    });
  }
  return found;
}

function repairs<I extends CommonInputs, Live, Step extends string>(
  fields: Fields<I, Live, Step>,
  declared: Partial<I>,
  argument: string,
): boolean {
  for (const name in fields) {
    const { change } = fields[name];
    if (name !== argument || typeof change !== "object") continue;
    const wanted = declared[name];
    return change.repairsDrift === undefined || (wanted != null && change.repairsDrift(wanted));
  }
  return false;
}

function propertiesOf(values: object): PropertyMap {
  const properties: Record<string, PropertyValue> = {};
  for (const [name, value] of Object.entries<unknown>({ ...values })) {
    if (value !== undefined) properties[name] = propertyOf(value);
  }
  return properties;
}

function propertyOf(value: unknown): PropertyValue {
  if (Array.isArray(value)) return value.map(propertyOf);
  if (typeof value === "object" && value !== null) return propertiesOf(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  throw new Error(`An argument cannot be a ${typeof value}.`);
}
