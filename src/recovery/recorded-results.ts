import { toProviderValues } from "../engine/inprocess/json-values";
import { compareStack, isSentTo, readIdentity, urnOf } from "../lifecycle";
import type { SurveyContexts } from "./survey-contexts";

/**
 * Completes the records of creates whose results the state has, as the next diff of each resource would. Otherwise, the next run under the
 * Pulumi CLI would warn of them before it has compared them.
 */
export async function completeRecordedResults(contexts: SurveyContexts): Promise<void> {
  const { stack, organization } = contexts;
  const { resources } = stack.snapshot;
  const { intents } = contexts;
  for (const intent of intents.unfinished()) {
    const { origin, id, isTakenOver } = intent;
    // Only this record says that the state lacks the secret of an object that a replacement took over.
    if (isTakenOver === true) continue;
    if (compareStack(origin, { ...stack, organization }) !== "same") continue;
    const result = resources.find(
      (state) => state.urn === urnOf(origin) && state.id === id && !state.delete && !state.external,
    );
    if (result === undefined) continue;
    const address = contexts.find(result)?.services.address;
    if (address === undefined || !isSentTo(intent, address)) continue;
    await intents.remove(origin, address, readIdentity(toProviderValues(result.outputs)).created);
  }
}
