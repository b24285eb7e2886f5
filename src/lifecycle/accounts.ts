import { NodecloudError } from "../client";
import { messageOf } from "../unknown";
import { deadlineAfter } from "./deadline";
import { causeOf } from "./failures";
import { perServices, type Services } from "./services";

/** The account of the token, as far as the service shows it. */
type TokenAccount =
  | { readonly kind: "known"; readonly euuid: string }
  /** The token has no access to its account, or the answer does not name it. */
  | { readonly kind: "unreadable" }
  /** The service did not answer. A later request may succeed. */
  | { readonly kind: "failed"; readonly why: string };

/** In milliseconds: after a failure, the account is not requested again for this long. */
const retryAfter = 60_000;

/** The account of the token, read once for all resources of the process, and the account of the states that it was given. */
class Accounts {
  /** The account that a state of this process recorded. */
  recorded: string | undefined;
  readonly #services: Services;
  #request: Promise<TokenAccount> | undefined;
  #failedAt: number | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  ofToken(): Promise<TokenAccount> {
    const { clock } = this.#services;
    if (this.#failedAt !== undefined && clock.now() - this.#failedAt >= retryAfter) this.#request = undefined;
    this.#request ??= this.#read();
    return this.#request;
  }

  async #read(): Promise<TokenAccount> {
    const { client, clock } = this.#services;
    this.#failedAt = undefined;
    try {
      const { euuid } = await client.account.view({}, { deadline: deadlineAfter(clock, "2m") });
      if (typeof euuid === "string" && euuid !== "") return { kind: "known", euuid };
      return this.#unreadable("the answer has no euuid");
    } catch (error) {
      if (isFinal(error)) return this.#unreadable(causeOf(error));
      this.#failedAt = clock.now();
      return { kind: "failed", why: messageOf(error) };
    }
  }

  #unreadable(why: string): TokenAccount {
    this.#services.log.warn(
      `The token can't read its account, so this run can't tell whether a resource belongs to another account, and compares only creation times and regions: ${why}. Give the token the scope account:read_only.`,
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
