import { z } from "zod";
import { amount, choice, flag, seconds } from "./schemas";

/** OAuth clients, billing and the account. */
export const accountSettings = {
  createdSecret: choice(["redacted", "plain"], {
    section: "2.12",
    doc: "The secret in the response that creates an OAuth client. The response to a reset always shows it.",
    specified: "redacted",
    live: "plain",
  }),
  thumbnailUrls: choice(["url", "null"], {
    section: "2.12",
    doc: "`thumbnail_url` of an OAuth client with a thumbnail.",
  }),
  thumbnails: choice(["served", "redirected", "encodedAgain"], {
    section: "4.6",
    doc: "The response to a request for a thumbnail: the image, a redirect to an address outside the emulator, or the image encoded again, with bytes that differ from those that were sent.",
    alternative: "served",
  }),
  missingThumbnail: choice(["error", "noBody"], {
    section: "4.6",
    doc: "The 404 response for an OAuth client without a thumbnail: with the interface's error body, or without a body.",
  }),
  billingZip: flag(true, {
    section: "4.4",
    doc: "Adding a payment method requires that the account has a zip.",
  }),
  taxPercent: amount(
    0,
    { section: "2.7", doc: "Tax on invoices, in percent.", alternative: 19 },
    z.number().min(0).max(100),
  ),
  emptyInvoices: flag(false, {
    section: "2.7",
    doc: "A month without usage ends with an invoice without items.",
  }),
  invoicesAre: choice(["owed", "charged"], {
    section: "2.7",
    doc: "At the end of a month its invoice is added to the balance. `charged`: the balance is then charged to the default payment method.",
  }),
  paymentUsd: choice(["integer", "string"], {
    section: "2.6",
    doc: "`usd` in the response to a payment: a number, with decimals only if there are cents, or a string as in the list.",
    specified: "integer",
  }),
  paymentAmounts: choice(["string", "stringOrNumber"], {
    section: "4.4",
    doc: "Types of `usd` in the request for a payment.",
    specified: "string",
    live: "stringOrNumber",
  }),
  minPayment: amount(5, {
    section: "4.4",
    doc: "The minimum payment in US dollars. An account that owes less can pay the amount that it owes.",
    alternative: 0.01,
    live: 5,
  }),
  creditCardIs: choice(["added", "replaced"], {
    section: "4.3",
    doc: "The effect of the deprecated operation: adds the card as the default payment method, or replaces the default one if that is a card.",
  }),
  promotionsInUpdate: choice(["stored", "ignored"], {
    section: "4.3",
    doc: "Promotions in the request that updates the account.",
  }),
  afterCancel: choice(["closed", "open"], {
    section: "4.3",
    doc: "After an account was cancelled. `closed`: its instances are deleted and its tokens rejected. `open`: nothing changes.",
  }),
  pastDueSeconds: seconds(10 * 24 * 60 * 60, {
    section: "2.10",
    doc: "How long a balance is owed before a notification reports it as past due.",
  }),
  expiringSeconds: seconds(30 * 24 * 60 * 60, {
    section: "2.10",
    doc: "How long before its expiry a notification reports that a card expires.",
  }),
  deletedPaymentMethods: choice(["hidden", "viewable"], {
    section: "4.4",
    doc: "The view of a deleted payment method: 404, or the method. Lists never contain it.",
  }),
  appearingSeconds: seconds(0, {
    section: "4.4",
    doc: "How long an added payment method is missing from the list.",
    alternative: 5,
  }),
};
