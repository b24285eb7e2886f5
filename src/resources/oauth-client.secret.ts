import {
  type DriftContext,
  forgetReset,
  LifecycleError,
  recordNewSecrets,
  recordReset,
  type StepResult,
  type StepTask,
} from "../lifecycle";
import { clientsOf, type Live } from "./oauth-client.collection";
import { oauthClientKeptSecrets } from "./oauth-client.fields";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/**
 * Whether a client needs a new secret. A client that the program makes confidential has no known secret yet. A client that was made public
 * outside the program has one, unless that was before its first reset, or `secretVersion` was raised while it was public. An adopted client
 * gets a new secret only when the program sets `secretVersion`.
 */
export function needsSecret(
  inputs: Partial<OAuthClientInputs>,
  live: Live,
  { applied, kept, ignores }: DriftContext<OAuthClientInputs>,
): boolean {
  if (applied === undefined) return inputs.secretVersion !== undefined;
  const isUnknown = kept.secret === undefined;
  const declared = ignores("public") ? undefined : inputs.public;
  if (inputs.secretVersion !== undefined && isUnknown) return !(declared ?? live.public);
  if (declared !== false) return false;
  const becomesConfidential = applied.public ?? (live.public && isUnknown);
  const wasNeverReset = live.public && isUnknown && kept.adopted !== true;
  return becomesConfidential === true || wasNeverReset;
}

/** Resets the secret. Only the response to a reset is certain to contain it in plain text; the response to a create is not used. */
export async function resetSecret(task: StepTask<OAuthClientInputs, Live>): Promise<StepResult<Live>> {
  const { services, id, origin, inputs, live, deadline, onSent } = task;
  const { public: isPublic = inputs.public }: Partial<Live> = live;
  // A view may lag behind the change that made the client confidential.
  if (isPublic && inputs.public !== false) {
    await forgetReset(services, id, origin);
    return { live, kept: { secret: undefined } };
  }
  await recordReset(task, oauthClientKeptSecrets);
  onSent?.();
  const { secret } = await services.client.oauthClients.resetSecret({ clientId: id }, { deadline });
  clientsOf(services).markChanged(id);
  if (!secret) throw new LifecycleError("The secret was reset, but the response contained no secret.");
  await recordNewSecrets(task, { secret }, oauthClientKeptSecrets);
  return { live, kept: { secret } };
}
