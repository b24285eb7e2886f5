import type { Brand } from "../../../contract";
import type { Service } from "../../service";
import type { OAuthClientRecord } from "../../world/account-records";
import type { InstanceRecord } from "../../world/instance-records";
import type { EntityTransferRecord } from "../../world/people-records";
import type { EventEntity, ImageRecord } from "../../world/records";

/** The objects that an event is about: first its entity, then its secondary entity. */
export interface EventSubjects {
  readonly instance?: InstanceRecord | undefined;
  readonly secondary?: InstanceRecord | undefined;
  readonly image?: ImageRecord | undefined;
  readonly client?: OAuthClientRecord | undefined;
  readonly transfer?: EntityTransferRecord | undefined;
}

interface LabeledObject {
  readonly id: number | string;
  readonly label: string;
}

export function entitiesOf(brand: Brand, subjects: EventSubjects): EventEntity[] {
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

/** An instance as an entity. Its type and its URL have the brand's word. */
export function instanceEntity(brand: Brand, instance: InstanceRecord): EventEntity {
  return entityOf(instance, brand.word, `${brand.word}/instances`);
}

export function entityOf({ id, label }: LabeledObject, type: string, path: string): EventEntity {
  return { id, label, type, url: `/v4/${path}/${id}` };
}

/** The account as an entity. Its id is a number, as that of most entities: clients with fixed types cannot read another one. */
export function accountEntity({ world }: Service): EventEntity {
  return { id: world.accountNumber, label: world.account.company, type: "account", url: "/v4/account" };
}
