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

interface Thing {
  readonly id: number | string;
  readonly label: string;
}

export function entitiesOf(brand: Brand, { instance, secondary, image, client }: Subjects): EventEntity[] {
  return [
    ...(instance ? [instanceEntity(brand, instance)] : []),
    ...(secondary ? [instanceEntity(brand, secondary)] : []),
    ...(image ? [entityOf(image, "image", "images")] : []),
    ...(client ? [entityOf(client, "oauth_client", "account/oauth-clients")] : []),
  ];
}

/** An instance as events, maintenances and notifications name it: type and address are in the brand's word. */
export function instanceEntity(brand: Brand, instance: InstanceRecord): EventEntity {
  return entityOf(instance, brand.word, `${brand.word}/instances`);
}

export function entityOf({ id, label }: Thing, type: string, path: string): EventEntity {
  return { id, label, type, url: `/v4/${path}/${id}` };
}
