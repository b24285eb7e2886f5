import { nameInUrn, stackType } from "../../state";
import type { Alias } from "./program-port";
import { makeUrn, typeChainOf, typeOf } from "./urn";

/** The parts of a resource that its former URNs are derived from. */
export interface FormerIdentity {
  readonly type: string;
  readonly name: string;
  /** Empty if there is none. */
  readonly parent: string;
}

/**
 * The URNs that resources may have had before. A resource that was found under an alias gives its children aliases of
 * their own, at any depth.
 */
export class FormerUrns {
  readonly #stack: string;
  readonly #project: string;
  readonly #formerByUrn = new Map<string, string>();

  constructor(stack: string, project: string) {
    this.#stack = stack;
    this.#project = project;
  }

  /** Records that a resource was found in the state under this alias. */
  found(urn: string, alias: string): void {
    this.#formerByUrn.set(urn, alias);
  }

  /**
   * The candidates in the order in which to try them: the aliases as written, the URNs under the parent's former URN, and both combined.
   */
  of(resource: FormerIdentity, aliases: readonly Alias[]): readonly string[] {
    const written = aliases.map((alias) => this.#urnOf(resource, alias));
    const formerParent = this.#formerByUrn.get(resource.parent);
    if (formerParent === undefined) return written;
    const inherited = [resource, ...written.map((urn) => ({ type: typeOf(urn), name: nameInUrn(urn) }))].map(
      ({ type, name }) => this.#underFormerParent(formerParent, nameInUrn(resource.parent), type, name),
    );
    return [...written, ...inherited];
  }

  #urnOf(resource: FormerIdentity, alias: Alias): string {
    if ("urn" in alias) return alias.urn;
    const { name, type, stack, project, noParent } = alias;
    const namedParent = alias.parent || resource.parent;
    const parent = alias.parent === "" ? namedParent : (this.#formerByUrn.get(namedParent) ?? namedParent);
    return makeUrn(
      stack || this.#stack,
      project || this.#project,
      noParent || typeOf(parent) === stackType ? "" : parent,
      type || resource.type,
      name || resource.name,
    );
  }

  /** A child named after its parent, such as `web-disk` of `web`, was named after the parent's former name. */
  #underFormerParent(formerParent: string, parentName: string, type: string, name: string): string {
    const formerName = name.startsWith(parentName)
      ? `${nameInUrn(formerParent)}${name.slice(parentName.length)}`
      : name;
    const parent = typeChainOf(formerParent) === stackType ? "" : formerParent;
    return makeUrn(this.#stack, this.#project, parent, type, formerName);
  }
}
