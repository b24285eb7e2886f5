import { wellKnownTokens } from "../../src/emulator";
import type { ProgramFunction } from "../../src/engine";
import type { RegistrationArgs } from "../../src/engine/inprocess";
import { type PropertyMap, type PropertyValue, Secret } from "../../src/state";
import { declare } from "../../src/testing";
import { isUnresolvedId } from "../../src/unresolved-id";
import type { Account, Declared, Edit, History, Option } from "./history";
import { type Arguments, accountOf, type Resource, without } from "./resource";
import { chaosResources } from "./resources";
import type { DiskOf, Target } from "./resources/chaos-resource";

const componentType = "chaos:index:Group";
const providerType = "pulumi:providers:pulumi-nodejs";
/** With their replacements, more would often exceed the 6 that an account can have. */
const maxPaymentMethods = 3;
const ignoringOptions = { tags: "ignoreTags", label: "ignoreLabel" } as const;

/** What a resource's URN consists of, and its account. */
type Place = Pick<Resource, "type" | "name" | "inComponent" | "provider">;

/** A resource as it is registered. */
export interface Declaration {
  readonly resource: Resource;
  /** Without the arguments that come from another resource. */
  readonly args: PropertyMap;
  readonly options: Pick<Partial<RegistrationArgs>, "protect" | "retainOnDelete" | "ignoreChanges">;
}

export function urnOf({ type, name, inComponent }: Pick<Resource, "type" | "name" | "inComponent">): string {
  const parent = inComponent ? `${componentType}$` : "";
  return `urn:pulumi:dev::project::${parent}pulumi-nodejs:dynamic/nodecloud:${type}::${name}`;
}

/** The URN of the explicit provider of an account. */
export function providerUrnOf(account: Account): string {
  return `urn:pulumi:dev::project::${providerType}::${account}`;
}

/** The program of a history: what it declares, and how the user edits it. */
export class Program {
  #resources: readonly Resource[] = [];
  #lastKey = 0;
  readonly #usedUrns = new Set<string>();
  /** The places that resources left when they were renamed, moved or removed. */
  readonly #leftPlaces: Place[] = [];
  readonly #brand: string;
  /** The ids of existing objects that resources adopt, by key. */
  readonly #adopted = new Map<number, string>();
  /** The arguments that resources leave out while they adopt, by key. */
  readonly #leftOut = new Map<number, readonly string[]>();

  /** Whether each explicit provider has the token of the other account. */
  hasExchangedTokens = false;

  constructor({ brand, resources }: Pick<History, "brand" | "resources">) {
    this.#brand = brand;
    for (const declared of resources) this.#add(declared);
  }

