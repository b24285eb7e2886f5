import type { Clock } from "../../clock";
import type { InspectedObject } from "../../lifecycle";
import type { ProgramNames } from "../../program-text";
import type { ResourceClass } from "../../resources/resource-class";
import { adoptActions, recoverActions, transitionActions } from "../actions";
import { managedObjects, managedSchedules, type RecordedStack } from "../recorded-stack";
import type { Finding, Problem, TypeCoverage } from "../types.generated";
import type { AccountReader } from "./account-reader";
import type { Connection } from "./connections";
import { coverageOf } from "./coverage";
import { compareStrings, newFinding, ofAccount } from "./finding";
import type { ObjectName } from "./object-name";
import { describeOpenCreate, mayHaveCreated, type OpenCreate } from "./open-creates";
import { type ProviderPart, subjectOf } from "./provider-parts";
import { sharedObjectWarnings } from "./shared-objects";
import type { ScannedResource } from "./stack-identity";
import { StackScan } from "./stack-scan";
import { waitUntilStable } from "./wait-until-stable";

export interface AccountScanOptions {
  readonly types: readonly ResourceClass[];
  readonly allFields: boolean;
  /** Whether to report objects that no scanned stack records. */
  readonly unmanaged: boolean;
  readonly clock: Clock;
  readonly interrupt: AbortSignal | undefined;
}

/** Above this number, unmanaged objects are reported without viewing each: a few just-deleted ones hardly change a drift report. */
const maxConfirmed = 25;

/** The objects to read again: single ones, and all of some types. */
export interface ReadRequest {
  readonly objects: readonly ObjectName[];
  readonly types: readonly ResourceClass[];
}

/** An object that changes on its own, has drift that may be temporary, or could not be read. */
export interface UnsettledObject extends ObjectName {
  readonly state: "changing" | "transient" | "failed";
}

/** The result of the scan of one account and its stacks. */
export interface AccountResult {
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
  readonly clean: readonly { readonly stack: RecordedStack; readonly scanned: ScannedResource }[];
  readonly coverage: readonly TypeCoverage[];
}

/** Compares the stacks of one account with its contents. */
export class AccountScan {
  readonly reader: AccountReader;
  readonly stacks: readonly StackScan[];
  readonly #options: AccountScanOptions;
  /** All stacks that may manage objects of the account. */
  readonly allStacks: readonly RecordedStack[];
  /** The objects that these stacks manage, as `type id`. */
  readonly managed: ReadonlySet<string>;
  /** Objects that other stacks manage, or stacks of the account through a resource of another class. */
  readonly #managedElsewhere: ReadonlySet<string>;
  #hasUnconfirmed = false;

  constructor({ reader, stacks, otherStacks }: Connection, options: AccountScanOptions) {
    this.reader = reader;
    this.stacks = stacks.map((stack) => new StackScan(stack, reader, options.types));
    this.#options = options;
    this.allStacks = [...stacks, ...otherStacks];
    this.managed = managedObjects(this.allStacks);
    this.#managedElsewhere = new Set([...managedObjects(otherStacks), ...managedSchedules(stacks)]);
  }

  /** The `euuid`; null if the token cannot read it. */
  get account(): string | null {
    const { account } = this.reader;
    return account?.isKnown ? account.euuid : null;
  }

  /** Distinguishes it from other accounts, in this scan and in later ones. */
  get key(): string {
    const names = this.stacks.map(({ stack }) => subjectOf(stack));
    return JSON.stringify([this.reader.address, this.account ?? names]);
  }

  /** The resources of a stack that have the default provider. Undefined if only explicit providers use the account. */
  get defaultPart(): ProviderPart | undefined {
    return this.stacks.find(({ stack }) => stack.providerName === undefined)?.stack;
  }

  get warnings(): readonly string[] {
    return sharedObjectWarnings(this.stacks.map(({ stack }) => stack));
  }

  /** Opens the secrets that comparisons need. Call it once, before anything is read. */
  async open(): Promise<void> {
    for (const stack of this.stacks) await stack.open();
  }

