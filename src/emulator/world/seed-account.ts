import { seedNames } from "../well-known";
import type { AccountRecord, PaymentMethodRecord } from "./account-records";
import type { SeedContext } from "./seed-context";

const yearLength = 365 * 24 * 60 * 60 * 1000;

/** An account whose billing address is complete, so that payment methods can be added. */
export function seedAccount({ account, time }: SeedContext): AccountRecord {
  return {
    address_1: "1 Example Street",
    address_2: "",
    city: "Philadelphia",
    company: "Example Operations",
    country: "US",
    email: "billing@example.com",
    first_name: "Ada",
    last_name: "Example",
    phone: "+1 555 0100",
    state: "PA",
    tax_id: "",
    zip: "19106",
    active_since: time - yearLength,
    active_promotions: [],
    balance: 0,
    owed_since: null,
    invoiced_until: time,
    cancelled: null,
    capabilities: ["Instances", "Backups", "Block Storage", "Images", "Virtual Networks"],
    euuid: "0e1a5b2c-7d3f-4a69-8c40-5b6d7e8f9a01",
    ...(account === "second" && secondAccount),
  };
}

const secondAccount = {
  company: "Example Partners",
  email: "billing@partners.example.com",
  first_name: "Grace",
  euuid: "1f2b6c3d-8e4a-4b7a-9d51-6c7e8f9a0b12",
};

/** The card that the first account was opened with. It is valid for three years. */
export function seedPaymentMethods({ account, time }: SeedContext): PaymentMethodRecord[] {
  if (account === "second") return [];
  const year = new Date(time).getUTCFullYear() + 3;
  return [
    {
      id: seedNames.paymentMethod,
      type: "credit_card",
      is_default: true,
      created: time - yearLength,
      data: { card_type: "Visa", expiry: `12/${year}`, last_four: "0026" },
      state: "active",
      wants_default: false,
      charging: "works",
    },
  ];
}
