import type { Intent } from "../lifecycle";
import type { ResourceState, Snapshot } from "../state";
import type { RecoveryCase } from "./recovery-case";
import { caseOf, type SurveyContext } from "./survey-context";

/**
 * A create that was sent to another service, such as an emulator. It cannot be resolved here, and only the user knows
 * whether that service still matters. `sent`: the beginning of a sentence. `forget`: removes the create from the state.
 */
export function elsewhereCase(
  context: SurveyContext,
  resource: ResourceState,
  trace: RecoveryCase["trace"],
  sent: string,
  intent: Intent,
  forget = (snapshot: Snapshot) => snapshot,
): RecoveryCase {
  const { origin, address } = intent;
  const { services } = context;
  const isRecordedHere = services.intents.find(origin, services.address) !== undefined;
  const found = `${sent} to ${address}, but the address is now ${services.address}. If they are different services, run the command with the former address, or discard the record of the create.`;
  const search = {
    description: `Treat it as sent to ${services.address}, because the service has moved. The next \`recover\` or \`up\` searches for its result there.`,
    deletes: false,
    edit: async (snapshot: Snapshot) => snapshot,
    complete: () => context.moveHere(intent),
  };
  const discard = {
    description: `Discard the record of the create: the objects at ${address} are no longer needed.`,
    deletes: false,
    edit: async (snapshot: Snapshot) => forget(snapshot),
    complete: () => context.forget(intent),
  };
  return caseOf(resource, trace, "question", found, isRecordedHere ? [discard] : [search, discard]);
}