  /** The resources that the program declares, without those that lack what they refer to or contradict an earlier one. */
  get resources(): readonly Resource[] {
    const kept: Resource[] = [];
    for (const resource of this.#resources) {
      const valid = this.#withValidArguments(resource, kept);
      if (valid) kept.push(valid);
    }
    return kept
      .map((one) => without(one, ...(this.#leftOut.get(one.key) ?? [])))
      .map((one) => asTargetOf(kept, one));
  }

  /** The resource of this number, modulo the number of resources. Undefined if the program is empty. */
  resource(number: number): Resource | undefined {
    const { resources } = this;
    return resources[number % Math.max(resources.length, 1)];
  }

  /** `recorded` are the URNs in the state. */
  edit(edit: Edit, recorded: ReadonlySet<string>): void {
    if (edit.kind === "add") {
      const { declared } = edit;
      if (declared.type === "PaymentMethod" && this.#count("PaymentMethod") >= maxPaymentMethods) return;
      const place = edit.reusesName ? this.#takeLeftPlace(declared, recorded) : undefined;
      this.#add({ ...declared, ...place }, place !== undefined);
      return;
    }
    const resource = this.resource(edit.resource);
    if (!resource) return;
    switch (edit.kind) {
      case "change":
        this.#update(resource, (one) => withChange(one, edit.change));
        break;
      case "rename":
        this.#move(
          resource,
          (edit.reusesName ? this.#takeLeftPlace(resource, recorded, resource) : undefined) ??
            this.#unusedPlace({ ...resource, name: edit.name }, resource.key),
        );
        break;
      case "move":
        this.#move(
          resource,
          this.#unusedPlace({ ...resource, inComponent: !resource.inComponent }, resource.key),
        );
        break;
      case "option":
        this.#update(resource, (one) => ({ ...one, options: toggled(one.options, edit.option) }));
        break;
      case "provider":
        if (accountOf(resource) === "first") {
          this.#update(resource, (one) => ({ ...one, provider: one.provider ? undefined : "first" }));
        }
        break;
      case "remove":
        this.#leftPlaces.push(resource);
        this.#resources = this.#resources.filter(({ key }) => key !== resource.key);
    }
  }

  /** The type of a resource that the program declares. */
  typeOf(urn: string): Resource["type"] | undefined {
    return this.resources.find((one) => urnOf(one) === urn)?.type;
  }

  setOption(urn: string, option: Option, isSet: boolean): void {
    const resource = this.#find(urn);
    if (resource && resource.options.has(option) !== isSet) {
      this.#update(resource, (one) => ({ ...one, options: toggled(one.options, option) }));
    }
  }

  /** Returns whether the program declares the resource. */
  setArguments(urn: string, args: Arguments): boolean {
    const resource = this.#find(urn);
    if (resource) this.#update(resource, (one) => ({ ...one, args: { ...one.args, ...args } }));
    return resource !== undefined;
  }

  /** Sets the argument `adopt`. */
  adopt(urn: string, id: string): void {
    const resource = this.#find(urn);
    if (resource) this.#adopted.set(resource.key, id);
  }

  /** Removes the argument `adopt` of one resource. */
  undoAdopt(urn: string): void {
    const resource = this.#find(urn);
    if (resource) this.#adopted.delete(resource.key);
  }

  isAdopting(id: string): boolean {
    return [...this.#adopted.values()].includes(id);
  }

  /** Leaves out arguments until the adoption has ended. */
  leaveOut(urn: string, args: readonly string[]): void {
    const resource = this.#find(urn);
    if (resource) this.#leftOut.set(resource.key, args);
  }

  /** Removes all arguments `adopt`. Returns whether there was one. */
  stopAdopting(): boolean {
    const isAdopting = this.#adopted.size > 0;
    this.#adopted.clear();
    this.#leftOut.clear();
    return isAdopting;
  }

  get declarations(): readonly Declaration[] {
    return this.resources.map((resource) => {
      const adopted = this.#adopted.get(resource.key);
      const adopt = adopted === undefined ? {} : { adopt: asId(adopted) };
      return {
        ...{ resource, options: optionsOf(resource) },
        args: withoutNulls({ ...resource.args, ...adopt }),
      };
    });
  }

  /** The program as a function. `diskOf` returns the id of an instance's disk. */
  run(diskOf: DiskOf): ProgramFunction {
    const { declarations } = this;
    return async (register) => {
      type Registered = Awaited<ReturnType<typeof register>>;
      const group = declarations.some(({ resource }) => resource.inComponent)
        ? register({ type: componentType, name: "group", custom: false })
        : undefined;
      const accounts = new Set(declarations.flatMap(({ resource: { provider } }) => provider ?? []));
      const tokenOf = (account: Account) => (this.hasExchangedTokens ? otherThan(account) : account);
      const providers = new Map(
        [...accounts].map((account) => [account, register(explicitProvider(account, tokenOf(account)))]),
      );
      const registered = new Map<number, Promise<Registered>>();
      const registerOne = async ({ resource, args, options }: Declaration): Promise<Registered> => {
        const parent = resource.inComponent ? await group : undefined;
        const provider = resource.provider && (await providers.get(resource.provider));
        const target = resource.refersTo === undefined ? undefined : await registered.get(resource.refersTo);
        const referred = declarations.find((one) => one.resource.key === resource.refersTo)?.resource;
        const references =
          target && referred
            ? referencesOf(resource, { type: referred.type, outputs: outputsOf(referred, target) }, diskOf)
            : {};
        return register(
          declare(
            resource.type,
            resource.name,
            { ...args, ...references },
            {
              ...options,
              aliases: resource.formerUrns.map((urn) => ({ urn })),
              ...(parent ? { parent: parent.urn } : {}),
              ...(provider ? { provider: `${provider.urn}::${provider.id}` } : {}),
              ...(target
                ? {
                    propertyDependencies: Object.fromEntries(
                      Object.keys(references).map((name) => [name, [target.urn]]),
                    ),
                  }
                : {}),
            },
          ),
        );
      };
      for (const one of declarations) registered.set(one.resource.key, registerOne(one));
      await Promise.all(registered.values());
      return {};
    };
  }

  #add({ options, changes, refersTo, provider: drawn, ...wanted }: Declared, hasPlace = false): void {
    const { type } = wanted;
    // The program's payment methods refer to one of the first account.
    const provider = drawn === "second" && type === "PaymentMethod" ? "first" : drawn;
    const key = ++this.#lastKey;
    const { basicArguments, references } = chaosResources[type];
    const earlier = this.#resources.filter(
      (other) => references?.targets.includes(other.type) && accountOf(other) === accountOf({ provider }),
    );
    const target = refersTo === undefined ? undefined : earlier[refersTo % Math.max(earlier.length, 1)]?.key;
    const added: Resource = {
      ...{ key, type, ...(hasPlace ? placeOf(wanted) : this.#unusedPlace(wanted, key)) },
      ...{ options: new Set(options), args: basicArguments, refersTo: target, formerUrns: [], provider },
    };
    this.#resources = [...this.#resources, changes.reduce(withChange, added)];
  }

  #move(resource: Resource, to: Pick<Resource, "name" | "inComponent">): void {
    this.#leftPlaces.push(resource);
    this.#update(resource, (one) => ({
      ...one,
      ...to,
      formerUrns: [...one.formerUrns, urnOf(resource)],
    }));
  }

