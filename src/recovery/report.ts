import type { UnreadableRecord } from "../lifecycle";
import { nameInUrn } from "../state";
import type { RecoveryOutcome } from "./recover-stack";
import type { RecoveryCase } from "./recovery-case";

/** The verdicts, from worst to best. */
export type RecoveryVerdict = "undecided" | "incomplete" | "settled";

/**
 * The verdict: an open decision counts more than a failed read.
 * @param unreadable Records of creates that cannot be read. Each may be that of a create of this stack.
 */
export function verdictOf(
  outcomes: readonly RecoveryOutcome[],
  unreadable: readonly UnreadableRecord[] = [],
): RecoveryVerdict {
  const left = outcomes.filter(isLeft);
  const isUnknown = ({ case: { certainty }, failure }: RecoveryOutcome) =>
    certainty === "unknown" || failure !== undefined;
  if (left.some((outcome) => !isUnknown(outcome))) return "undecided";
  return left.length + unreadable.length > 0 ? "incomplete" : "settled";
}

/** Whether a case is still open. A question that was only recorded (`keep`, `keepOnMachine`) is still open. */
function isLeft({ case: { keep, keepOnMachine }, done }: RecoveryOutcome): boolean {
  return done === undefined || done === keep || done === keepOnMachine;
}

/** The exit codes of `nodecloud recover`, like those of `nodecloud drift`. */
export const recoveryExitCodes = { settled: 0, undecided: 2, incomplete: 3 } as const;

/** Describes the cases and their choices. */
export function describeCases(stack: string, cases: readonly RecoveryCase[]): string {
  if (cases.length === 0) return `Nothing is unfinished in ${stack}.\n`;
  return `${stack}:\n${cases.map(describeCase).join("")}`;
}

function describeCase({ type, urn, certainty, found, choices }: RecoveryCase): string {
  const name = nameInUrn(urn);
  const proposals = choices.map(({ description }) => `      ${marks[certainty]} ${description}\n`);
  return `  ${type} ${name} (${words[certainty]})\n      ${found}\n${proposals.join("")}`;
}

const words = { certain: "certain", question: "needs a decision", unknown: "unknown" } as const;
const marks = { certain: "->", question: "?", unknown: "" } as const;

/** Describes the changes and the remaining cases. */
export function describeOutcomes(outcomes: readonly RecoveryOutcome[]): string {
  const done = outcomes.filter((outcome) => outcome.done !== undefined);
  const failed = outcomes.filter((outcome) => outcome.failure !== undefined);
  const left = outcomes.filter(isLeft).length;
  return [
    ...done.map((outcome) => `Done: ${nameOf(outcome)}: ${outcome.done?.description}\n`),
    ...failed.map((outcome) => `Not done: ${nameOf(outcome)}: ${outcome.failure}\n`),
    ...(left > 0 ? [`${left} of ${outcomes.length} ${left === 1 ? "is" : "are"} left.\n`] : []),
  ].join("");
}

function nameOf({ case: { type, urn } }: RecoveryOutcome): string {
  return `${type} ${nameInUrn(urn)}`;
}

/** The machine-readable report. */
export function jsonOf(
  stack: string,
  outcomes: readonly RecoveryOutcome[],
  unreadable: readonly UnreadableRecord[] = [],
): string {
  const cases = outcomes.map(
    ({ case: { urn, type, trace, certainty, found, ids, choices }, done, failure }) => {
      return {
        ...{ urn, type, trace, certainty, found, ids },
        choices: choices.map(({ description, deletes }) => ({ description, deletes })),
        done: done?.description ?? null,
        failure: failure ?? null,
      };
    },
  );
  const unreadableRecords = unreadable.map(({ path, reason }) => ({ path, reason }));
  const verdict = verdictOf(outcomes, unreadable);
  return JSON.stringify({ stack, verdict, cases, unreadableRecords }, undefined, 2);
}
