import { printable } from "../../printable";
import { certainDecisions, type Decisions, type RecoveryCase, type RecoveryChoice } from "../../recovery";
import { nameInUrn } from "../../state";
import type { Interruption } from "../interruption";
import { loadPrompts } from "../prompts";
import { confirm, interruptWhenTerminalCloses } from "../terminal";

type Prompting = Pick<Interruption, "signal" | "interrupt">;

/** Asks once about all certain cases, and about each other case. Undefined if the user wants no change, or interrupted the command. */
export async function askForDecisions(
  cases: readonly RecoveryCase[],
  interruption: Prompting,
): Promise<Decisions | undefined> {
  const stopListening = interruptWhenTerminalCloses(interruption);
  try {
    return await askAll(cases, interruption);
  } finally {
    stopListening();
  }
}

async function askAll(
  cases: readonly RecoveryCase[],
  interruption: Prompting,
): Promise<Decisions | undefined> {
  const certain = certainDecisions(cases);
  const question = `Apply the changes that need no decision (${certain.size} of ${cases.length})?`;
  if (certain.size > 0 && !(await confirm(question, interruption))) return undefined;
  const decisions = new Map(certain);
  for (const one of cases) {
    if (one.certainty !== "question" || one.choices.length === 0) continue;
    const choice = await choose(one, interruption.signal);
    if (choice === "cancelled") {
      interruption.interrupt();
      return undefined;
    }
    if (choice !== undefined) decisions.set(one, choice);
  }
  return decisions;
}

/** The default answer changes nothing. */
async function choose(
  { type, urn, choices }: RecoveryCase,
  signal: AbortSignal,
): Promise<RecoveryChoice | "cancelled" | undefined> {
  const { select, isCancel } = loadPrompts();
  const name = nameInUrn(urn);
  const answer = await select({
    message: printable(`${type} ${name}`),
    options: [
      { value: -1, label: "Decide later." },
      ...choices.map(({ description }, value) => ({ value, label: printable(description) })),
    ],
    initialValue: -1,
    signal,
  });
  return isCancel(answer) ? "cancelled" : choices[answer];
}