  /** Reads everything again. */
  async readAll(): Promise<void> {
    const { types } = this.#options;
    await this.reader.list(types);
    await Promise.all(this.stacks.map((stack) => stack.completeLists(types)));
    await this.#waitUntilStable();
    await this.#confirmAbsent();
    await this.#confirmUnmanaged(types);
  }

  /** Reads some objects again, without waiting for those that change on their own. */
  async readAgain({ objects, types }: ReadRequest): Promise<void> {
    const listed = this.#options.types.filter((type) => types.includes(type));
    const single = objects.filter(({ type }) => this.#options.types.includes(type) && !listed.includes(type));
    await this.reader.list(listed);
    await Promise.all([
      ...this.stacks.map((stack) => stack.completeLists(listed)),
      ...single.map((object) => this.#viewAgain(object)),
    ]);
    await this.#confirmAbsent();
    await this.#confirmUnmanaged(listed);
  }

  /** The recorded objects that must be read again before anything can be concluded from them. */
  unsettled(): readonly UnsettledObject[] {
    return this.stacks.flatMap((stack) =>
      stack.resources.flatMap((scanned) => {
        const { type, id } = scanned;
        const state = stack.hasFailed(scanned) ? "failed" : stack.stabilityOf(scanned);
        return state === "stable" ? [] : [{ type, id, state }];
      }),
    );
  }

  /** Whether something could not be read that another scan may read. */
  get hasReadFailures(): boolean {
    const failed = this.stacks.some((stack) => stack.resources.some((scanned) => stack.hasFailed(scanned)));
    return failed || this.reader.problems.length > 0;
  }

  /** Whether a read found too many unmanaged objects to view each, so that they are known from lists only, which lag behind. */
  get hasUnconfirmed(): boolean {
    return this.#hasUnconfirmed;
  }

  async #viewAgain(object: ObjectName): Promise<void> {
    const { type, id } = object;
    const own = this.stacks.flatMap((stack) =>
      stack.resources
        .filter((scanned) => scanned.type === type && scanned.id === id)
        .map((scanned) => ({ stack, scanned })),
    );
    if (own.length > 0) await Promise.all(own.map(({ stack, scanned }) => stack.view(scanned)));
    else if (this.#options.unmanaged) await this.reader.viewOther(object);
  }

  /**
   * @param openCreates The open creates of all scanned stacks. Objects that these requests created or may have created must not be
   * adopted.
   * @param names For the resources that take over unmanaged objects.
   */
  result(openCreates: readonly OpenCreate[], names: ProgramNames): AccountResult {
    const { allFields, types } = this.#options;
    const ownCreates = this.ownCreates(openCreates);
    const results = this.stacks.map((scan) => ({ scan, result: scan.result(allFields) }));
    return {
      findings: ofAccount(this.account, [
        ...results.flatMap(({ result }) => result.findings),
        ...this.#unmanaged(ownCreates, names),
      ]),
      problems: [...this.reader.problems, ...results.flatMap(({ result }) => result.problems)],
      clean: results.flatMap(({ scan, result }) =>
        result.clean.map((scanned) => ({ stack: scan.stack, scanned })),
      ),
      coverage: types.map((type) =>
        coverageOf(
          type,
          this.reader.objects(type),
          results.map(({ result }) => result),
          this.#managedElsewhere,
        ),
      ),
    };
  }

  /** The open creates that may have created objects of the account. */
  ownCreates(openCreates: readonly OpenCreate[]): readonly OpenCreate[] {
    return openCreates.filter(({ stack }) => this.allStacks.includes(stack));
  }

  /** Waits for objects of the stacks that change on their own, and for drift that may be temporary. */
  async #waitUntilStable(): Promise<void> {
    const { clock, interrupt } = this.#options;
    const all = this.stacks.flatMap((scan) => scan.resources.map((scanned) => ({ scan, scanned })));
    await waitUntilStable(
      all,
      ({ scan, scanned }) => scan.stabilityOf(scanned),
      ({ scan, scanned }) => scan.read(scanned),
      clock,
      interrupt,
    );
  }

  #unmanaged(openCreates: readonly OpenCreate[], names: ProgramNames): readonly Finding[] {
    return this.#options.types.flatMap((type) =>
      // New objects get unused names; existing names do not change.
      [...this.#unmanagedObjects(type)]
        .sort((a, b) => compareStrings(a.id, b.id))
        .map((object) => {
          const create = openCreates.find((one) => mayHaveCreated(one, type, object.id));
          return newFinding({
            ...{ kind: "unmanaged", type, id: object.id, label: object.label ?? null },
            ...(create === undefined
              ? this.#adoptionOf(type, object, names)
              : {
                  actions: recoverActions(create.stack),
                  message: `No scanned stack records this ${this.reader.inspector(type).kind}. ${describeOpenCreate(create)}. Resolve that create before you adopt the object.`,
                }),
          });
        }),
    );
  }

