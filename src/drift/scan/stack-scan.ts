import {
  compareIdentity,
  type Identity,
  type InspectedObject,
  type ObjectDrift,
  readIdentity,
} from "../../lifecycle";
import { isResourceClass, type ResourceClass } from "../../resources/resource-class";
import { messageOf } from "../../unknown";
import { fullName } from "../recorded-stack";
import type { Finding, Problem } from "../types.generated";
import { type AccountReader, rethrowInterrupt } from "./account-reader";
import { changedFindings, informationalFindings } from "./compare-resource";
import { deletedFinding, notOursFinding, transitioningFinding } from "./existence";
import { openInputs, publicProperties } from "./open-inputs";
import { type ProviderPart, subjectOf } from "./provider-parts";
import { accountProblem, explainUncertainAbsence, refusalOf, type ScannedResource } from "./stack-identity";
import { pendingFindings, unfinishedFindings } from "./unfinished";
import type { Stability } from "./wait-until-stable";

/** The result of the scan of one stack. */
export interface StackResult {
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
  /** Resources whose objects exist, belong to them and have no finding. */
  readonly clean: readonly ScannedResource[];
  /** Resources whose objects exist and belong to them. */
  readonly existing: readonly ScannedResource[];
}

/** Compares the resources of one stack with the contents of its account. */
export class StackScan {
  readonly stack: ProviderPart;
  readonly #reader: AccountReader;
  readonly #types: ReadonlySet<ResourceClass>;
  readonly #resources: ScannedResource[] = [];
  /** The identities of the recorded objects of all types, scanned or not. */
  readonly #identities: Identity[] = [];
  #hasPendingReplacement = false;
  readonly #openFailures: Problem[] = [];
  readonly #readFailures = new Map<ScannedResource, Problem>();

  constructor(stack: ProviderPart, reader: AccountReader, types: readonly ResourceClass[]) {
    this.stack = stack;
    this.#reader = reader;
    this.#types = new Set(types);
  }

  /** The resources of the scanned types that manage an object, whether or not it exists. */
  get resources(): readonly ScannedResource[] {
    return this.#resources;
  }

