import type { EngineName } from "../../whole/engines";
import { AccountObjects } from "../account-objects";
import { CarefulUser } from "../careful-user";
import type { HistorySummary } from "../history-run";
import { Program } from "../program";
import { checkDestroyed, checkNoWrites, checkWorld, lastRequestOf, unsettled } from "../promises";
import { Runs } from "../runs";
import type { ProcessHistory, ProcessStep } from "./history";
import { type ProcessRunOptions, ProcessStack } from "./process-stack";

/** In milliseconds: longer than lists lag behind and instances stay busy. */
const quiescenceTime = 130_000;

/** Runs a history over processes and sockets, then checks what has to be true once its faults are over. Throws a `Violation`. */
export async function runProcessHistory(
  engine: EngineName,
  history: ProcessHistory,
  trace: (text: string) => void = () => undefined,
): Promise<HistorySummary> {
  const program = new Program({ brand: "node", resources: history.resources });
  const stack = await ProcessStack.start(engine, program, history);
  const objects = new AccountObjects(stack);
  const runs = new Runs<ProcessRunOptions>(stack, objects, {
    isLate: history.steps.some(({ faults }) => faults.some(({ when }) => when === "later")),
    trace: (operation, { result, messages }) => {
      trace(`== ${operation} on machine ${stack.machine}: ${result}`);
      for (const { urn, text } of messages) if (text !== "") trace(`   ${urn.split("::").at(-1)}: ${text}`);
    },
  });
  const user = new CarefulUser(runs, program);
  try {
    for (const step of history.steps) await runStep({ stack, runs, program, user }, step);
    stack.faults.clear();
    await stack.advance(quiescenceTime);
    await user.runUntilSuccess("up");
    checkWorld(runs, program.resources);
    const lastRequest = lastRequestOf(stack);
    const unchanged = await user.run("up");
    if (!unchanged.hasSucceeded) throw unsettled("an unchanged up failed", unchanged);
    checkNoWrites(stack, lastRequest, "an unchanged up");
    await user.runUntilSuccess("destroy");
    await checkDestroyed(stack, objects);
    const { applied } = stack.faults;
    return {
      ...{ faults: new Set(applied.keys()), stops: stack.kills, actions: user.actions, runs: runs.count },
      faultCount: [...applied.values()].reduce((sum, count) => sum + count, 0),
    };
  } finally {
    await stack.close();
  }
}

interface Participants {
  readonly stack: ProcessStack;
  readonly runs: Runs<ProcessRunOptions>;
  readonly program: Program;
  readonly user: CarefulUser;
}

async function runStep(
  { stack, runs, program, user }: Participants,
  { operation, edits, faults, kill, machine }: ProcessStep,
): Promise<void> {
  await moveTo(stack, machine);
  // A careful user first lets `up` finish a create that was interrupted (docs/reliability.md).
  const isSafe = !stack.hasOpenCreate;
  const recorded = new Set(stack.states.map(({ urn }) => urn));
  for (const edit of edits) {
    if (isSafe || ["change", "option", "add"].includes(edit.kind)) program.edit(edit, recorded);
  }
  if (operation === "destroy" && !isSafe) return;
  for (const fault of faults) stack.faults.add(fault);
  const lastRequest = lastRequestOf(stack);
  const { messages } = await runs.run(operation, kill ? { kill } : {});
  user.followAdvice(messages);
  if (operation === "refresh") checkNoWrites(stack, lastRequest, operation);
  stack.faults.clear();
}

/** Continues on another machine, where `nodecloud recover` first resolves what a killed run left unfinished (docs/recover.md). */
async function moveTo(stack: ProcessStack, machine: number): Promise<void> {
  if (stack.machine === machine) return;
  if (stack.hasOpenCreate && stack.pending.length === 0) return;
  stack.machine = machine;
  if (stack.pending.length === 0) return;
  await stack.unlock();
  await stack.recover();
}
