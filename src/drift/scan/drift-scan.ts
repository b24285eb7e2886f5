import { axiosTransport } from "../../client";
import { type Clock, realClock } from "../../clock";
import { groupBy } from "../../group-by";
import { type Intent, isSentTo, unfinishedIntents, urnOf } from "../../lifecycle";
import { intentsFolder } from "../../plugin/folders";
import { unreadableRecords } from "../../plugin/recorded-creates";
import { resourceClasses } from "../../resources/resource-class";
import { nameInUrn } from "../../state";
import { unusedNames, withIgnoreRule } from "../actions";
import type { ScanOptions } from "../drift-options";
import { fullName, type RecordedStack, type StackUpdate } from "../recorded-stack";
import { reportVersion } from "../report";
import type { DriftReport, Finding, Problem } from "../types.generated";
import { verdictOf } from "../verdict";
import { AccountScan } from "./account-scan";
import { connect } from "./connections";
import { sumCoverage } from "./coverage";
import { compareStrings, ofAccount, sortFindings } from "./finding";
import { type OpenCreate, openCreatesOf } from "./open-creates";
import { partsOf, type StackParts, subjectOf } from "./provider-parts";
import { intentFindings, pendingFindings } from "./unfinished";

/** Connects to the accounts of the stacks and opens the secrets that comparisons need. */
export async function openScan(
  stacks: readonly RecordedStack[],
  options: ScanOptions = {},
): Promise<DriftScan> {
  const { clock = realClock, types = resourceClasses, allFields = false, unmanaged = true } = options;
  const { interrupt, transport = axiosTransport(), onProgress = () => undefined } = options;
  const all = stacks.map((stack) => ({ stack, ...partsOf(stack) }));
  const unusable = all.flatMap((one) => one.unusable);
  const connections = await connect(
    all.flatMap(({ parts }) => parts),
    { transport, clock, interrupt, onProgress },
    unusable.map(({ part }) => part),
  );
  const accounts = connections.map(
    (connection) => new AccountScan(connection, { types, allFields, unmanaged, clock, interrupt }),
  );
  for (const account of accounts) await account.open();
  return new DriftScan(stacks, accounts, unusable, options);
}

/** Compares stacks with their accounts. Sends only reads, and writes nothing anywhere. */
export class DriftScan {
  readonly stacks: readonly RecordedStack[];
  readonly accounts: readonly AccountScan[];
  readonly #unusable: StackParts["unusable"];
  readonly #options: ScanOptions;
  readonly #clock: Clock;
  readonly #updates = new Map<RecordedStack, StackUpdate>();

  constructor(
    stacks: readonly RecordedStack[],
    accounts: readonly AccountScan[],
    unusable: StackParts["unusable"],
    options: ScanOptions,
  ) {
    this.stacks = stacks;
    this.accounts = accounts;
    this.#unusable = unusable;
    this.#options = options;
    this.#clock = options.clock ?? realClock;
  }

  /** Reads everything again, and then whether a stack was updated in the meantime. */
  async readAll(): Promise<void> {
    await Promise.all(this.accounts.map((account) => account.readAll()));
    await this.findUpdates();
  }

  /**
   * Reads whether stacks have been updated since they were read.
   * @param stacks Default: all.
   */
  async findUpdates(stacks: readonly RecordedStack[] = this.stacks): Promise<void> {
    await Promise.all(
      stacks.map(async (stack) => {
        const update = await stack.findUpdate();
        if (update === undefined) this.#updates.delete(stack);
        else this.#updates.set(stack, update);
      }),
    );
  }

  /** The updates that `findUpdates` last found, by stack. */
  get updates(): ReadonlyMap<RecordedStack, StackUpdate> {
    return this.#updates;
  }

