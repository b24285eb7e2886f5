import { providerUrn, stackType } from "../../state";
import { type FormerIdentity, FormerUrns } from "./aliases";
import type { DefaultProviders } from "./default-provider";
import { EngineError } from "./engine-error";
import { EngineStopping } from "./engine-stopping";
import type { Alias, Registration } from "./program-port";
import type { Run } from "./run";
import type { Entry } from "./stack-state";
import { unsupportedType } from "./supported-types";
import { makeUrn, stackUrn, typeOf } from "./urn";

/** The options that a child inherits from its parent. */
interface InheritedOptions {
  readonly protect: boolean;
  readonly retainOnDelete: boolean;
  readonly deletedWith: string;
}

/** The entry that a resource had in the state before this run, and the alias under which it was found (empty: none). */
export interface OldEntry {
  readonly entry: Entry;
  readonly alias: string;
}

/** The URNs that the program has registered in a run, and their previous entries in the state. */
export class UrnRegistry {
  readonly #run: Run;
  readonly #providers: DefaultProviders;
  readonly #oldEntries: ReadonlyMap<string, Entry>;
  readonly #options = new Map<string, InheritedOptions>();
  /** Maps each used alias to the URN that uses it. */
  readonly #aliasOwners = new Map<string, string>();
  readonly #formerUrns: FormerUrns;
  readonly #carriedOver = new Map<string, Entry>();

  constructor(run: Run, providers: DefaultProviders) {
    this.#run = run;
    this.#providers = providers;
    this.#formerUrns = new FormerUrns(run.options.stack, run.options.project);
    this.#oldEntries = new Map(
      run.stackState.base
        .filter((entry) => !entry.state.delete && !run.stackState.isRemoved(entry))
        .map((entry) => [entry.state.urn, entry]),
    );
  }

  /** Whether the program has registered this URN in this run, directly or as an alias. */
  isRegistered(urn: string): boolean {
    return this.#options.has(urn) || this.#aliasOwners.has(urn);
  }

  /** The URNs for which `isRegistered` is true. */
  get registeredUrns(): readonly string[] {
    return [...this.#options.keys(), ...this.#aliasOwners.keys()];
  }

  /** Whether the program has registered anything but the stack itself. */
  get hasResources(): boolean {
    return [...this.#options.keys()].some((urn) => typeOf(urn) !== stackType);
  }

  urnOf({ type, name, parent }: Pick<Registration, "type" | "name" | "parent">): string {
    const { stack, project } = this.#run.options;
    return makeUrn(stack, project, this.parentOf({ type, parent }), type, name);
  }

  /** Registers the URN and returns it. A duplicate, a missing parent or an unsupported type fails the run. */
  register(registration: Pick<Registration, "type" | "name" | "parent"> & Partial<Registration>): string {
    const { type, name } = registration;
    const parent = this.parentOf(registration);
    const urn = this.urnOf(registration);
    const parentOptions = this.#options.get(parent);
    const problem =
      unsupportedType(type) ??
      (parent !== "" && !parentOptions ? `its parent ${parent} is not registered` : undefined) ??
      (this.#options.has(urn)
        ? "the program declares this type and name twice under one parent"
        : undefined) ??
      (this.#aliasOwners.has(urn)
        ? `${this.#aliasOwners.get(urn)} already uses this URN as an alias`
        : undefined);
    if (problem) {
      this.#run.message("error", `${type} "${name}" cannot be registered: ${problem}.`, urn);
      this.#run.fail();
      throw new EngineStopping();
    }
    const { stack, project } = this.#run.options;
    const inherited = parent === stackUrn(stack, project) ? undefined : parentOptions;
    this.#options.set(urn, {
      protect: registration.protect ?? inherited?.protect ?? false,
      retainOnDelete: registration.retainOnDelete ?? inherited?.retainOnDelete ?? false,
      deletedWith: registration.deletedWith || (inherited?.deletedWith ?? ""),
    });
    return urn;
  }

  /** The options of a registered URN, with those of its parent. */
  optionsOf(urn: string): InheritedOptions {
    return this.#options.get(urn) ?? { protect: false, retainOnDelete: false, deletedWith: "" };
  }

  /** The reference to a resource's provider: an explicit one that this run has registered, or the default one. */
  async providerOf(explicit: string): Promise<string> {
    if (explicit === "") return this.#providers.reference("pulumi-nodejs");
    const urn = providerUrn(explicit);
    if (!this.#options.has(urn)) throw new EngineError(`Its provider ${urn} is not registered.`);
    return explicit;
  }

  parentOf({ type, parent }: Pick<Registration, "type" | "parent">): string {
    const root = stackUrn(this.#run.options.stack, this.#run.options.project);
    if (parent !== "" || type === stackType) return parent;
    return this.#options.has(root) ? root : "";
  }

  /** The entry of this URN in the state before this run, whichever resource has used it since. */
  baseEntry(urn: string): Entry | undefined {
    return this.#oldEntries.get(urn);
  }

  /** Finds the entry that a registration had before: by its own URN first, then by its aliases. */
  findOldByAliases(urn: string, identity: FormerIdentity, aliases: readonly Alias[]): OldEntry | undefined {
    const old = this.findOld(urn, this.#formerUrns.of(identity, aliases));
    if (old?.alias) this.#formerUrns.found(urn, old.alias);
    return old;
  }

  findOld(urn: string, aliases: readonly string[]): OldEntry | undefined {
    const carriedOver = this.#carriedOver.get(urn);
    if (carriedOver) return { entry: carriedOver, alias: "" };
    const own = this.#oldEntries.get(urn);
    if (own && !this.#run.stackState.isRemoved(own)) return { entry: own, alias: "" };
    for (const alias of aliases) {
      const entry = this.#carriedOver.get(alias) ?? this.#oldEntries.get(alias);
      if (!entry || alias === urn) continue;
      const owner = this.#aliasOwners.get(alias) ?? (this.#options.has(alias) ? alias : undefined);
      if (owner) {
        throw new EngineError(
          `The alias ${alias} belongs to ${owner}, which this program registers too. Remove the alias or the other resource.`,
        );
      }
      return { entry, alias };
    }
    return undefined;
  }

  /** Makes the alias's entry the resource's own: every reference to the alias is written with the URN. */
  useAlias(alias: string, urn: string): void {
    this.#aliasOwners.set(alias, urn);
    this.#run.stackState.renameUrn(alias, urn);
  }

  /** An excluded resource keeps its previous URN, and its children are registered under that one. */
  keepFormerUrn(former: string, urn: string): void {
    this.#options.set(former, this.optionsOf(urn));
  }

  /** The URN that is now used in place of this one: a different one if this one was used as an alias. */
  currentUrn(urn: string): string {
    return this.#aliasOwners.get(urn) ?? urn;
  }

  /** The unchanged copy of an entry that this run excludes, if it already exists. */
  carriedOver(urn: string): Entry | undefined {
    return this.#carriedOver.get(urn);
  }

  setCarriedOver(urn: string, entry: Entry): void {
    this.#carriedOver.set(urn, entry);
  }

  get hasCarriedOver(): boolean {
    return this.#carriedOver.size > 0;
  }
}
