import { stackType } from "../../state";
import type { Alias } from "./program-port";
import { makeUrn, nameOf, typeChainOf, typeOf } from "./urn";

/** What of a resource its former URNs are made from. */
export interface Named {
  readonly type: string;
  readonly name: string;
  /** Empty: none. */
  readonly parent: string;
}

/**
 * The URNs under which resources were found, and those that their children may have had because of it: at any depth,
 * since a child found that way is the parent of others.
 */
export class FormerUrns {
  readonly #stack: string;
  readonly #project: string;
  readonly #formerly = new Map<string, string>();

  constructor(stack: string, project: string) {
    this.#stack = stack;
    this.#project = project;
  }

  found(urn: string, alias: string): void {
    this.#formerly.set(urn, alias);
  }

  /** In the order in which they are looked for: as written, as the parent's former URN makes them, both together. */
  of(resource: Named, aliases: readonly Alias[]): readonly string[] {
    const written = aliases.map((alias) => this.#urnOf(resource, alias));
    const formerParent = this.#formerly.get(resource.parent);
    if (formerParent === undefined) return written;
    const inherited = [resource, ...written.map((urn) => ({ type: typeOf(urn), name: nameOf(urn) }))].map(
      ({ type, name }) => this.#underFormer(formerParent, nameOf(resource.parent), type, name),
    );
    return [...written, ...inherited];
  }

  #urnOf(resource: Named, alias: Alias): string {
    if ("urn" in alias) return alias.urn;
    const { name, type, stack, project, noParent } = alias;
    const named = alias.parent || resource.parent;
    const parent = alias.parent === "" ? named : (this.#formerly.get(named) ?? named);
    return makeUrn(
      stack || this.#stack,
      project || this.#project,
      noParent || typeOf(parent) === stackType ? "" : parent,
      type || resource.type,
      name || resource.name,
    );
  }

  /** A child named after its parent, such as `web-disk` of `web`, was named after its parent before, too. */
  #underFormer(formerParent: string, parentName: string, type: string, name: string): string {
    const formerName = name.startsWith(parentName)
      ? `${nameOf(formerParent)}${name.slice(parentName.length)}`
      : name;
    const parent = typeChainOf(formerParent) === stackType ? "" : formerParent;
    return makeUrn(this.#stack, this.#project, parent, type, formerName);
  }
}
