import type { CallOptions, Client, Deadline } from "../../client";
import { deadlineAfter } from "../deadline";
import { causeOf, isAccessDenied, isRejection, LifecycleError } from "../failures";
import { cachedPerServices, type Services } from "../services";
import { accountsOf } from "./accounts";
import type { RecordedObject } from "./ownership";

/**
 * Whether the user of a token that can read its account is known to be restricted: only unrestricted users may list the logins (section
 * 4.3). A service without that list does not reveal it.
 * @throws NodecloudError if the service did not respond.
 */
export async function isUserRestricted(client: Client, options: CallOptions = {}): Promise<boolean> {
  try {
    await client.logins.list({}, options);
    return false;
  } catch (error) {
    if (!isRejection(error)) throw error;
    return isAccessDenied(error);
  }
}

/**
 * A restricted user sees only the objects that were granted to them. If a service returns 404 for the others, an object whose grant was
 * withdrawn looks as if it no longer existed.
 */
class RestrictedUser {
  readonly #services: Services;
  #request: Promise<boolean> | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Whether the user is known to be restricted, read once. Without access to its account, the token cannot list any user's logins.
   * @throws NodecloudError if the service did not respond by the deadline.
   */
  async read(deadline: Deadline): Promise<boolean> {
    const { allowEmpty, client } = this.#services;
    if (allowEmpty || accountsOf(this.#services).known === undefined) return false;
    this.#request ??= isUserRestricted(client, { deadline });
    try {
      return await this.#request;
    } catch (error) {
      this.#request = undefined;
      throw error;
    }
  }

  /** Throws if an object may exist although the token's user cannot see it. */
  async verifyAbsence({ kind, id }: Pick<RecordedObject, "kind" | "id">): Promise<void> {
    await this.#verifyAbsence(kind, `${kind} ${id}`);
  }

  /** Like `verifyAbsence`, for an object that an earlier request may have created. */
  async verifyCreatedNothing(kind: string): Promise<void> {
    await this.#verifyAbsence(kind, `the ${kind} of an earlier request`);
  }

  async #verifyAbsence(kind: string, object: string): Promise<void> {
    const { address, clock } = this.#services;
    let isRestricted: boolean;
    try {
      isRestricted = await this.read(deadlineAfter(clock, "1m"));
    } catch (error) {
      throw new LifecycleError(
        `${object} was not found at ${address}, and this run could not check whether the token's user can see every object: ${causeOf(error)}. Nothing was changed. Try again later.`,
      );
    }
    if (!isRestricted) return;
    throw new LifecycleError(
      `${object} was not found at ${address}, but the token's user is restricted, so it may exist but not be visible to this user. Nothing was changed. Run the command with the token of an unrestricted user, or, if the ${kind} no longer exists, add \`--allow-empty\`, or set NODECLOUD_ALLOW_EMPTY=1 in the environment.`,
    );
  }
}

export const restrictedUserOf = cachedPerServices((services) => new RestrictedUser(services));
