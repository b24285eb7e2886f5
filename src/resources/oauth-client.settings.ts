import { type StepResult, type StepTask, writeSettings } from "../lifecycle";
import { type Live, oauthClientsWith } from "./oauth-client.collection";
import { oauthClientFields } from "./oauth-client.fields";
import type { OAuthClientInputs } from "./oauth-client.inputs";

export async function updateOAuthClient(task: StepTask<OAuthClientInputs, Live>): Promise<StepResult<Live>> {
  const { services, id, inputs } = task;
  const live = await writeSettings(
    oauthClientsWith(inputs),
    task,
    oauthClientFields,
    "settings",
    (now, options) =>
      services.client.oauthClients.update(
        {
          clientId: id,
          label: inputs.label ?? now.label ?? undefined,
          redirect_uri: inputs.redirectUri ?? now.redirect_uri ?? undefined,
          public: inputs.public ?? now.public ?? undefined,
        },
        options,
      ),
  );
  // A public client has no secret.
  return inputs.public && live.public ? { live, kept: { secret: undefined } } : live;
}