  /**
   * The place of the same type and account that a resource left last, if `mover` or a new resource may have it: no resource is there, and the
   * state no longer records one that has left it by a move. The programs of such users have no alias for it either.
   */
  #takeLeftPlace(
    { type, provider }: Pick<Declared, "type" | "provider">,
    recorded: ReadonlySet<string>,
    mover?: Resource,
  ): Pick<Resource, "name" | "inComponent"> | undefined {
    const place = this.#leftPlaces.findLast((one) => {
      const urn = urnOf(one);
      if (one.type !== type || accountOf(one) !== accountOf({ provider })) return false;
      if (this.#resources.some((other) => urnOf(other) === urn)) return false;
      if (!recorded.has(urn)) return true;
      if (mover) return mover.formerUrns.includes(urn);
      return !this.#resources.some(({ formerUrns }) => formerUrns.includes(urn));
    });
    if (!place) return undefined;
    const urn = urnOf(place);
    this.#resources = this.#resources.map((one) => ({
      ...one,
      formerUrns: one.formerUrns.filter((former) => former !== urn),
    }));
    return placeOf(place);
  }

  /** The wanted place, with another name if a resource of this history was there before. */
  #unusedPlace(wanted: Omit<Place, "provider">, key: number): Pick<Resource, "name" | "inComponent"> {
    let { name } = wanted;
    for (let times = 0; this.#usedUrns.has(urnOf({ ...wanted, name })); times++)
      name = `${wanted.name}-${key}${times || ""}`;
    this.#usedUrns.add(urnOf({ ...wanted, name }));
    return placeOf({ ...wanted, name });
  }

  #count(type: Resource["type"]): number {
    return this.#resources.filter((one) => one.type === type).length;
  }

  #find(urn: string): Resource | undefined {
    return this.#resources.find((one) => urnOf(one) === urn);
  }

  #update({ key }: Resource, change: (resource: Resource) => Resource): void {
    this.#resources = this.#resources.map((one) => (one.key === key ? change(one) : one));
  }

  /** The resource with arguments that go together. Null if the program cannot declare it. */
  #withValidArguments(resource: Resource, declared: readonly Resource[]): Resource | null {
    const earlier = declared.filter((one) => accountOf(one) === accountOf(resource));
    const target = earlier.find(({ key }) => key === resource.refersTo);
    const args = Object.fromEntries(
      Object.entries(resource.args).map(([name, value]) => [name, this.#written(value, resource.key)]),
    );
    const { references, withValidArguments } = chaosResources[resource.type];
    if (references?.isRequired && !target) return null;
    const referring = { ...resource, args, refersTo: target?.key };
    return withValidArguments ? withValidArguments(referring, target, earlier) : referring;
  }

  #written(value: PropertyValue, key: number): PropertyValue {
    return typeof value === "string"
      ? value.replace("BRAND", this.#brand).replace("KEY", String(key))
      : value;
  }
}

