import type { OAuthClient } from "../client";
import { operations } from "../contract";
import {
  type ApplyTask,
  adviceToAdoptWithSecret,
  type CreateMatcher,
  type CreateResult,
  createOnce,
  hasFieldsOf,
} from "../lifecycle";
import { type Live, plainClientsOf } from "./oauth-client.collection";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/** Every field that a create sends can be changed later. A field that it omits is not compared. */
export const oauthClientMatcher: CreateMatcher<Omit<OAuthClient, "secret">> = {
  labelOf: (live) => live.label,
  matches: (live, { sent = {} }) =>
    live.label === sent.label &&
    live.redirect_uri === sent.redirect_uri &&
    (sent.public === undefined || live.public === sent.public),
  mayMatch: () => true,
  isBeingDeleted: () => false,
  deleteCall: "oauth-clients delete",
};

/** Creates a client, once. Clients that look alike are created one after the other, so that each create knows which existed before. */
export async function createOAuthClient(task: ApplyTask<OAuthClientInputs>): Promise<CreateResult<Live>> {
  const { services, inputs, deadline } = task;
  const { label = "", redirectUri = "" } = inputs;
  const collection = plainClientsOf(services);
  const body = {
    label,
    redirect_uri: redirectUri,
    ...(inputs.public === undefined ? {} : { public: inputs.public }),
  };
  const key = `create OAuth client ${JSON.stringify(body)}`;
  const create = () =>
    createOnce<OAuthClient>(task, {
      kind: "OAuth client",
      adoptAdvice: adviceToAdoptWithSecret,
      collection,
      idOf: (live) => live.id,
      nonce: undefined,
      label,
      sent: body,
      createMatcher: oauthClientMatcher,
      differingFields: () => [],
      idsBefore: async () => [...(await collection.list({ deadline })).items.keys()],
      send: (options) => services.client.oauthClients.create(body, options),
    });
  const result = await services.locks.run(key, () =>
    services.machineLocks.run(`${key} ${services.address}`, create, {
      ...task,
      holderActivity: "creates an OAuth client with the same arguments",
    }),
  );
  if ("unresolved" in result) return result;
  const live = hasFieldsOf(operations.oauthClients.view, result.live)
    ? result.live
    : await viewOrKeep(result.live);
  return { ...result, live: { ...live, thumbnail_hash: null } };

  /** A failed read must not hide the new client. */
  async function viewOrKeep(created: OAuthClient): Promise<OAuthClient> {
    const viewed = await collection.view(created.id, { deadline }).catch(() => undefined);
    return { ...created, ...viewed };
  }
}
