import { z } from "zod";
import { limits } from "../limits";
import { dateTime } from "../meta";

const text = (max: number, what: string) =>
  z.string().max(max).describe(`${what}, at most ${max} characters.`);
const { account: bounds } = limits;

const promotionDetails = {
  credit_monthly_cap: z.string().describe("The maximum credit in a month, in US dollars as a decimal."),
  credit_remaining: z.string().describe("The remaining credit, in US dollars as a decimal."),
  this_month_credit_remaining: z
    .string()
    .describe("The remaining credit of this month, in US dollars as a decimal."),
  description: z.string().describe("A long description."),
  summary: z.string().describe("A short description."),
  service_type: z.string().describe("The kind of service that it applies to."),
  image_url: z.string().describe("The URL of its picture."),
  expire_dt: dateTime.describe("When it expires."),
};

const promotion = z
  .object(promotionDetails)
  .meta({ id: "Promotion", description: "A credit granted to the account." });

/** The fields that an update can change, without the promotions: section 4.3. */
const details = {
  address_1: text(bounds.address, "First line of the address"),
  address_2: text(bounds.address, "Second line of the address"),
  city: text(bounds.city, "City"),
  company: text(bounds.company, "Company"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "two letters")
    .describe("Country as a two-letter ISO 3166 code."),
  email: text(bounds.email, "E-mail address"),
  first_name: text(bounds.name, "First name"),
  last_name: text(bounds.name, "Last name"),
  phone: text(bounds.phone, "Telephone number"),
  state: text(
    bounds.state,
    "State or province: for US and CA the two-letter code, for US military addresses AA, AE or AP",
  ),
  tax_id: text(bounds.taxId, "Tax identification number"),
  zip: z.string().describe("Postal code. Restrictions: not specified."),
};

/** The account as the service returns it: section 2.4. */
export const account = z
  .object({
    ...details,
    active_promotions: z.array(promotion).describe("Credits granted to the account."),
    active_since: dateTime.describe("When the account became active.").meta({ returnedOnly: true }),
    balance: z.number().describe("The balance owed, in US dollars.").meta({ returnedOnly: true }),
    balance_uninvoiced: z
      .number()
      .describe("Estimate of the current invoice in US dollars, without transfer charges.")
      .meta({ returnedOnly: true }),
    capabilities: z
      .array(z.string())
      .describe("The features that the account can use.")
      .meta({ returnedOnly: true }),
    credit_card: z
      .object({
        last_four: z.string().nullable().describe("The last four digits of the card's number."),
        expiry: z.string().nullable().describe("When the card expires."),
      })
      .describe("The card on file.")
      .meta({ returnedOnly: true }),
    euuid: z.string().describe("The account's UUID.").meta({ returnedOnly: true, format: "uuid" }),
  })
  .meta({ id: "Account", description: "Contact and billing data of the account (section 2.4)." });

/** Countries whose states have two-letter codes (section 2.4), including AA, AE and AP. */
const countriesWithStateCodes = new Set(["US", "CA"]);

/** Whether a state is valid for its country: a two-letter code for US and CA, any name elsewhere. */
export function isStateOf(country: string, state: string): boolean {
  return !countriesWithStateCodes.has(country.toUpperCase()) || /^[A-Za-z]{2}$/.test(state);
}

const promotionUpdate = z.strictObject({
  credit_monthly_cap: promotionDetails.credit_monthly_cap.exactOptional(),
  credit_remaining: promotionDetails.credit_remaining.exactOptional(),
  this_month_credit_remaining: promotionDetails.this_month_credit_remaining.exactOptional(),
  description: promotionDetails.description.exactOptional(),
  summary: promotionDetails.summary.exactOptional(),
  service_type: promotionDetails.service_type.exactOptional(),
  image_url: promotionDetails.image_url.exactOptional(),
  expire_dt: promotionDetails.expire_dt.exactOptional(),
});

/**
 * The body that changes the account: section 4.3. A state is checked here only together with its country. Without it, the
 * service checks it against the account's country.
 */
export const accountUpdate = z
  .strictObject({
    address_1: details.address_1.exactOptional(),
    address_2: details.address_2.exactOptional(),
    city: details.city.exactOptional(),
    company: details.company.exactOptional(),
    country: details.country.exactOptional(),
    email: details.email.exactOptional(),
    first_name: details.first_name.exactOptional(),
    last_name: details.last_name.exactOptional(),
    phone: details.phone.exactOptional(),
    state: details.state.exactOptional(),
    tax_id: details.tax_id.exactOptional(),
    zip: details.zip.exactOptional(),
    active_promotions: z.array(promotionUpdate).exactOptional().describe("Credits granted to the account."),
  })
  .check((context) => {
    const { country, state } = context.value;
    if (country === undefined || state === undefined || isStateOf(country, state)) return;
    context.issues.push({
      code: "custom",
      path: ["state"],
      input: state,
      message: `for ${country.toUpperCase()} only the two-letter code is accepted`,
    });
  });

/** The body that closes the account. */
export const accountCancel = z.strictObject({
  comments: z.string().exactOptional().describe("Why the account is closed."),
});

/** The response after the account was closed. */
export const accountCancelled = z.object({
  survey_link: z.string().describe("The address of the operator's survey."),
});