function placeOf({ name, inComponent }: Pick<Resource, "name" | "inComponent">) {
  return { name, inComponent };
}

function otherThan(account: Account): Account {
  return account === "first" ? "second" : "first";
}

const tokens = { first: wellKnownTokens.full, second: wellKnownTokens.secondAccount } as const;

/** The provider of an account, with the token of the same or of the other one. */
function explicitProvider(account: Account, tokenOf: Account): RegistrationArgs {
  const inputs = { "nodecloud:token": new Secret(tokens[tokenOf]) };
  return { type: providerType, name: account, inputs };
}

/** The arguments whose changes the program ignores. */
export function ignoredArguments({ type, options }: Resource): readonly string[] {
  return chaosResources[type].ignorable.filter((name) => options.has(ignoringOptions[name]));
}

/** The target with arguments that go together with those of the resources that refer to it. */
function asTargetOf(resources: readonly Resource[], target: Resource): Resource {
  return resources
    .filter(({ refersTo }) => refersTo === target.key)
    .reduce((valid, { type }) => chaosResources[type].references?.withValidTarget?.(valid) ?? valid, target);
}

/** The classes derive outputs that repeat the id from it: they are known in the preview of an update. */
function outputsOf(
  { type }: Resource,
  { id, outputs }: { readonly id: string; readonly outputs: PropertyMap },
): PropertyMap {
  if (id === "" || isUnresolvedId(id)) return outputs;
  if (type === "Instance") return { ...outputs, instanceId: Number(id) };
  return type === "Image" ? { ...outputs, imageId: id } : outputs;
}

/** The arguments that come from the outputs of another resource. */
function referencesOf({ type }: Resource, target: Target, diskOf: DiskOf): PropertyMap {
  return chaosResources[type].references?.argumentsFrom(target, diskOf) ?? {};
}

function optionsOf(resource: Resource): Declaration["options"] {
  const { options } = resource;
  const ignoreChanges = ignoredArguments(resource);
  return {
    ...(options.has("protect") ? { protect: true } : {}),
    ...(options.has("retainOnDelete") ? { retainOnDelete: true } : {}),
    ...(ignoreChanges.length > 0 ? { ignoreChanges } : {}),
  };
}

function withChange(resource: Resource, number: number): Resource {
  const changes = chaosResources[resource.type].argumentChanges;
  return { ...resource, args: { ...resource.args, ...changes[number % changes.length] } };
}

function withoutNulls(args: Arguments): PropertyMap {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

function toggled(options: ReadonlySet<Option>, option: Option): ReadonlySet<Option> {
  const next = new Set(options);
  if (!next.delete(option)) next.add(option);
  return next;
}

function asId(id: string): PropertyValue {
  return /^\d+$/.test(id) ? Number(id) : id;
}
