import { z } from "zod";
import { operations } from "../contract";
import type { Declared } from "../lifecycle";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/** The shapes of the arguments: those of the create request, and those that it cannot carry. */
export const oauthClientBody = operations.oauthClients.create.body.extend({
  adopt: z
    .string()
    .min(1)
    .regex(/^(?!\.\.?$)/, "an id of an OAuth client"),
  thumbnail: z.string().min(1),
  thumbnail_hash: z.string(),
  secret_version: z.union([z.string(), z.number()], { error: "must be a string or a number" }),
});

/** The rules that involve several arguments. */
export function oauthClientRules(
  { has, values }: Declared<OAuthClientInputs>,
  isNew: boolean,
): readonly string[] {
  const problems: string[] = [];
  const createsObject = isNew && !has("adopt");
  if (createsObject && !has("label"))
    problems.push("label: is required to create an OAuth client. Set it to the name that users see.");
  if (createsObject && !has("redirectUri"))
    problems.push(
      "redirectUri: is required to create an OAuth client. Set it to the URL to which logins are redirected.",
    );
  if (values.public === true && has("secretVersion"))
    problems.push(
      "secretVersion: a public client has no secret to reset. Remove `secretVersion`, or `public: true`.",
    );
  return problems;
}
