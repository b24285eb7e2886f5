import { z } from "zod";
import { limits } from "../limits";
import { filterable } from "../meta";

/** The statuses of section 3.5. */
export const oauthClientStatuses = ["active", "disabled", "suspended"] as const;

const label = z
  .string()
  .min(limits.oauthClientLabel.min)
  .max(limits.oauthClientLabel.max)
  .describe("The name shown to users who are asked for access, 1 to 512 characters.");
const redirectUri = z
  .url("an absolute URL, such as https://shop.example.com/login")
  .describe("The address to which a successful login is redirected, with an exchange code.");
const isPublic = z
  .boolean()
  .describe("Whether it is a public client, which uses another authentication workflow.");

/** An OAuth client as the service returns it: section 2.12. */
export const oauthClient = z
  .object({
    id: z.string().describe("The public identifier, which is not secret."),
    label: filterable(label),
    public: filterable(isPublic),
    redirect_uri: redirectUri,
    secret: z
      .string()
      .meta({ secret: true })
      .describe("The secret: in plain text only in the response to a reset, redacted in all others."),
    status: z.enum(oauthClientStatuses).describe("Its status (section 3.5)."),
    thumbnail_url: z
      .string()
      .nullable()
      .describe("The address of its thumbnail; null if it has none.")
      .meta({ format: "uri" }),
  })
  .meta({ id: "OAuthClient", description: "An application that logs users in (section 2.12)." });

export const oauthClientCreate = z.strictObject({
  label,
  redirect_uri: redirectUri,
  public: isPublic.exactOptional(),
});

export const oauthClientUpdate = z.strictObject({
  label: label.exactOptional(),
  public: isPublic.exactOptional(),
  redirect_uri: redirectUri.exactOptional(),
});
