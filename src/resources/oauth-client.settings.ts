import { operations } from "../contract";
import { type StepResult, type StepTask, unchangedParts, writeSettings } from "../lifecycle";
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
    (now, options) => {
      const unchanged = unchangedParts(operations.oauthClients.update.body, now);
      return services.client.oauthClients.update(
        {
          clientId: id,
          label: inputs.label ?? unchanged.label,
          redirect_uri: inputs.redirectUri ?? unchanged.redirect_uri,
          public: inputs.public ?? unchanged.public,
        },
        options,
      );
    },
  );
  // A public client has no secret.
  return inputs.public && live.public ? { live, kept: { secret: undefined } } : live;
}
