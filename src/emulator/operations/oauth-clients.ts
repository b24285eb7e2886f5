import { operations } from "../../contract";
import {
  createOAuthClient,
  deleteOAuthClient,
  oauthClientFor,
  oauthClientsFor,
  resetSecret,
  showOAuthClient,
  updateOAuthClient,
} from "../models/oauth/clients";
import { setThumbnail, thumbnailOf } from "../models/oauth/thumbnails";
import { list, withOptionalToken, withToken } from "./handler";

const { oauthClients: contract } = operations;

/** The operations of section 4.6. */
export const oauthClients = {
  list: withToken(contract.list, ({ service, caller, origin }) =>
    list(oauthClientsFor(service, caller), (client) => showOAuthClient(service, client, origin)),
  ),
  create: withToken(contract.create, ({ service, caller, origin, body }) => {
    const { client, secret } = createOAuthClient(service, caller, body);
    return showOAuthClient(service, client, origin, secret);
  }),
  view: withToken(contract.view, ({ service, caller, origin, path }) =>
    showOAuthClient(service, oauthClientFor(service, caller, path.clientId), origin),
  ),
  update: withToken(contract.update, ({ service, caller, origin, path, body }) =>
    showOAuthClient(service, updateOAuthClient(service, caller, path.clientId, body), origin),
  ),
  delete: withToken(contract.delete, ({ service, caller, path }) =>
    deleteOAuthClient(service, caller, path.clientId),
  ),
  resetSecret: withToken(contract.resetSecret, ({ service, caller, origin, path }) => {
    const { client, secret } = resetSecret(service, caller, path.clientId);
    return showOAuthClient(service, client, origin, secret);
  }),
  viewThumbnail: withOptionalToken(contract.viewThumbnail, ({ service, path }) =>
    thumbnailOf(service, path.clientId),
  ),
  updateThumbnail: withToken(contract.updateThumbnail, ({ service, caller, path, body }) =>
    setThumbnail(service, caller, path.clientId, body),
  ),
};
