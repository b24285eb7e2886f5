/** An intended difference between the contract and the tables of the interface. */
export interface Deviation {
  readonly reason: string;
  readonly fact: string;
  readonly places: readonly string[];
  /** The value in the interface and in the contract; absent if there is none. */
  readonly inInterface?: string;
  readonly inContract?: string;
}

const addMethod = "POST /account/payment-methods body";
const addCard = "POST /account/credit-card body";
const pay = "POST /account/payments body";
const transfer = "POST /account/entity-transfers body";
const boot = "POST /node/instances/{instanceId}/boot body";
const clone = "POST /node/instances/{instanceId}/clone body";
const create = "POST /node/instances body";
const captureImage = "POST /images body";
const uploadImage = "POST /images/upload body";
const restore = "POST /node/instances/{instanceId}/backups/{backupId}/restore body";
const update = "PUT /node/instances/{instanceId} body";

export const deviations: readonly Deviation[] = [
  {
    reason: "Ids are integers from 1, so 0 and negative numbers are mistakes.",
    fact: "min",
    inContract: "1",
    places: [
      ...[`${create}.backup_id`, `${create}.stackscript_id`, `${boot}.config_id`, `${restore}.node_id`],
      ...[`${clone}.configs[]`, `${clone}.disks[]`, `${clone}.node_id`, `${captureImage}.disk_id`],
      ...[`${pay}.payment_method_id`, `${transfer}.entities.nodes[]`],
    ],
  },
  {
    reason: "An empty transfer is a mistake: section 4.5 has one key for the transferred objects.",
    fact: "min",
    inContract: "1",
    places: [`${transfer}.entities.nodes`],
  },
  {
    reason: "The interface says `with nodes array`, and names no other kind of object to transfer.",
    fact: "required",
    inContract: "yes",
    places: [`${transfer}.entities.nodes`],
  },
  {
    reason: "They may concern an object without a label.",
    fact: "nullable",
    inContract: "yes",
    places: ["maintenance.entity.label", "notification.entity.label"],
  },
  {
    reason: "An empty string is not a region, a type or an image.",
    fact: "min",
    inContract: "1",
    places: [
      ...[`${create}.region`, `${create}.type`, `${create}.image`],
      ...[`${clone}.region`, `${clone}.type`, `${uploadImage}.region`],
    ],
  },
  {
    reason: "A swap disk of size 0 is omitted, and a negative size is a mistake.",
    fact: "min",
    inContract: "0",
    places: [`${create}.swap_size`],
  },
  {
    reason: "Only the schedule of `backups` can be set: enable and cancel turn the service on and off.",
    fact: "type",
    inInterface: "boolean",
    places: [`${update}.backups.enabled`],
  },
  {
    reason: "Only the service sets when a backup last succeeded.",
    fact: "type",
    inInterface: "string",
    places: [`${update}.backups.last_successful`],
  },
  {
    reason: "The same field, which is never sent.",
    fact: "format",
    inInterface: "date-time",
    places: [`${update}.backups.last_successful`],
  },
  {
    reason: "A moment in the future has no date yet, and a setting may never have been set.",
    fact: "nullable",
    inContract: "yes",
    places: [
      ...["instance.backups.last_successful", "backup.finished", "image.eol"],
      ...["instance.backups.schedule.day", "instance.backups.schedule.window"],
    ],
  },
  {
    reason: "An instance may have no snapshot, and none may be in progress.",
    fact: "nullable",
    inContract: "yes",
    places: ["backups.snapshot.current", "backups.snapshot.in_progress"],
  },
  {
    reason: "Private images have no vendor.",
    fact: "nullable",
    inContract: "yes",
    places: ["image.vendor"],
  },
  {
    reason: "An event may have no entity, no user and no measurements.",
    fact: "nullable",
    inContract: "yes",
    places: [
      ...["event.entity", "event.entity.label", "event.secondary_entity", "event.secondary_entity.label"],
      ...["event.duration", "event.percent_complete", "event.rate", "event.username"],
    ],
  },
  {
    reason: "Services of this kind return the price of a unit as a decimal string.",
    fact: "type",
    inInterface: "number",
    inContract: "any",
    places: ["invoice_item.unit_price"],
  },
  {
    reason: "Services of this kind return the time left as a number of seconds.",
    fact: "type",
    inInterface: "string",
    inContract: "any",
    places: ["event.time_remaining"],
  },
  {
    reason: "An account may have no card on file.",
    fact: "nullable",
    inContract: "yes",
    places: ["account.credit_card.last_four", "account.credit_card.expiry"],
  },
  {
    reason: "The data of payment methods other than credit cards is not specified.",
    fact: "optional",
    inContract: "yes",
    places: ["card_type", "expiry", "last_four"].map((name) => `payment_method.data.${name}`),
  },
  {
    reason: "A card can only be charged with all four fields, none of which section 2.5 calls optional.",
    fact: "required",
    inContract: "yes",
    places: ["card_number", "expiry_month", "expiry_year", "cvv"].map((name) => `${addMethod}.data.${name}`),
  },
  {
    reason: "Secrets have the format `password`, so that tools do not show them.",
    fact: "format",
    inContract: "password",
    places: [
      ...[`${addMethod}.data.card_number`, `${addMethod}.data.cvv`, "oauth_client.secret"],
      ...[`${addCard}.card_number`, `${addCard}.cvv`, `${pay}.cvv`],
    ],
  },
];