  /** Opens the secrets that comparisons need. Call it once, before anything else. */
  async open(): Promise<void> {
    for (const resource of this.stack.resources) {
      const { type, id, isPendingDeletion, isPendingReplacement, isExternal, outputs } = resource;
      if (!isResourceClass(type)) {
        this.#openFailures.push(
          this.#problem(
            `${type} ${resource.name}`,
            null,
            "This version does not support its type. Update pulumi-nodecloud.",
          ),
        );
        continue;
      }
      if (isPendingDeletion || isExternal || !id || outputs.unresolved) continue;
      const visible = publicProperties(outputs);
      const identity = readIdentity(visible);
      this.#identities.push(identity);
      // `unfinishedFindings` reports the object of an interrupted replacement, which was usually deleted.
      if (isPendingReplacement) this.#hasPendingReplacement = true;
      if (isPendingReplacement || !this.#types.has(type)) continue;
      const opened = await openInputs(resource.inputs, this.#reader.inspector(type).comparedArguments);
      for (const { argument, why } of opened.failures) {
        this.#openFailures.push(
          this.#problem(`${type} ${resource.name}`, type, `Its secret ${argument} was not compared: ${why}`),
        );
      }
      this.#resources.push({ type, id, resource, opened, outputs: visible, identity });
    }
  }

  /**
   * Completes the lists with requests for single objects: for fields that a comparison needs, for objects that a list does not
   * contain, and for those that differ from their declaration, because lists may lag behind.
   */
  async completeLists(types: readonly ResourceClass[]): Promise<void> {
    if (refusalOf(this.#reader, this.#identities) !== undefined) return;
    await Promise.all(
      this.#resources.map(async (scanned) => {
        if (!types.includes(scanned.type)) return;
        this.#readFailures.delete(scanned);
        const objects = this.#reader.objects(scanned.type);
        if (objects === undefined) return;
        const listed = objects.get(scanned.id);
        if (listed === undefined || listed.needsRead(scanned.opened.inputs)) await this.read(scanned);
        if (listed !== undefined && this.#isUnexpected(scanned)) await this.view(scanned);
      }),
    );
  }

  /** Reads one object again, perhaps in a list. A failure is a problem of the report. */
  read(scanned: ScannedResource): Promise<void> {
    return this.#recordFailure(scanned, this.#reader.read(scanned, scanned.opened.inputs));
  }

  /** Reads one object as it is now. A failure is a problem of the report. */
  view(scanned: ScannedResource): Promise<void> {
    return this.#recordFailure(scanned, this.#reader.view(scanned, scanned.opened.inputs));
  }

  async #recordFailure(scanned: ScannedResource, read: Promise<unknown>): Promise<void> {
    const { type, id } = scanned;
    this.#readFailures.delete(scanned);
    try {
      await read;
    } catch (error) {
      rethrowInterrupt(error);
      const subject = `${this.#reader.inspector(type).kind} ${id}`;
      this.#readFailures.set(scanned, this.#problem(subject, type, messageOf(error)));
    }
  }

  /** Whether the object could not be read when it was last tried. */
  hasFailed(scanned: ScannedResource): boolean {
    return this.#readFailures.has(scanned);
  }

  stabilityOf(scanned: ScannedResource): Stability {
    const object = this.#object(scanned);
    if (object === undefined || this.#isOther(scanned, object)) return "stable";
    if (object.transition !== undefined) return "changing";
    return this.#driftsOf(scanned, object).some(({ mayBeTransient }) => mayBeTransient)
      ? "transient"
      : "stable";
  }

  result(allFields: boolean): StackResult {
    const { stack } = this;
    const findings: Finding[] = [...pendingFindings(stack)];
    for (const resource of stack.resources) {
      const { type, isExternal } = resource;
      if (isExternal || !isResourceClass(type)) continue;
      findings.push(...unfinishedFindings(stack, resource, this.#reader.inspector(type)));
    }
    const problems = [...this.#openFailures, ...this.#readFailures.values()];
    const refusal = refusalOf(this.#reader, this.#identities);
    if (refusal !== undefined) {
      return { findings, problems: [...problems, this.#stackProblem(refusal)], clean: [], existing: [] };
    }
    const withFinding = new Set(findings.map(({ urn }) => urn));
    const clean: ScannedResource[] = [];
    const existing: ScannedResource[] = [];
    const absent: ScannedResource[] = [];
    let hasForeignObjects = false;
    for (const scanned of this.#resources) {
      if (this.#reader.objects(scanned.type) === undefined || this.#readFailures.has(scanned)) continue;
      const object = this.#object(scanned);
      if (object === undefined) absent.push(scanned);
      else if (this.#isOther(scanned, object)) {
        hasForeignObjects = true;
        findings.push(notOursFinding(stack, scanned, object, this.#reader.inspector(scanned.type)));
      } else {
        existing.push(scanned);
        const rows = withoutSecretLabel(scanned, this.#rowsOf(scanned, object, allFields));
        findings.push(...rows);
        if (rows.length === 0 && !withFinding.has(scanned.resource.urn)) clean.push(scanned);
      }
    }
    const doubt =
      absent.length === 0
        ? undefined
        : explainUncertainAbsence(this.#reader, this.#identities, this.#resources, hasForeignObjects);
    if (doubt === undefined) {
      findings.push(
        ...absent.map(({ resource, type }) => deletedFinding(stack, resource, this.#reader.inspector(type))),
      );
    } else problems.push(this.#stackProblem(`${absent.length} of its objects were not found. ${doubt}`));
    return { findings, problems, clean, existing };
  }

  /** Whether an object was not found. */
  get hasAbsent(): boolean {
    return this.#resources.some(
      (scanned) => this.#reader.objects(scanned.type) !== undefined && this.#object(scanned) === undefined,
    );
  }

  /** Whether the account is known to be the stack's, so that its objects that no stack records are unmanaged. */
  get isAccountOurs(): boolean {
    if (refusalOf(this.#reader, this.#identities) !== undefined) return false;
    return (
      (this.#resources.length === 0 && !this.#hasPendingReplacement) ||
      accountProblem(this.#reader, this.#identities, this.#resources) === undefined
    );
  }

  #object({ type, id }: ScannedResource): InspectedObject | undefined {
    return this.#reader.objects(type)?.get(id);
  }

  #isUnexpected(scanned: ScannedResource): boolean {
    const object = this.#object(scanned);
    if (object === undefined || object.transition !== undefined || this.hasFailed(scanned)) return false;
    return this.#isOther(scanned, object) || this.#driftsOf(scanned, object).length > 0;
  }

  #isOther({ identity }: ScannedResource, object: InspectedObject): boolean {
    return compareIdentity(identity, object.identity) === "other";
  }

  #driftsOf({ opened, outputs }: ScannedResource, object: InspectedObject): readonly ObjectDrift[] {
    return object.compare(opened.inputs, outputs);
  }

  #rowsOf(scanned: ScannedResource, object: InspectedObject, allFields: boolean): readonly Finding[] {
    const { stack } = this;
    const { resource, opened, type } = scanned;
    if (object.transition !== undefined)
      return [transitioningFinding(stack, resource, object, object.transition)];
    const inspector = this.#reader.inspector(type);
    const drifts = this.#driftsOf(scanned, object);
    const rows = changedFindings(stack, resource, object, inspector, drifts, opened.secretArguments);
    if (!allFields) return rows;
    const shown = new Set([
      ...drifts.map(({ field }) => field),
      ...inspector.managedArguments(opened.inputs),
    ]);
    return [...rows, ...informationalFindings(stack, resource, object, inspector, opened, shown)];
  }

  #problem(subject: string, type: string | null, message: string): Problem {
    return { subject, stack: fullName(this.stack), type, message };
  }

  #stackProblem(message: string): Problem {
    return this.#problem(subjectOf(this.stack), null, message);
  }
}

/** A program may declare its label as a secret. The service returns it in plain text. */
function withoutSecretLabel({ opened }: ScannedResource, rows: readonly Finding[]): readonly Finding[] {
  return opened.secretArguments.has("label") ? rows.map((row) => ({ ...row, label: null })) : rows;
}
