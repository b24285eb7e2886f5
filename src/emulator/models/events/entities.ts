import type { Brand } from "../../../contract";
import type { OAuthClientRecord } from "../../world/account-records";
import type { EntityTransferRecord } from "../../world/people-records";
import type { EventEntity, ImageRecord, InstanceRecord } from "../../world/records";

/** What an event is about: the first of these that is given, in this order; the second took part. */
export interface Subjects {
  readonly instance?: InstanceRecord | undefined;
  readonly secondary?: InstanceRecord | undefined;
  readonly image?: ImageRecord | undefined;
  readonly client?: OAuthClientRecord | undefined;
  readonly transfer?: EntityTransferRecord | undefined;
}

interface Thing {
  readonly id: number | string;
  readonly label: string;
}

export function entitiesOf(brand: Brand, subjects: Subjects): EventEntity[] {
  const { instance, secondary, image, client, transfer } = subjects;
  return [
    ...(instance ? [instanceEntity(brand, instance)] : []),
    ...(secondary ? [instanceEntity(brand, secondary)] : []),
    ...(image ? [entityOf(image, "image", "images")] : []),
    ...(client ? [entityOf(client, "oauth_client", "account/oauth-clients")] : []),
    ...(transfer
      ? [
          entityOf(
            { id: transfer.token, label: transfer.token },
            "entity_transfer",
            "account/entity-transfers",
          ),
        ]
      : []),
  ];
}

/** An instance as events, maintenances and notifications name it: type and address are in the brand's word. */
export function instanceEntity(brand: Brand, instance: InstanceRecord): EventEntity {
  return entityOf(instance, brand.word, `${brand.word}/instances`);
}

export function entityOf({ id, label }: Thing, type: string, path: string): EventEntity {
  return { id, label, type, url: `/v4/${path}/${id}` };
}
