/** The operations that the contract does not declare yet. It can only get shorter: one that is declared fails here. */
export const operationsToCome: readonly string[] = [
  "PUT /account",
  "POST /account/cancel",
  "POST /account/credit-card",
  "GET /account/invoices",
  "GET /account/invoices/{invoiceId}",
  "GET /account/invoices/{invoiceId}/items",
  "GET /account/logins",
  "GET /account/logins/{loginId}",
  "GET /account/maintenance",
  "GET /account/notifications",
  "GET /account/payments",
  "POST /account/payments",
  "GET /account/entity-transfers",
  "POST /account/entity-transfers",
  "GET /account/entity-transfers/{token}",
  "DELETE /account/entity-transfers/{token}",
  "POST /account/entity-transfers/{token}/accept",
];

/** The rows of section 8 that belong to them. */
export const limitsToCome: readonly string[] = [
  "card_number",
  "cvv",
  "expiry_month",
  "expiry_year",
  "entity transfer lifetime",
];

/** The entities with a status that have no shape yet. */
export const statusesToCome: readonly string[] = ["entity_transfer"];
