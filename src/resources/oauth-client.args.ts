import type * as pulumi from "@pulumi/pulumi";
import type { ArgsOf } from "./args";
import type { CheckedArgs, Needs } from "./checked-args";
import type { OAuthClientInputs } from "./oauth-client.inputs";

/** The arguments of an `OAuthClient`. */
export type OAuthClientArgs = Omit<ArgsOf<OAuthClientInputs, "thumbnail">, "thumbnailHash">;

/** The arguments of an `OAuthClient`: without `adopt`, label and redirect URI are required. */
export type OAuthClientArgsFor<Given> = CheckedArgs<Given, OAuthClientArgs, Rules<Given>>;

type Rules<Given> = Given extends unknown
  ? Needs<Given, "adopt" | "label", NeedsLabel> & Needs<Given, "adopt" | "redirectUri", NeedsRedirectUri>
  : never;

interface NeedsLabel {
  readonly label: pulumi.Input<string>;
}

interface NeedsRedirectUri {
  readonly redirectUri: pulumi.Input<string>;
}
