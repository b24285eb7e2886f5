import type { OAuthClient } from "../client";
import {
  type DriftContext,
  forgetReset,
  isNotFound,
  LifecycleError,
  maxListLag,
  pollInterval,
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
 * gets a new secret only when the program sets `secretVersion` and does not ignore its changes.
 */
export function needsSecret(
  inputs: Partial<OAuthClientInputs>,
  live: Live,
  { applied, kept, ignores }: DriftContext<OAuthClientInputs>,
): boolean {
  const isUnknown = kept.secret === undefined;
  const declared = ignores("public") ? undefined : inputs.public;
  if (inputs.secretVersion !== undefined && isUnknown && !ignores("secretVersion"))
    return !(declared ?? live.public);
  if (applied === undefined || declared !== false) return false;
  const becomesConfidential = applied.public ?? (live.public && isUnknown);
  const wasNeverReset = live.public && isUnknown && kept.adopted !== true;
  return becomesConfidential === true || wasNeverReset;
}

/** Resets the secret. Only the response to a reset is certain to contain it in plain text; the response to a create is not used. */
export async function resetSecret(task: StepTask<OAuthClientInputs, Live>): Promise<StepResult<Live>> {
  const { services, id, origin, inputs, live, onSent } = task;
  const { public: isPublic = inputs.public }: Partial<Live> = live;
  // A view may lag behind the change that made the client confidential.
  if (isPublic && inputs.public !== false) {
    await forgetReset(services, id, origin);
    return { live, kept: { secret: undefined } };
  }
  await recordReset(task, oauthClientKeptSecrets);
  onSent?.();
  const { secret } = await requestReset(task);
  clientsOf(services).markChanged(id);
  if (!secret) throw new LifecycleError("The secret was reset, but the response contained no secret.");
  await recordNewSecrets(task, { secret }, oauthClientKeptSecrets);
  return { live, kept: { secret } };
}

/** Sends the request. The service may not know a client yet that this run created, so a 404 for one is retried for a minute. */
async function requestReset({
  services: { client, clock },
  id,
  deadline,
  isCreated,
}: StepTask<OAuthClientInputs, Live>): Promise<OAuthClient> {
  for (const startedAt = clock.now(); ; ) {
    try {
      return await client.oauthClients.resetSecret({ clientId: id }, { deadline });
    } catch (error) {
      const interval = pollInterval(clock.now() - startedAt, clock);
      const until = Math.min(startedAt + maxListLag, deadline?.at ?? Number.POSITIVE_INFINITY);
      if (isCreated !== true || !isNotFound(error) || clock.now() + interval > until) throw error;
      await clock.sleep(interval);
    }
  }
}
