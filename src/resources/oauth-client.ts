import * as pulumi from "@pulumi/pulumi";
import { pathOf } from "./args";
import type { CheckedArgs, RequiredWithoutAdopt } from "./checked-args";
import type { DeclarationOf } from "./declaration";
import type { Live } from "./oauth-client.collection";
import { oauthClientFields, oauthClientKeptSecrets } from "./oauth-client.fields";
import type { OAuthClientArgs, OAuthClientInputs } from "./oauth-client.inputs";
import { type PreviewSource, resolveInPreviews } from "./preview-outputs";
import { registrationOf } from "./registration";

class OAuthClient extends pulumi.CustomResource {
  /** The public identifier, which is not a secret. */
  declare public readonly clientId: pulumi.Output<string>;
  /** Name that users see when they are asked for access. */
  declare public readonly label: pulumi.Output<string>;
  /** Whether it is a public client. */
  declare public readonly public: pulumi.Output<boolean>;
  /** URL to which a successful login is redirected. */
  declare public readonly redirectUri: pulumi.Output<string>;
  /**
   * The secret in plain text, from the last reset by this resource. Always secret. Undefined for a public client, and for one that was
   * adopted or read but never reset. A reset outside the program cannot be detected: change `secretVersion` after one.
   */
  declare public readonly secret: pulumi.Output<string | undefined>;
  /** `active`, `disabled` or `suspended` (section 3.5). */
  declare public readonly status: pulumi.Output<string>;
  /** URL of the publicly visible thumbnail; null if there is none. */
  declare public readonly thumbnailUrl: pulumi.Output<string | null>;
  /**
   * SHA-256 of the thumbnail that the service served at the last read, in hexadecimal; null if there was none. Undefined if that is
   * unknown: it could not be read, or no thumbnail is declared and the service returns no URL for one.
   */
  declare public readonly thumbnailHash: pulumi.Output<string | null | undefined>;

  /** Reads an existing OAuth client by its id, without managing it. Its secret cannot be read. */
  public static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    options?: pulumi.CustomResourceOptions,
  ): OAuthClient {
    return new OAuthClient(name, undefined, { ...options, id });
  }

  public static override isInstance(value: unknown): value is OAuthClient {
    return pulumi.CustomResource.isInstance(value) && value instanceof OAuthClient;
  }

  constructor(name: string, args?: OAuthClientArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = args && { ...args, thumbnail: pathOf(args.thumbnail) };
    super(...registrationOf(declaration, name, inputs, options));
    resolveInPreviews(this, declaration, options);
  }
}

/** The arguments of an `OAuthClient`: without `adopt`, label and redirect URI are required. */
type OAuthClientArgsFor<Given> = CheckedArgs<
  Given,
  OAuthClientArgs,
  RequiredWithoutAdopt<Given, OAuthClientArgs, "label" | "redirectUri">
>;

/** The type of the class `OAuthClient`, which the compiler names in the declarations of programs. */
export interface OAuthClientClass extends Pick<typeof OAuthClient, keyof typeof OAuthClient> {
  new <Given extends OAuthClientArgsFor<Given> = OAuthClientArgs>(
    name: string,
    args: Given,
    options?: pulumi.CustomResourceOptions,
  ): OAuthClient;
}

/**
 * An application that can log in users of the service. Creating it resets its secret once, because only the response to a reset contains
 * the secret in plain text. Deleting it invalidates its id, its secret and all tokens issued to it.
 */
const PublicOAuthClient: OAuthClientClass = OAuthClient;
type PublicOAuthClient = OAuthClient;

export { PublicOAuthClient as OAuthClient };

const declaration: DeclarationOf<OAuthClient, OAuthClientInputs, Live, typeof oauthClientKeptSecrets> &
  PreviewSource = {
  type: "OAuthClient",
  fields: oauthClientFields,
  outputs: {
    clientId: "id",
    label: "stable",
    public: "stable",
    redirectUri: "stable",
    secret: "kept secret",
    status: "stable",
    thumbnailUrl: "changing",
    thumbnailHash: "changing",
  },
  keptSecrets: oauthClientKeptSecrets,
  list: (client, options) => client.oauthClients.list.all(options),
  shape: (operations) => operations.oauthClients.view.response,
};
