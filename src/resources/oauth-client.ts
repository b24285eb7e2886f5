import * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../lifecycle";
import {
  type ArgsOf,
  type DeclarationOf,
  optionsOf,
  outputsOf,
  pathOf,
  propertiesOf,
  typeToken,
} from "./declare";
import { knowLastingOutputs, type LastingOutputs } from "./lasting-outputs";
import { oauthClientFields, oauthClientKeptSecrets } from "./oauth-client.fields";
import type { Live } from "./oauth-client.reading";

/** What an OAuth client is declared with. Sections 2.12 and 4.6 of the interface. */
export interface OAuthClientInputs extends CommonInputs {
  /**
   * Id of an existing OAuth client to take over instead of creating one. What is declared is set; its secret is not reset, and so
   * not known, unless `secretVersion` is declared. Remove it when the client is in the state.
   */
  readonly adopt?: string;
  /** The name shown to users when they are asked for access, 1 to 512 characters; several clients may bear the same. Required but with `adopt`. Changed in place. */
  readonly label?: string;
  /** The url to which a successful login is redirected, with an exchange code. Required but with `adopt`. Changed in place. */
  readonly redirectUri?: string;
  /**
   * Whether it is a public client, which uses another authentication workflow and has no secret. Changed in place; one that the
   * program makes confidential gets a new secret. Default: not specified by the service, and not managed.
   */
  readonly public?: boolean;
  /**
   * Path of a PNG, JPEG, GIF or WebP file, relative to the program's folder, or a `pulumi.asset.FileAsset`. Everybody can see it.
   * The service documents PNG only, and may refuse the others after the client was created: the package warns. Sent again when the
   * file's bytes change, or when another image is served. Bounds: not specified. Without it, the thumbnail is not managed: the
   * interface has no operation that removes one.
   */
  readonly thumbnail?: string;
  /** The sha256 of the thumbnail's bytes in hexadecimal, worked out by the package. */
  readonly thumbnailHash?: string;
  /**
   * Any text or number: adding or changing it resets the secret, whereupon the service refuses the old one. Removing it changes
   * nothing. Not for public clients. Default: the secret is reset once, when the client is created.
   */
  readonly secretVersion?: string | number;
}

/** The arguments of an `OAuthClient`. */
export type OAuthClientArgs = Omit<ArgsOf<OAuthClientInputs>, "thumbnail" | "thumbnailHash"> & {
  /**
   * Path of a PNG, JPEG, GIF or WebP file, relative to the program's folder, or a `pulumi.asset.FileAsset`. Everybody can see it.
   * The service documents PNG only, and may refuse the others after the client was created: the package warns. Sent again when the
   * file's bytes change, or when another image is served. Bounds: not specified. Without it, the thumbnail is not managed: the
   * interface has no operation that removes one.
   */
  thumbnail?: pulumi.Input<string> | pulumi.asset.FileAsset;
};

/**
 * An application that logs users of the service in. Creating it resets its secret once, for the service shows a secret in plain
 * text after a reset only. Deleting it invalidates its id, its secret and all tokens issued to it.
 */
export class OAuthClient extends pulumi.CustomResource {
  /** The public identifier, which is no secret. */
  declare public readonly clientId: pulumi.Output<string>;
  /** The name shown to users. */
  declare public readonly label: pulumi.Output<string>;
  /** Whether it is a public client. */
  declare public readonly public: pulumi.Output<boolean>;
  /** Where a successful login is redirected. */
  declare public readonly redirectUri: pulumi.Output<string>;
  /**
   * The secret in plain text, as the last reset by this resource returned it; always secret. Undefined for a public client, and
   * for one that was adopted or read and never reset. One that somebody else resets is not noticed: change
   * `secretVersion` then.
   */
  declare public readonly secret: pulumi.Output<string | undefined>;
  /** `active`, `disabled` or `suspended` (section 3.5). */
  declare public readonly status: pulumi.Output<string>;
  /** Where everybody can see its thumbnail; null when there is none. */
  declare public readonly thumbnailUrl: pulumi.Output<string | null>;
  /** The sha256, in hexadecimal, of the thumbnail that was served when it was last read; null when there was none. */
  declare public readonly thumbnailHash: pulumi.Output<string | null>;

  /** Reads an OAuth client that exists, by its id, without managing it. Its secret can't be read. */
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

  /** @param args Left out by `get` only. */
  constructor(name: string, args?: OAuthClientArgs, options?: pulumi.CustomResourceOptions) {
    super(
      typeToken(declaration),
      name,
      propertiesOf(declaration, name, args && { ...args, thumbnail: pathOf(args.thumbnail) }, options),
      optionsOf(declaration, options),
    );
    this.clientId = this.id;
    knowLastingOutputs(this, lastingOutputs);
  }
}

const declaration: DeclarationOf<OAuthClient, OAuthClientInputs, Live, typeof oauthClientKeptSecrets> = {
  lifecycle: "oauthClient",
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
};

const lastingOutputs: LastingOutputs = {
  names: outputsOf(declaration, "stable"),
  list: (client, options) => client.oauthClients.list.all(options),
  shape: (operations) => operations.oauthClients.view.answer,
};
