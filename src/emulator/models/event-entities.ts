import type { Brand } from "../../contract";
import type { OAuthClientRecord } from "../world/account-records";
import type { EventEntity, ImageRecord, InstanceRecord } from "../world/records";

/** What an event is about: the first of these that is given; the second took part. */
export interface Subjects {
  readonly instance?: InstanceRecord;
  readonly secondary?: InstanceRecord;
  readonly image?: ImageRecord;
  readonly client?: OAuthClientRecord;
}

export function entitiesOf(brand: Brand, { instance, secondary, image, client }: Subjects): EventEntity[] {
  const entity = (
    thing: { id: number | string; label: string },
    type: string,
    path: string,
  ): EventEntity => ({
    id: thing.id,
    label: thing.label,
    type,
    url: `/v4/${path}/${thing.id}`,
  });
  return [
    ...[instance, secondary].flatMap((one) =>
      one ? [entity(one, brand.word, `${brand.word}/instances`)] : [],
    ),
    ...(image ? [entity(image, "image", "images")] : []),
    ...(client ? [entity(client, "oauth_client", "account/oauth-clients")] : []),
  ];
}
