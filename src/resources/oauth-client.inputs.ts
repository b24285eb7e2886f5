import type { CommonInputs } from "../common-inputs";
import type { ArgsOf } from "./args";

/** The arguments of an `OAuthClient`, as known values. Sections 2.12 and 4.6 of the interface. */
export interface OAuthClientInputs extends CommonInputs {
  /**
   * Id of an existing OAuth client to adopt instead of creating one. Arguments are set as declared. Its secret is not reset, and
   * so stays unknown, unless `secretVersion` is declared. Remove it once the client is in the state.
   */
  readonly adopt?: string;
  /**
   * Name that users see when they are asked for access, 1 to 512 characters; several clients may have the same name. Required, except
   * with `adopt`. Changed in place.
   */
  readonly label?: string;
  /**
   * URL to which a successful login is redirected, with an exchange code. Required, except with `adopt`. Changed in place.
   */
  readonly redirectUri?: string;
  /**
   * Whether it is a public client, which uses another authentication workflow and has no secret. Changed in place; changing it to
   * false resets the secret. Default: not managed; the service chooses.
   */
  readonly public?: boolean;
  /**
   * Path of a PNG, JPEG, GIF or WebP file, relative to the program's folder, or a `pulumi.asset.FileAsset`. The thumbnail is publicly
   * visible. The service documents PNG only and may reject other types after it has created the client, so they cause a warning. Sent again
   * if the file's bytes change or the service serves another image. Size: not specified. Default: not managed; the interface cannot remove
   * a thumbnail.
   */
  readonly thumbnail?: string;
  /** SHA-256 of the thumbnail's bytes, in hexadecimal. The package computes it. A change sends the thumbnail again. */
  readonly thumbnailHash?: string;
  /**
   * Any string or number. Adding or changing it resets the secret, which invalidates the old one; removing it does nothing. Refused for
   * public clients. Default: the secret is reset once, at creation.
   */
  readonly secretVersion?: string | number;
}

/** The arguments of an `OAuthClient`. */
export type OAuthClientArgs = Omit<ArgsOf<OAuthClientInputs, "thumbnail">, "thumbnailHash">;
