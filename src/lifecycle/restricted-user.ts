import { NodecloudError } from "../client";
import { accountsOf } from "./accounts";
import { deadlineAfter } from "./deadline";
import { LifecycleError } from "./failures";
import type { RecordedObject } from "./ownership";
import { perServices, type Services } from "./services";

/**
 * A restricted user sees only what was granted to it, and where a service answers 404 instead of 403, an object whose grant was
 * withdrawn looks as if it no longer existed. Only unrestricted users may list the logins (section 4.3), which shows what a user is.
 */
class RestrictedUser {
  readonly #services: Services;
  #request: Promise<boolean> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Throws when the token's user may only be unable to see an object. */
  async verifyAbsence({ kind, id }: RecordedObject): Promise<void> {
    const { address, allowEmpty } = this.#services;
    // Without access to its account, the token may not list the logins of any user.
    if (allowEmpty || accountsOf(this.#services).known === undefined) return;
    this.#request ??= this.#isRestricted();
    if (!(await this.#request)) return;
    throw new LifecycleError(
      `${kind} ${id} was not found at ${address}, but the token's user is restricted, so it may exist without a grant. Nothing was changed. Run the command with the token of an unrestricted user, or, if the ${kind} no longer exists, add \`--allow-empty\`, or set NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
  }

  async #isRestricted(): Promise<boolean> {
    const { client, clock } = this.#services;
    try {
      await client.logins.list({}, { deadline: deadlineAfter(clock, "1m") });
      return false;
    } catch (error) {
      return error instanceof NodecloudError && ["forbidden", "unauthorized"].includes(error.code);
    }
  }
}

export const restrictedUserOf = perServices((services) => new RestrictedUser(services));
