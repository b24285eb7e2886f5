/** A login to an OAuth client, without the exchange of a code, which the interface does not specify. */
export interface LoginRequest {
  readonly clientId: string;
  /** A public client needs none. */
  readonly secret?: string | undefined;
  /** The user who logs in. */
  readonly username: string;
  /** In the brand's word: `acmes:read_only`. */
  readonly scopes: readonly string[];
}