  /** The result of the last reads. */
  report(): DriftReport {
    const recorded = this.#intentFindings();
    const openCreates = openCreatesIn(recorded);
    const names = unusedNames([
      ...this.stacks.flatMap(({ resources }) => resources),
      ...openCreates.map(({ type, urn }) => ({ type, name: nameInUrn(urn) })),
    ]);
    const results = this.accounts.map((account) => account.result(openCreates, names));
    const ofIntents = recorded.flatMap(({ findings }) => findings);
    const ofStates = [
      ...results.flatMap((result) => result.findings),
      ...this.#unusable.flatMap(({ part }) => pendingFindings(part)),
    ];
    const findings = sortFindings([
      ...ofStates.filter((finding) => !isRepeated(finding, ofIntents)),
      ...ofIntents,
    ]).map(withIgnoreRule);
    const problems = sortProblems([
      ...results.flatMap((result) => result.problems),
      ...this.#updateProblems(),
      ...this.#recordProblems(),
      ...this.#unusable.map(unusableProblem),
    ]);
    const types = sumCoverage(results.flatMap(({ coverage }) => coverage));
    return {
      ...{ version: reportVersion, time: new Date(this.#clock.now()).toISOString() },
      ...verdictOf(findings, problems),
      ...{ problems, warnings: this.accounts.flatMap(({ warnings }) => warnings) },
      stacks: this.#scannedStacks(),
      coverage: {
        typesScanned: types.filter(({ isScanned }) => isScanned).length,
        typesKnown: resourceClasses.length,
        types,
      },
      ...{ findings, ignored: [] },
      clean: results
        .flatMap(({ clean }) => clean)
        .map(({ stack, scanned: { type, id, resource } }) => {
          const { label } = resource.outputs;
          const text = typeof label === "string" ? label : null;
          return { type, id, label: text, stack: fullName(stack), urn: resource.urn };
        })
        .sort(
          (a, b) =>
            compareStrings(a.stack, b.stack) || compareStrings(a.type, b.type) || compareStrings(a.id, b.id),
        ),
    };
  }

  /** The creates that runs of the stacks left open. */
  openCreates(): readonly OpenCreate[] {
    return openCreatesIn(this.#intentFindings());
  }

  #updateProblems(): readonly Problem[] {
    return [...this.#updates].map(([stack, { message }]) => {
      const name = fullName(stack);
      return { subject: `stack ${name}`, stack: name, type: null, message };
    });
  }

  /** A record that cannot be read may be that of any create. Those of exports are not known, because their backends are not. */
  #recordProblems(): readonly Problem[] {
    if (this.stacks.every(({ backend }) => backend === undefined)) return [];
    return unreadableRecords(this.#options.env).map(({ path, reason }) => ({
      ...{ subject: `records of creates in ${path}`, stack: null, type: null },
      message: `They cannot be read (${reason}), so an object that a killed run created may have no finding. Make the path readable, or delete the file if no run was killed, or if you have found every object that such a run created.`,
    }));
  }

  #scannedStacks(): DriftReport["stacks"] {
    const parts = [
      ...this.accounts.flatMap(({ account, stacks }) => stacks.map(({ stack }) => ({ account, stack }))),
      ...this.#unusable.map(({ part }) => ({ account: null, stack: part })),
    ].map(({ account, stack: { resources, source, ...stack } }) => {
      return { name: fullName(stack), source, account, resources: resources.length };
    });
    const byAccount = groupBy(parts, ({ name, source, account }) => JSON.stringify([name, source, account]));
    return [...byAccount.values()]
      .map(([first, ...others]) => ({
        ...first,
        resources: others.reduce((sum, { resources }) => sum + resources, first.resources),
      }))
      .sort(
        (a, b) =>
          compareStrings(a.name, b.name) ||
          compareStrings(a.source, b.source) ||
          compareStrings(a.account, b.account),
      );
  }

  /** Each backend's intents are read once. */
  #intentFindings(): readonly IntentFindings[] {
    const folder = intentsFolder(this.#options.env);
    const known = this.accounts.flatMap(({ account, stacks }) =>
      stacks.map(({ stack }) => ({ stack, account })),
    );
    const ofAccounts = [...groupBy(known, ({ stack }) => stack.backend)].flatMap(([backend, stacks]) => {
      const intents = backend === undefined ? [] : unfinishedIntents(folder, backend);
      return [...groupBy(stacks, ({ stack }) => `${stack.source} ${fullName(stack)}`).values()].flatMap(
        (parts) =>
          parts.map((part) => {
            const own = intents.filter((intent) => partOf(intent, parts) === part);
            const all = parts.map(({ stack }) => stack);
            return {
              stack: part.stack,
              findings: ofAccount(part.account, intentFindings(part.stack, own, all)),
            };
          }),
      );
    });
    // Their pending creates may have created unmanaged objects of the other providers' accounts.
    return [...ofAccounts, ...this.#unusable.map(({ part }) => ({ stack: part, findings: [] }))];
  }
}

/** The findings about the unfinished intents of a stack. */
interface IntentFindings {
  readonly stack: RecordedStack;
  readonly findings: readonly Finding[];
}

interface AccountPart {
  readonly stack: RecordedStack;
  readonly account: string | null;
}

/** The part of a stack whose provider sent a create, as far as is known: the record of the create does not name the provider. */
function partOf(intent: Intent, parts: readonly AccountPart[]): AccountPart | undefined {
  const possible = parts.filter(({ stack }) => isSentTo(intent, stack.settings.baseUrl));
  const ofAccount = possible.filter(({ account }) => account !== null && account === intent.account);
  const likely = ofAccount.length > 0 ? ofAccount : possible;
  const urn = urnOf(intent.origin);
  return likely.find(({ stack }) => stack.resources.some((one) => one.urn === urn)) ?? likely[0];
}

function unusableProblem({ part, problem }: StackParts["unusable"][number]): Problem {
  return {
    ...{ subject: subjectOf(part), stack: fullName(part), type: null },
    message: `Its resources were not compared. ${problem}`,
  };
}

/** Whether a finding is about the pending create of a resource without an object, whose intent says more. */
function isRepeated({ kind, id, urn, stack }: Finding, ofIntents: readonly Finding[]): boolean {
  if (kind !== "unfinished" || id !== null) return false;
  return ofIntents.some((one) => one.urn === urn && one.stack === stack);
}

function openCreatesIn(recorded: readonly IntentFindings[]): readonly OpenCreate[] {
  return recorded.flatMap(({ stack, findings }) => openCreatesOf(stack, findings));
}

function sortProblems(problems: readonly Problem[]): Problem[] {
  return [...problems].sort(
    (a, b) =>
      compareStrings(a.stack, b.stack) ||
      compareStrings(a.subject, b.subject) ||
      compareStrings(a.message, b.message),
  );
}