  /** A program cannot adopt every object that is still changing, and what such an object will be is not known yet. */
  #adoptionOf(
    type: ResourceClass,
    object: InspectedObject,
    names: ProgramNames,
  ): Pick<Finding, "actions" | "message"> {
    const inspector = this.reader.inspector(type);
    const unmanaged = `No scanned stack manages this ${inspector.kind}.${this.#providerAdvice}`;
    if (object.transition === undefined)
      return {
        actions: adoptActions(type, inspector, object, names, this.#providerNames[0]),
        message: unmanaged,
      };
    return {
      actions: this.stacks.slice(0, 1).flatMap(({ stack }) => transitionActions(stack)),
      message: `${unmanaged} It is ${object.transition}, so it cannot be adopted yet. Scan again later.`,
    };
  }

  /** The explicit providers of the account, with which its objects have to be adopted. None if the default provider uses it too. */
  get #providerNames(): readonly string[] {
    if (this.defaultPart !== undefined) return [];
    return [...new Set(this.stacks.flatMap(({ stack }) => stack.providerName ?? []))];
  }

  get #providerAdvice(): string {
    const names = this.#providerNames;
    if (names.length === 0) return "";
    return ` Its account is that of the provider ${names.join(" or ")}: adopt it with that provider.`;
  }

  /** Objects that no stack records. None are reported while the account may belong to someone else. */
  #unmanagedObjects(type: ResourceClass): readonly InspectedObject[] {
    if (!this.#options.unmanaged || !this.stacks.some(({ isAccountOurs }) => isAccountOurs)) return [];
    return [...(this.reader.objects(type)?.values() ?? [])].filter(
      ({ id, isManageable }) => isManageable && !this.managed.has(`${type} ${id}`),
    );
  }

  /** Objects that were not found may exist but not be visible to the token's user. */
  async #confirmAbsent(): Promise<void> {
    if (this.stacks.some(({ hasAbsent }) => hasAbsent)) await this.reader.readUser();
  }

  /** Lists lag behind, so an object that a run has just deleted may seem to be unmanaged. */
  async #confirmUnmanaged(types: readonly ResourceClass[]): Promise<void> {
    const objects = types.flatMap((type) => this.#unmanagedObjects(type).map(({ id }) => ({ type, id })));
    if (objects.length > maxConfirmed) {
      this.#hasUnconfirmed = true;
      return;
    }
    await this.#viewOthers(objects);
    await this.#viewOthers(this.#unlistedSchedules());
  }

  async #viewOthers(objects: readonly ObjectName[]): Promise<void> {
    await Promise.all(objects.map((object) => this.reader.viewOther(object)));
  }

  /** The backup schedules of unmanaged instances that a list showed as they were before their backup service was enabled. */
  #unlistedSchedules(): readonly ObjectName[] {
    const schedules = this.reader.objects("BackupSchedule");
    if (schedules === undefined) return [];
    return this.#unmanagedObjects("Instance")
      .filter(({ id, inputs }) => inputs.backupsEnabled === true && !schedules.get(id)?.isManageable)
      .map(({ id }) => ({ type: "BackupSchedule", id }));
  }
}
