import type { Deadline } from "../../client";
import { deadlineAfter } from "../deadline";
import { LifecycleError, OtherAccountError } from "../failures";
import { cachedPerServices, type Services } from "../services";
import { accountsOf, type TokenAccount } from "./accounts";
import { adoptArgument } from "./adopt-argument";
import { adviseForget } from "./forget-advice";
import {
  compareIdentity,
  type Identity,
  type IdentityOutput,
  identityOutput,
  type LiveIdentity,
} from "./identity";
import type { ResourceOrigin } from "./origin";

/** In milliseconds: the resources of one run reach the plugin within about this time of each other. */
const concurrentReadTime = 500;

/** An object as a state records it. */
export interface RecordedObject {
  readonly kind: string;
  readonly id: string;
  readonly identity: Identity;
  readonly origin: ResourceOrigin | undefined;
}

/**
 * Verifies that a run changes only objects of its stack: the token belongs to the state's account, and the state records the objects. An
 * object that cannot be verified is not changed.
 */
export class Ownership {
  readonly #services: Services;
  readonly #registered = new Set<string>();
  /** An object in a state whose id belongs to another object here, so this may be another service. */
  #foreign: string | undefined;
  #planDeadline: Deadline | undefined;
  #hasWarned = false;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Registers an object as the state recorded it before this run. Values that this run records itself have the token's account and prove
   * nothing. Returns whether the object was registered for the first time.
   */
  register({ kind, id, identity }: Pick<RecordedObject, "kind" | "id" | "identity">): boolean {
    const key = `${kind} ${id}`;
    if (this.#registered.has(key)) return false;
    this.#registered.add(key);
    const accounts = accountsOf(this.#services);
    if (accounts.recorded === undefined && identity.account !== undefined) {
      accounts.recorded = identity.account;
      accounts.recordedBy = `${kind} ${id}`;
    }
    return true;
  }

  /** Returns whether the token is known to belong to the state's account. Throws if it is known to belong to another one. */
  async verifyAccount(recorded: RecordedObject): Promise<boolean> {
    return this.#compareAccount(recorded, await accountsOf(this.#services).ofToken());
  }

  /** Called by a diff that plans an update, which would be refused: a preview must not announce it. */
  async verifyPlannedUpdate(recorded: RecordedObject): Promise<void> {
    await this.#verifyPlanned(recorded);
  }

  /**
   * The same for a replacement. With the token of another account, the create is refused, and if the program has changed the provider, the
   * delete before it has the token of the old one and succeeds.
   */
  async verifyPlannedReplacement(recorded: RecordedObject): Promise<void> {
    const advice = `. To move the ${recorded.kind} to the account of a new provider, rename the resource, without \`aliases\`: the old provider then deletes it`;
    await this.#verifyPlanned(recorded, advice);
  }

  async #verifyPlanned(recorded: RecordedObject, advice?: string): Promise<void> {
    const { kind, id, identity } = recorded;
    if (identity.account !== undefined) {
      this.#compareAccount(recorded, await this.#tokenOfPlan(identity.account), advice);
      return;
    }
    // The object's own account is unknown, but all resources of one provider have the same.
    const otherAccount = await this.#otherAccountOfPlan();
    if (otherAccount !== undefined)
      throw new OtherAccountError(`${kind} ${id} was not changed: ${otherAccount}`);
  }

  /** Why `up` would refuse to create an object, if this is known: called by a check, which must not refuse it. */
  async findObstacleToCreate(kind: string): Promise<string | undefined> {
    const otherAccount = await this.#otherAccountOfPlan();
    return otherAccount && `\`pulumi up\` will not create or adopt this ${kind}: ${otherAccount}`;
  }

  /** Describes the accounts of the token and of the state, if they are known to differ. */
  async #otherAccountOfPlan(): Promise<string | undefined> {
    const { recorded } = accountsOf(this.#services);
    if (recorded === undefined) return undefined;
    const token = await this.#tokenOfPlan(recorded);
    if (token.kind !== "known" || token.euuid === recorded) return undefined;
    return this.#describeOtherAccount(token.euuid, recorded);
  }

  /**
   * The account of the token, for the checks and diffs of a run. They have one deadline, so that a preview of many resources does not wait
   * for each if the service does not respond. Warns once of what `up` would refuse for every object: the account may be known by then.
   */
  async #tokenOfPlan(account: string): Promise<TokenAccount> {
    this.#planDeadline ??= deadlineAfter(this.#services.clock, "5s");
    const token = await accountsOf(this.#services).ofToken(this.#planDeadline);
    if (token.kind === "failed" && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#services.log.warn(
        `${describeUnchecked(account, token.why)} Until this succeeds, \`pulumi up\` changes nothing.`,
      );
    }
    return token;
  }

  /** Called before an object is changed, deleted, or considered missing. Returns the same as `verifyAccount`. */
  async verifyBeforeChange(recorded: RecordedObject): Promise<boolean> {
    const isOurs = await this.verifyAccount(recorded);
    const { account } = recorded.identity;
    if (!isOurs && account !== undefined) {
      this.#refuseWithoutAccount(account, await accountsOf(this.#services).ofToken());
    }
    return isOurs;
  }

