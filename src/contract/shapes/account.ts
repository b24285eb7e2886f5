import { z } from "zod";
import { limits } from "../limits";
import { dateTime } from "../meta";

const text = (max: number, what: string) =>
  z.string().max(max).describe(`${what}, at most ${max} characters.`);
const { account: bounds } = limits;

const promotion = z
  .object({
    credit_monthly_cap: z.string().describe("Most that is credited a month, in US dollars as a decimal."),
    credit_remaining: z.string().describe("What is left in all, in US dollars as a decimal."),
    this_month_credit_remaining: z.string().describe("What is left this month, in US dollars as a decimal."),
    description: z.string().describe("What it is, at length."),
    summary: z.string().describe("What it is, in short."),
    service_type: z.string().describe("What it applies to."),
    image_url: z.string().describe("Where its picture can be seen."),
    expire_dt: dateTime.describe("When it expires."),
  })
  .meta({ id: "Promotion", description: "A credit given to the account." });

/** The fields that an update can change: section 4.3. */
export const accountDetails = {
  address_1: text(bounds.address, "First line of the address"),
  address_2: text(bounds.address, "Second line of the address"),
  city: text(bounds.city, "City"),
  company: text(bounds.company, "Company"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
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
  active_promotions: z.array(promotion).describe("Credits given to the account."),
};

/** The account as the service returns it: section 2.4. */
export const account = z
  .object({
    ...accountDetails,
    active_since: dateTime.describe("Since when it has been active.").meta({ returnedOnly: true }),
    balance: z.number().describe("What is owed, in US dollars.").meta({ returnedOnly: true }),
    balance_uninvoiced: z
      .number()
      .describe("Estimate of the current invoice in US dollars, without transfer charges.")
      .meta({ returnedOnly: true }),
    capabilities: z.array(z.string()).describe("What the account can use.").meta({ returnedOnly: true }),
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
