import { toProviderValues } from "../engine/inprocess/json-values";
import { compareStack, isSentTo, organizationOf, readIdentity, type Services, urnOf } from "../lifecycle";
import { originOf, type SurveyedStack } from "./survey-context";

/**
 * Completes the records of creates whose results the state has, as the next diff of each resource would. Otherwise, the next run under the
 * Pulumi CLI would warn of them before it has compared them.
 */
export async function completeRecordedResults(stack: SurveyedStack, services: Services): Promise<void> {
  const { intents, address } = services;
  const { resources } = stack.snapshot;
  const organization = organizationOf(stack.organization, resources.map(originOf));
  for (const intent of intents.unfinished()) {
    const { origin, id, isTakenOver } = intent;
    // Only this record says that the state lacks the secret of an object that a replacement took over.
    if (isTakenOver === true) continue;
    if (!isSentTo(intent, address) || compareStack(origin, { ...stack, organization }) !== "same") continue;
    const result = resources.find(
      (state) => state.urn === urnOf(origin) && state.id === id && !state.delete && !state.external,
    );
    if (result === undefined) continue;
    await intents.remove(origin, address, readIdentity(toProviderValues(result.outputs)).created);
  }
}