  /**
   * Called before an object is created or adopted: it has to be in the same account as the stack's other resources, and the service has to
   * be at this address. Also called before the object of an earlier create is searched for.
   * @param consequence The beginning of the message: what was not done.
   */
  async verifyBeforeCreate(
    kind: string,
    deadline: Deadline,
    consequence = `No ${kind} was created or adopted`,
  ): Promise<void> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken(deadline);
    const { recorded } = accounts;
    if (token.kind === "failed" && token.redirect !== undefined) {
      throw new LifecycleError(
        `${consequence}: ${token.redirect}. Change the service's address from ${this.#services.address} to the new one.`,
      );
    }
    if (recorded === undefined) return;
    if (token.kind === "known" && token.euuid !== recorded) {
      throw new LifecycleError(`${consequence}: ${this.#describeOtherAccount(token.euuid, recorded)}`);
    }
    this.#refuseWithoutAccount(recorded, token);
  }

  /** Called before a program reads an object by its id. */
  async verifyBeforeGet(kind: string, id: string): Promise<void> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken();
    const { recorded } = accounts;
    if (token.kind !== "known" || recorded === undefined || token.euuid === recorded) return;
    throw new LifecycleError(
      `${kind} ${id} was not read: ${this.#describeOtherAccount(token.euuid, recorded)}`,
    );
  }

  /** Throws if a live object is another one than the recorded one, with the same id. */
  verifyIdentity(recorded: RecordedObject, live: LiveIdentity): void {
    if (compareIdentity(recorded.identity, live) !== "other") return;
    const { kind, id, identity } = recorded;
    this.#foreign ??= `${kind} ${id}`;
    throw new LifecycleError(
      `${kind} ${id} at ${this.#services.address} is not the one in the state (that one was ${describeIdentity(identity)}, this one ${describeIdentity(live)}). Nothing was changed. Check the address and the token; if the ${kind} in the state no longer exists, ${this.#adviseForgetAndAdopt(recorded)}.`,
    );
  }

  /**
   * Throws if another object of this process is not the one in its state: a second service may have the same account, and then a missing id
   * proves nothing. Waits for objects that are read at the same time.
   */
  async verifyService({ kind, id }: RecordedObject): Promise<void> {
    const { allowEmpty, address, clock } = this.#services;
    if (allowEmpty) return;
    await clock.sleep(concurrentReadTime);
    if (this.#foreign === undefined) return;
    throw new LifecycleError(
      `There is no ${kind} ${id} at ${address}, and ${this.#foreign} there is not the one in the state, so this may be another service. Nothing was changed. Check the address; if it is right, resolve the error of ${this.#foreign} first.`,
    );
  }

  /** The identity of an object, for its outputs. Without an account if that is not known by the deadline. */
  async identityOutput(recorded: Identity, live: LiveIdentity, deadline?: Deadline): Promise<IdentityOutput> {
    const token = await accountsOf(this.#services).ofToken(deadline);
    return identityOutput(recorded, live, token.kind === "known" ? token.euuid : undefined);
  }

  #compareAccount(
    recorded: RecordedObject,
    token: TokenAccount,
    advice = this.#adviseOnOtherAccount(recorded),
  ): boolean {
    const { kind, id } = recorded;
    const { account } = recorded.identity;
    if (token.kind !== "known" || account === undefined) return false;
    if (token.euuid === account) return true;
    throw new OtherAccountError(
      `${kind} ${id} belongs to account ${account}, but the token belongs to account ${token.euuid} at ${this.#services.address}. Nothing was changed. Use a token for account ${account}${advice}.`,
    );
  }

  #describeOtherAccount(account: string, recorded: string): string {
    const owner = describeOwner(accountsOf(this.#services));
    return `the token belongs to account ${account} at ${this.#services.address}, but ${owner} account ${recorded}. Use a token for account ${recorded}, or another stack or provider.`;
  }

  /** A resource that a program only reads by its id has no origin. To adopt its object would be to manage that of somebody else. */
  #adviseOnOtherAccount(recorded: RecordedObject): string {
    return recorded.origin === undefined
      ? ", or read another id"
      : `, or, if the ${recorded.kind} was moved to the other account, ${this.#adviseForgetAndAdopt(recorded)}`;
  }

  #adviseForgetAndAdopt(recorded: RecordedObject): string {
    const { kind, id } = recorded;
    return `${adviseForget(this.#services, recorded)}, and set \`adopt: ${adoptArgument(id)}\` to manage this ${kind}`;
  }

  #refuseWithoutAccount(account: string, token: TokenAccount): void {
    if (token.kind === "failed") throw new LifecycleError(describeUnchecked(account, token.why));
  }
}

export const ownershipOf = cachedPerServices((services) => new Ownership(services));

/** One resource may have got this provider only now, so it does not speak for all resources in the stack. */
function describeOwner({ recordedBy }: { readonly recordedBy: string | undefined }): string {
  return recordedBy === undefined
    ? "the other resources in the stack that have this provider belong to"
    : `${recordedBy}, whose resource has the same provider, belongs to`;
}

function describeUnchecked(account: string, why: string): string {
  return `Could not check whether the token belongs to account ${account}, as the stack does: ${why}`;
}

function describeIdentity({ created, region }: LiveIdentity): string {
  const place = region ? ` in region ${region}` : "";
  return created ? `created ${created}${place}` : `created at an unknown time${place}`;
}
