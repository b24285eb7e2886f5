import type { ResourceClass } from "../../src/resources/resource-class";
import type { PropertyMap, PropertyValue } from "../../src/state";
import type { Account, Option } from "./history";

/** Arguments of one resource. Null removes one. */
export type Arguments = Readonly<Record<string, PropertyMap[string]>>;

/** A resource as the program declares it now. */
export interface Resource {
  /** A number that no other resource in the history has. */
  readonly key: number;
  readonly type: ResourceClass;
  readonly name: string;
  readonly inComponent: boolean;
  readonly options: ReadonlySet<Option>;
  readonly args: Arguments;
  /** The key of the resource that it refers to. */
  readonly refersTo: number | undefined;
  readonly formerUrns: readonly string[];
  /** The account of its explicit provider. Undefined if it has the default provider, whose account is the first. */
  readonly provider: Account | undefined;
}

export function accountOf({ provider }: Pick<Resource, "provider">): Account {
  return provider ?? "first";
}

export function without(resource: Resource, ...names: readonly string[]): Resource {
  const args = Object.fromEntries(Object.entries(resource.args).filter(([name]) => !names.includes(name)));
  return { ...resource, args };
}

export function withArgument(resource: Resource, name: string, value: PropertyValue): Resource {
  return { ...resource, args: { ...resource.args, [name]: value } };
}
