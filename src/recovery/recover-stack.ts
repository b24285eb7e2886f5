import { LifecycleError, type Services } from "../lifecycle";
import { type Snapshot, StateError } from "../state";
import { messageOf } from "../unknown";
import { completeRecordedResults } from "./recorded-results";
import type { RecoveryCase, RecoveryChoice } from "./recovery-case";
import type { RecoveryStore } from "./recovery-store";
import { surveyStack } from "./survey";
import type { SurveyedStack } from "./survey-context";
import { type ServicesOf, SurveyContexts } from "./survey-contexts";

export interface RecoverOptions {
  readonly project: string;
  readonly stack: string;
  /** Undefined if neither the backend nor the name of the stack contains it. */
  readonly organization: string | undefined;
  readonly store: RecoveryStore;
  /** The services for the resources of the default provider. They send only reads until a decision deletes something. */
  readonly services: Services;
  /** The services for the resources of explicit providers. */
  readonly servicesOf: ServicesOf;
  /** Default: unknown. */
  readonly leftNothing?: SurveyedStack["leftNothing"];
  /** Chooses what to do about each case. Returns undefined to do nothing. */
  readonly decide: (cases: readonly RecoveryCase[]) => Promise<Decisions | undefined>;
  /** Ends the command before anything is changed. */
  readonly interrupt?: AbortSignal;
}

/** The decisions about cases. A case without a decision stays open. */
export type Decisions = ReadonlyMap<RecoveryCase, RecoveryChoice>;

/** A case, and its outcome. */
export interface RecoveryOutcome {
  readonly case: RecoveryCase;
  /** The chosen one of the case's choices, or its `keep` or `keepOnMachine`, which leave it open. */
  readonly done: RecoveryChoice | undefined;
  /** Why it could not be done. */
  readonly failure: string | undefined;
}

export interface RecoveryResult {
  readonly outcomes: readonly RecoveryOutcome[];
  /** Why the stack is still locked; undefined if it is not. */
  readonly unlockFailure: string | undefined;
}

/** Finds what a crash left behind in one stack, under its lock, and applies the decisions about it. */
export async function recoverStack(options: RecoverOptions): Promise<RecoveryResult> {
  const unlock = await options.store.lock();
  const outcomes = await recoverLocked(options).catch(async (error: unknown) => {
    const unlockFailure = await unlock().then(
      () => undefined,
      (reason: unknown) => messageOf(reason),
    );
    if (unlockFailure === undefined) throw error;
    throw new Error(`${messageOf(error)} ${stillLockedText(options.stack, unlockFailure)}`, { cause: error });
  });
  try {
    await unlock();
    return { outcomes, unlockFailure: undefined };
  } catch (error) {
    // The applied changes stay.
    return { outcomes, unlockFailure: messageOf(error) };
  }
}

export function stillLockedText(stack: string, unlockFailure: string): string {
  return `The stack is still locked: ${unlockFailure.replace(/\.$/, "")}. Run \`nodecloud cancel --stack ${stack}\` to unlock it.`;
}

async function recoverLocked(options: RecoverOptions): Promise<readonly RecoveryOutcome[]> {
  const { project, stack, organization, store, services, servicesOf, decide, interrupt } = options;
  const { leftNothing = () => false } = options;
  const { snapshot, savedAt } = await store.load();
  const surveyed = { project, stack, organization, snapshot, savedAt, leftNothing };
  const contexts = new SurveyContexts(surveyed, services, servicesOf);
  const cases = await surveyStack(contexts);
  interrupt?.throwIfAborted();
  const decisions = await decide(cases);
  interrupt?.throwIfAborted();
  if (decisions !== undefined || cases.length === 0) await completeRecordedResults(contexts);
  return decisions === undefined ? cases.map(open) : await carryOut(cases, decisions, snapshot, store);
}

/** The decisions without prompts: the certain cases. Open questions are recorded, so that no later run creates a second object. */
export function unattendedDecisions(cases: readonly RecoveryCase[]): Decisions {
  const questions = cases.flatMap((one) => (one.keep === undefined ? [] : [[one, one.keep] as const]));
  return new Map([...certainDecisions(cases), ...questions]);
}

/** The certain cases, without deletions. */
export function certainDecisions(cases: readonly RecoveryCase[]): Decisions {
  const decisions = new Map<RecoveryCase, RecoveryChoice>();
  for (const one of cases) {
    const [choice] = one.choices;
    if (one.certainty === "certain" && choice !== undefined && !choice.deletes) decisions.set(one, choice);
  }
  return decisions;
}

const open = (one: RecoveryCase): RecoveryOutcome => ({ case: one, done: undefined, failure: undefined });

/** Writes the state once, and completes the rest only after that. */
async function carryOut(
  cases: readonly RecoveryCase[],
  decisions: Decisions,
  before: Snapshot,
  store: RecoveryStore,
): Promise<readonly RecoveryOutcome[]> {
  const planned = new Map<RecoveryCase, RecoveryChoice>();
  const failures = new Map<RecoveryCase, string>();
  let snapshot = before;
  const plan = async (one: RecoveryCase, choice: RecoveryChoice | undefined) => {
    if (choice === undefined) return;
    try {
      snapshot = await choice.edit(snapshot);
      planned.set(one, choice);
    } catch (error) {
      if (!(error instanceof StateError || error instanceof LifecycleError)) throw error;
      failures.set(one, messageOf(error));
    }
  };
  for (const one of cases) await plan(one, decisions.get(one));
  if (snapshot !== before) {
    // A store that drops the pending operation of an open question must receive the known facts about it.
    if (!store.keepsOperations)
      for (const one of cases) if (!decisions.has(one)) await plan(one, one.keep ?? one.keepOnMachine);
    refuseLostOperations(snapshot, store, [...failures.values()]);
    await store.save(snapshot);
  } else if (planned.size > 0) await store.verifyCurrent?.();
  for (const [one, choice] of planned) {
    try {
      await choice.complete?.();
    } catch (error) {
      failures.set(one, messageOf(error));
    }
  }
  return cases.map((one) => {
    const failure = failures.get(one);
    return { case: one, done: failure === undefined ? planned.get(one) : undefined, failure };
  });
}

function refuseLostOperations(
  { pendingOperations }: Snapshot,
  { keepsOperations }: RecoveryStore,
  [
    failure = "Resolve them first: choose what to do about each of them here, or run `pulumi refresh`.",
  ]: readonly string[],
): void {
  if (keepsOperations || pendingOperations.length === 0) return;
  const urns = pendingOperations.map(({ resource }) => resource.urn).join(", ");
  throw new StateError(
    "unsupported",
    `Importing a state drops its pending operations, and these are not resolved: ${urns}. Nothing was changed. ${failure}`,
  );
}
