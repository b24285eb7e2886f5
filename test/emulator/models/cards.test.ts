import { expiryOf, savedCard } from "../../../src/emulator/models/payments/cards";
import { ServiceError } from "../../../src/emulator/service-error";
import { cardNumbers } from "../../../src/emulator/well-known";
import type { PaymentMethodRecord } from "../../../src/emulator/world/account-records";

const card = { card_number: "4111111111111111", cvv: "123", expiry_month: 4, expiry_year: 2024 };
const endOfApril = Date.UTC(2024, 4);

describe("a card", () => {
  it.each([
    ["4", "Visa"],
    ["50", "Unknown"],
    ["51", "MasterCard"],
    ["55", "MasterCard"],
    ["56", "Unknown"],
    ["2220", "Unknown"],
    ["2221", "MasterCard"],
    ["2230", "MasterCard"],
    ["23", "MasterCard"],
    ["26", "MasterCard"],
    ["270", "MasterCard"],
    ["2720", "MasterCard"],
    ["2721", "Unknown"],
    ["33", "Unknown"],
    ["34", "American Express"],
    ["37", "American Express"],
    ["6011", "Discover"],
    ["643", "Unknown"],
    ["644", "Discover"],
    ["65", "Discover"],
    ["30", "Diners Club"],
    ["36", "Diners Club"],
    ["38", "Diners Club"],
    ["39", "Diners Club"],
    ["35", "JCB"],
    ["9", "Unknown"],
    ["94", "Unknown"],
  ])("whose number begins with %s has the brand %s", (start, brand) => {
    expect(savedCard({ ...card, card_number: start.padEnd(16, "1") }, 0).data.card_type).toBe(brand);
  });

  it("is stored with its expiry and its last digits", () => {
    expect(savedCard({ ...card, card_number: "4000000000001234" }, 0)).toEqual({
      data: { card_type: "Visa", expiry: "04/2024", last_four: "1234" },
      charging: "works",
    });
    expect(savedCard({ ...card, card_number: cardNumbers.declined }, 0).charging).toBe("declined");
    expect(savedCard({ ...card, card_number: cardNumbers.warned }, 0).charging).toBe("warned");
  });

  it("is valid until the end of its month", () => {
    expect(savedCard(card, endOfApril - 1).charging).toBe("works");
    expect(() => savedCard(card, endOfApril)).toThrow(ServiceError);
  });

  it.each([
    ["data.", endOfApril, "data.expiry_month"],
    ["", Date.UTC(2024, 11, 31), "expiry_month"],
    ["data.", Date.UTC(2025, 0), "data.expiry_year"],
    ["", Date.UTC(2026, 0), "expiry_year"],
  ])("that has expired is rejected by the field that is past: prefix %j", (prefix, now, field) => {
    expect(() => savedCard(card, now, prefix)).toThrow(new RegExp(`^${field}: the card has expired$`));
  });

  it("expires at the end of the month that is stored, if one is", () => {
    const method: Omit<PaymentMethodRecord, "data"> = {
      ...{ id: 1, is_default: true, created: 0, wants_default: false },
      ...{ type: "credit_card" as const, state: "active" as const, charging: "works" as const },
    };
    expect(expiryOf({ ...method, data: { expiry: "04/2024" } })).toBe(endOfApril);
    expect(expiryOf({ ...method, data: { expiry: "4/2024" } })).toBeUndefined();
    expect(expiryOf({ ...method, data: {} })).toBeUndefined();
  });
});
