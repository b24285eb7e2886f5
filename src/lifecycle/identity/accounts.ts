import type { Deadline } from "../../client";
import { messageOf } from "../../unknown";
import { deadlineAfter } from "../deadline";
import { causeOf, isRedirected, isRejection } from "../failures";
import { cachedPerServices, type Services } from "../services";

/** The account that the token belongs to, if the service returns it. */
export type TokenAccount =
  | { readonly kind: "known"; readonly euuid: string }
  /** The token has no access to its account, or the response does not contain it. */
  | { readonly kind: "unreadable" }
  /** The request failed, and a later one may succeed. `redirect` describes the redirect if the service responded with one. */
  | { readonly kind: "failed"; readonly why: string; readonly redirect?: string };

const timedOut: TokenAccount = {
  kind: "failed",
  why: "the service did not respond. Nothing was changed.",
};

/** In milliseconds: after a failure, the account is not requested again for this long. */
const retryAfter = 10_000;

/**
 * The account that the token belongs to, read once for all resources of the process, and the account in the states that the process
 * received.
 */
class Accounts {
  /**
   * The account that the state records. If it was not passed to the process, it comes from the first resource that the process receives.
   */
  recorded: string | undefined;
  /** The object of that resource. Undefined if the account was passed to the process. */
  recordedBy: string | undefined;
  readonly #services: Services;
  #request: Promise<TokenAccount> | undefined;
  #known: string | undefined;
  #failedAt: number | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.recorded = services.stackAccount;
  }

  /** The account that the token belongs to, if a response has already contained it. */
  get known(): string | undefined {
    return this.#known;
  }

  /** Waits no longer than the deadline. The request continues after the deadline, because other resources may wait for it too. */
  async ofToken(deadline?: Deadline): Promise<TokenAccount> {
    if (deadline === undefined) return this.#current();
    const { clock } = this.#services;
    const timer = new AbortController();
    const remaining = deadline.at - clock.now();
    const timeout = clock.sleep(remaining, timer.signal).then(
      () => timedOut,
      () => timedOut,
    );
    try {
      return await Promise.race([remaining > 0 ? this.#current() : (this.#request ?? timedOut), timeout]);
    } finally {
      timer.abort("The account is known.");
    }
  }

  #current(): Promise<TokenAccount> {
    const { clock } = this.#services;
    // Negative if the clock was set back since.
    const age = this.#failedAt === undefined ? 0 : clock.now() - this.#failedAt;
    if (age < 0 || age >= retryAfter) this.#request = undefined;
    this.#request ??= this.#read();
    return this.#request;
  }

  async #read(): Promise<TokenAccount> {
    const { client, clock } = this.#services;
    this.#failedAt = undefined;
    try {
      const { euuid } = await client.account.view({}, { deadline: deadlineAfter(clock, "2m") });
      if (typeof euuid === "string" && euuid !== "") {
        this.#known = euuid;
        return { kind: "known", euuid };
      }
      return this.#unreadable("the response has no euuid");
    } catch (error) {
      const redirect = isRedirected(error) ? { redirect: causeOf(error) } : undefined;
      if (isRejection(error) && !redirect) return this.#unreadable(causeOf(error));
      this.#failedAt = clock.now();
      return { kind: "failed", why: messageOf(error), ...redirect };
    }
  }

  #unreadable(why: string): TokenAccount {
    this.#services.log.warn(
      `The token cannot read its account: ${why}. This run cannot tell whether a resource belongs to another account, and compares only creation times and regions. Give the token the scope account:read_only.`,
    );
    return { kind: "unreadable" };
  }
}

export const accountsOf = cachedPerServices((services) => new Accounts(services));
