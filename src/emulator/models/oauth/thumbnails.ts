import type { Caller, Service } from "../../service";
import { invalidRequest, notFound, notFoundWithoutBody, redirectTo } from "../../service-error";
import { requireAccountAccess } from "../account/grants";
import { logEvent } from "../events/events";
import { clientOf, ownerOf } from "./clients";

interface Thumbnail {
  readonly data: Uint8Array;
  readonly content_type: string;
}

/**
 * The thumbnail of a client of any account. Throws a `ServiceError` when there is no such client, it has no thumbnail, or another
 * address serves it.
 */
export function thumbnailOf(service: Service, clientId: string): Thumbnail {
  const { settings } = service;
  const { thumbnail } = clientOf(ownerOf(service, clientId), clientId);
  if (!thumbnail) throw settings.missingThumbnail === "noBody" ? notFoundWithoutBody() : notFound();
  if (settings.thumbnails === "redirected") throw redirectTo(`https://thumbnails.example/${clientId}`);
  const data = Buffer.from(thumbnail.data, "base64");
  // Programs that read images ignore what follows the image.
  const served = settings.thumbnails === "encodedAgain" ? Buffer.concat([data, Buffer.from([0])]) : data;
  return { data: served, content_type: thumbnail.content_type };
}

export function setThumbnail(
  service: Service,
  caller: Caller,
  clientId: string,
  { data, content_type }: Thumbnail,
): void {
  requireAccountAccess(caller, "read_write");
  const client = clientOf(service, clientId);
  if (data.length === 0) throw invalidRequest("The thumbnail is empty.");
  const thumbnail = { content_type, data: Buffer.from(data).toString("base64") };
  const changed = service.world.oauthClients.put({ ...client, thumbnail });
  logEvent(service, {
    action: "oauth_client_update",
    username: caller.user.username,
    client: changed,
  });
}
