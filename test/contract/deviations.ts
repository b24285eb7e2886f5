/** Where the contract says something else than the tables of the interface, on purpose. */
export interface Deviation {
  readonly reason: string;
  readonly fact: string;
  readonly places: readonly string[];
  /** What the interface says, and what the contract says; left out: nothing. */
  readonly told?: string;
  readonly held?: string;
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
const updateImage = "PUT /images/{imageId} body";
const restore = "POST /node/instances/{instanceId}/backups/{backupId}/restore body";
const update = "PUT /node/instances/{instanceId} body";

export const deviations: readonly Deviation[] = [
  {
    reason: "An id that the service gives out is a whole number from 1; 0 and below are mistakes.",
    fact: "least",
    held: "1",
    places: [
      ...[`${create}.backup_id`, `${create}.stackscript_id`, `${boot}.config_id`, `${restore}.node_id`],
      ...[`${clone}.configs[]`, `${clone}.disks[]`, `${clone}.node_id`, `${captureImage}.disk_id`],
      ...[`${pay}.payment_method_id`, `${transfer}.entities.nodes[]`],
    ],
  },
  {
    reason:
      "A transfer of nothing is a mistake: section 4.5 says what is to be transferred with the one key it has.",
    fact: "least",
    held: "1",
    places: [`${transfer}.entities.nodes`],
  },
  {
    reason: "The interface says `with nodes array`, and shows no other kind of thing to transfer.",
    fact: "required",
    held: "yes",
    places: [`${transfer}.entities.nodes`],
  },
  {
    reason: "A thing without a label may be what they are about.",
    fact: "nullable",
    held: "yes",
    places: ["maintenance.entity.label", "notification.entity.label"],
  },
  {
    reason: "An empty text names no region, no type and no image, and is no title.",
    fact: "least",
    held: "1",
    places: [
      ...[`${create}.region`, `${create}.type`, `${create}.image`],
      ...[`${clone}.region`, `${clone}.type`, `${uploadImage}.region`],
      ...[`${captureImage}.label`, `${uploadImage}.label`, `${updateImage}.label`],
    ],
  },
  {
    reason: "A disk can be left out, with size 0, but cannot be smaller.",
    fact: "least",
    held: "0",
    places: [`${create}.swap_size`],
  },
  {
    reason: "Only the schedule of `backups` can be set: enable and cancel turn the service on and off.",
    fact: "type",
    told: "boolean",
    places: [`${update}.backups.enabled`],
  },
  {
    reason: "When a backup last succeeded is for the service alone to say.",
    fact: "type",
    told: "string",
    places: [`${update}.backups.last_successful`],
  },
  {
    reason: "The same field, which is never sent.",
    fact: "format",
    told: "date-time",
    places: [`${update}.backups.last_successful`],
  },
  {
    reason: "A moment that has not come has no date, and what was never chosen has no value.",
    fact: "nullable",
    held: "yes",
    places: [
      ...["instance.backups.last_successful", "backup.finished", "image.eol"],
      ...["instance.backups.schedule.day", "instance.backups.schedule.window"],
    ],
  },
  {
    reason: "An instance may have no snapshot, and mostly none is being taken.",
    fact: "nullable",
    held: "yes",
    places: ["backups.snapshot.current", "backups.snapshot.in_progress"],
  },
  {
    reason: "Private images come from no vendor.",
    fact: "nullable",
    held: "yes",
    places: ["image.vendor"],
  },
  {
    reason: "An event may concern the account alone, be caused by nobody, and measure nothing.",
    fact: "nullable",
    held: "yes",
    places: [
      ...["event.entity", "event.entity.label", "event.secondary_entity", "event.secondary_entity.label"],
      ...["event.duration", "event.percent_complete", "event.rate", "event.username"],
    ],
  },
  {
    reason: "Services of this kind write the price of a unit as a decimal text.",
    fact: "type",
    told: "number",
    held: "any",
    places: ["invoice_item.unit_price"],
  },
  {
    reason: "Services of this kind write the time left as a number of seconds.",
    fact: "type",
    told: "string",
    held: "any",
    places: ["event.time_remaining"],
  },
  {
    reason: "An account may have no card on file.",
    fact: "nullable",
    held: "yes",
    places: ["account.credit_card.last_four", "account.credit_card.expiry"],
  },
  {
    reason: "What is shown of a payment method that is no credit card is not specified.",
    fact: "optional",
    held: "yes",
    places: ["card_type", "expiry", "last_four"].map((name) => `payment_method.data.${name}`),
  },
  {
    reason:
      "A part of a card's data can't be charged: section 2.5 names all four and calls none of them optional.",
    fact: "required",
    held: "yes",
    places: ["card_number", "expiry_month", "expiry_year", "cvv"].map((name) => `${addMethod}.data.${name}`),
  },
  {
    reason: "What must never be shown is written as a password, so that tools do not show it.",
    fact: "format",
    held: "password",
    places: [
      ...[`${addMethod}.data.card_number`, `${addMethod}.data.cvv`, "oauth_client.secret"],
      ...[`${addCard}.card_number`, `${addCard}.cvv`, `${pay}.cvv`],
    ],
  },
];
