import { realClock } from "../clock";
import { resolveSettings, type Settings } from "../config";
import type { ScanOptions } from "../drift/drift-options";
import { fullName, type RecordedStack } from "../drift/recorded-stack";
import { openScan } from "../drift/scan/drift-scan";
import { compareStrings } from "../drift/scan/finding";
import { readStacks, type StackSource } from "../drift/stacks";
import type { Problem } from "../drift/types.generated";
import { UsageError } from "../drift/usage-error";
import { type InspectedObject, type Inspector, maxListLag } from "../lifecycle";
import { type ResourceClass, resourceClasses } from "../resources/resource-class";
import { omissionReasons, openCreateProblems } from "./omission-reasons";
import { waitForUnmanaged } from "./wait-for-unmanaged";

export interface SurveyOptions extends Omit<ScanOptions, "unmanaged" | "allFields"> {
  /** The stacks whose objects are excluded. Default: none. */
  readonly sources?: readonly StackSource[] | undefined;
  /** Settings of the connection that have priority over the environment and the configuration of the stacks. */
  readonly settings?: Partial<Settings> | undefined;
}

/** The objects of an account that no stack manages. */
export interface Survey {
  /** The address and the user with which the account was read. */
  readonly settings: Settings;
  /** The objects that a program can adopt. */
  readonly adoptable: readonly AdoptableObject[];
  /** The other objects that no stack manages, with the reason. */
  readonly omitted: readonly OmittedObject[];
  /** The stacks whose objects are excluded, as `project/stack`. */
  readonly stacks: readonly string[];
  /** How many objects they manage. */
  readonly managed: number;
  /** Other stacks of the same projects. Their objects count as unmanaged. */
  readonly otherStacks: readonly string[];
  /**
   * What could not be read or distinguished. If there are problems, the objects above may be incomplete, or some of them may belong to a
   * stack.
   */
  readonly problems: readonly Problem[];
}

export interface AdoptableObject {
  readonly type: ResourceClass;
  readonly inspector: Inspector;
  readonly object: InspectedObject;
}

export interface OmittedObject {
  readonly type: ResourceClass;
  /** Its name in messages: `image`. */
  readonly kind: string;
  readonly id: string;
  readonly label: string | undefined;
  /** As a sentence. */
  readonly reason: string;
  /** Whether it can be adopted later. */
  readonly isTemporary: boolean;
}

/**
 * Reads the objects of an account and finds out which of them stacks manage. Sends only reads.
 * @throws As `detectDrift`, and UsageError if the stacks use several accounts.
 */
export async function surveyAccount(options: SurveyOptions): Promise<Survey> {
  const { sources = [], clock = realClock, interrupt, types = resourceClasses } = options;
  const stacks = sources.length === 0 ? [noStack(options)] : await readStacks(sources, stackOptions(options));
  const scan = await openScan(stacks, { ...options, unmanaged: true });
  // A program adopts objects with the default provider, unless the stacks use explicit providers only.
  const ofDefault = scan.accounts.filter(({ defaultPart }) => defaultPart !== undefined);
  const [account, ...others] = ofDefault.length > 0 ? ofDefault : scan.accounts;
  const first = account?.defaultPart ?? account?.stacks[0]?.stack;
  if (account === undefined || first === undefined || others.length > 0) {
    throw new UsageError(
      `The stacks use ${others.length + 1} accounts, but a program can adopt the objects of only one. Nothing was written. Specify the stacks of one account.`,
    );
  }
  const start = clock.now();
  await scan.readAll();
  const { managed } = account;
  const isUnmanaged = (type: ResourceClass, { id, isManageable }: InspectedObject) =>
    isManageable && !managed.has(`${type} ${id}`);
  await waitForUnmanaged(account, types, isUnmanaged, clock, interrupt);
  if (account.hasUnconfirmed) {
    // A list that is requested a minute later shows every object as it was at the start, or later.
    options.onProgress?.("reading the lists again after a minute, because they may lag behind");
    await clock.sleep(start + maxListLag - clock.now(), interrupt);
    await account.readAgain({ objects: [], types });
  }

  const { findings, problems, coverage } = scan.report();
  const openCreates = scan.openCreates();
  const ownFindings = findings.filter((finding) => finding.account === account.account);
  const ownCreates = account.ownCreates(openCreates);
  const reasonOf = omissionReasons(account.allStacks, ownFindings, ownCreates);
  const adoptable: AdoptableObject[] = [];
  const omitted: OmittedObject[] = [];
  for (const type of types) {
    const inspector = account.reader.inspector(type);
    const objects = [...(account.reader.objects(type)?.values() ?? [])];
    for (const object of objects.sort((a, b) => compareStrings(a.id, b.id))) {
      const { id, label, transition, unmanageableReason } = object;
      const omit = (reason: string, isTemporary = false) =>
        omitted.push({ type, kind: inspector.kind, id, label, reason, isTemporary });
      const stackReason = reasonOf(type, id);
      if (unmanageableReason !== undefined) omit(unmanageableReason);
      else if (stackReason !== undefined && object.isManageable) omit(stackReason);
      else if (!isUnmanaged(type, object)) continue;
      else if (transition !== undefined) omit(`It is ${transition}.`, true);
      else adoptable.push({ type, inspector, object });
    }
  }
  return {
    ...{ settings: first.settings, adoptable, omitted },
    stacks: sources.length === 0 ? [] : stacks.map(fullName),
    managed: coverage.types.reduce((sum, { managed }) => sum + managed, 0),
    otherStacks: await otherStacksOf(stacks),
    // Without stacks, the identity of the account does not matter.
    problems: [
      ...problems.filter(({ type, stack }) => sources.length > 0 || type !== null || stack !== null),
      ...openCreateProblems(ownCreates, types),
    ],
  };
}

/** An account without stacks is scanned like that of a stack without resources. */
function noStack(options: SurveyOptions): RecordedStack {
  const settings = resolveSettings({ argument: options.settings, env: options.env });
  return {
    ...{ project: "", stack: "", selector: "", source: "", folder: undefined, backend: undefined, settings },
    ...{ isFoundByCli: true, organization: undefined, resources: [], pendingOperations: [], isInFile: true },
    findUpdate: async () => undefined,
    listSiblings: async () => [],
  };
}

async function otherStacksOf(stacks: readonly RecordedStack[]): Promise<readonly string[]> {
  const siblings = await Promise.all(
    stacks.map(async ({ project, listSiblings }) =>
      (await listSiblings()).map((stack) => fullName({ project, stack })),
    ),
  );
  const named = new Set(stacks.map(fullName));
  return [...new Set(siblings.flat())].filter((name) => !named.has(name)).sort();
}

function stackOptions({ env = process.env, settings, interrupt }: SurveyOptions) {
  return { env, settings, signal: interrupt };
}
