import fc from "fast-check";
import type { ResourceClass } from "../../src/resources/resource-class";
import { drawHistory } from "./draw";
import type { History } from "./history";
import { type HistorySummary, runHistory } from "./history-run";

export interface Exploration {
  readonly seed: number;
  readonly histories: number;
  /** Most resources are of this type. Default: all types alike. */
  readonly resource?: ResourceClass | undefined;
  /** Only the histories whose number leaves this remainder, so that several processes share them. */
  readonly share?: { readonly remainder: number; readonly processes: number };
  /** Only the history of this number. */
  readonly historyNumber?: number | undefined;
}

/** A history that breaks a promise. */
export interface Failure {
  readonly seed: number;
  readonly number: number;
  readonly message: string;
  /** The smallest history found that breaks it. */
  readonly history: History;
}

/** A failing history is shrunk by at most this many further runs. */
const maxShrinks = 150;

/** Runs random histories. Returns those that break a promise, and passes what the others went through to `onPassed`. */
export async function explore(
  { seed, histories, resource, share = { remainder: 0, processes: 1 }, historyNumber }: Exploration,
  onPassed: (history: History, summary: HistorySummary) => void = () => undefined,
): Promise<readonly Failure[]> {
  const arbitrary = drawHistory(resource);
  const failures: Failure[] = [];
  for (const [number, history] of fc.sample(arbitrary, { seed, numRuns: histories }).entries()) {
    if (number % share.processes !== share.remainder || (historyNumber ?? number) !== number) continue;
    try {
      onPassed(history, await runHistory(history));
    } catch (error) {
      failures.push({ seed, number, ...(await shrink(arbitrary, { seed, number }, history, error)) });
    }
  }
  return failures;
}

/** Reduces a failing history to a smaller one that fails in the same way. */
async function shrink(
  arbitrary: fc.Arbitrary<History>,
  { seed, number }: { readonly seed: number; readonly number: number },
  history: History,
  error: unknown,
): Promise<Pick<Failure, "message" | "history">> {
  let smallest = { history, message: messageOf(error) };
  let left = maxShrinks;
  const property = fc.asyncProperty(arbitrary, async (smaller) => {
    if (left-- <= 0) return;
    try {
      await runHistory(smaller);
    } catch (other) {
      if (kindOf(messageOf(other)) !== kindOf(messageOf(error))) return;
      smallest = { history: smaller, message: messageOf(other) };
      throw other;
    }
  });
  await fc.check(property, { seed, path: String(number), numRuns: 1 });
  return smallest;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The beginning of a message, without ids. */
function kindOf(message: string): string {
  return message.replace(/\d+/g, "").slice(0, 40);
}

/** How to run a failing history again. */
export function describeFailure({ seed, number, message, history }: Failure): string {
  return [
    message,
    `History ${number} of seed ${seed}, shrunk: ${JSON.stringify(history)}`,
    `To run it again: npm run chaos -- --seed ${seed} --histories ${number + 1} --only ${number}`,
    "To see its runs and calls, save the shrunk history in a file: npm run chaos -- --replay <file>",
  ].join("\n");
}
