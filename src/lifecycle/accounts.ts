import { NodecloudError } from "../client";
import { messageOf } from "../unknown";
import { deadlineAfter } from "./deadline";
import { perServices, type Services } from "./services";

/** Whose the token is, as far as the service tells. */
type TokenAccount =
  | { readonly kind: "known"; readonly euuid: string }
  /** The token may not read its account, or the service does not name it. */
  | { readonly kind: "unreadable" }
  /** The service did not answer; it may later. */
  | { readonly kind: "failed"; readonly why: string };

/** After a failure, the account is not asked for again for this long. */
const failureLasts = 60_000;

/** The account of the token, read once for all resources of the process, and that of the states they were given. */
class Accounts {
  /** The account that a state of this process recorded. */
  recorded: string | undefined;
  readonly #services: Services;
  #asked: Promise<TokenAccount> | undefined;
  #failedAt: number | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  ofToken(): Promise<TokenAccount> {
    const { clock } = this.#services;
    if (this.#failedAt !== undefined && clock.now() - this.#failedAt >= failureLasts) this.#asked = undefined;
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  async #ask(): Promise<TokenAccount> {
    const { client, clock } = this.#services;
    this.#failedAt = undefined;
    try {
      const { euuid } = await client.account.view({}, { deadline: deadlineAfter(clock, "2m") });
      if (typeof euuid === "string" && euuid !== "") return { kind: "known", euuid };
      return this.#unreadable("the answer names none");
    } catch (error) {
      if (isFinal(error)) return this.#unreadable(messageOf(error));
      this.#failedAt = clock.now();
      return { kind: "failed", why: messageOf(error) };
    }
  }

  #unreadable(why: string): TokenAccount {
    this.#services.log.warn(
      `The account of the token can't be read, so this run can't tell whether a resource belongs to another account; it compares creation times and regions only. Give the token the scope account:read_only. (${why})`,
    );
    return { kind: "unreadable" };
  }
}

export const accountsOf = perServices((services) => new Accounts(services));

function isFinal(error: unknown): boolean {
  return (
    error instanceof NodecloudError &&
    ["unauthorized", "forbidden", "not_found", "rejected"].includes(error.code)
  );
}
