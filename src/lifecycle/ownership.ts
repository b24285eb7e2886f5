import { accountsOf } from "./accounts";
import type { ResourceOrigin } from "./definition";
import { LifecycleError } from "./failures";
import { compareIdentity, type Identity, type LiveIdentity, recordIdentity } from "./identity";
import { perServices, type Services } from "./services";
import { urnOf } from "./urn";

/** Resources of one run reach the plugin at about the same time. */
const concurrentReadsTake = 500;

/** A thing as a state knows it. */
export interface RecordedObject {
  readonly kind: string;
  readonly id: string;
  readonly identity: Identity;
  readonly origin: ResourceOrigin | undefined;
}

/**
 * Makes sure that a run acts on what is its own: with the token of the account that the state was made with, and on
 * the very things that it made. Whatever is not certain changes nothing.
 */
export class Ownership {
  readonly #services: Services;
  readonly #noted = new Set<string>();
  /** A resource of a state whose id belongs to something else here: this may be another service. */
  #stranger: string | undefined;

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Remembers whose a state's thing is, as the state said before this run: what this run records is of the token's
   * account, and proves nothing about it. Answers whether it is the first mention of the thing.
   */
  register({ kind, id, identity }: Pick<RecordedObject, "kind" | "id" | "identity">): boolean {
    const key = `${kind} ${id}`;
    if (this.#noted.has(key)) return false;
    this.#noted.add(key);
    accountsOf(this.#services).recorded ??= identity.account;
    return true;
  }

  /** Whether the token is known to be of the state's account. Throws where it is known to be another's. */
  async verifyAccount(known: RecordedObject): Promise<boolean> {
    const { account } = known.identity;
    const token = await accountsOf(this.#services).ofToken();
    if (token.kind !== "known" || account === undefined) return false;
    if (token.euuid === account) return true;
    throw new LifecycleError(
      `${known.kind} ${known.id} belongs to account ${account}, but the token in use is of account ${token.euuid} at ${this.#services.address}. Nothing was changed. Use a token of account ${account}; if the ${known.kind} was moved to the other account, ${forgetAndAdopt(known)}.`,
    );
  }

  /** Before something is written, deleted, or taken to be gone. Answers as `isOurAccount` does. */
  async verifyBeforeChange(known: RecordedObject): Promise<boolean> {
    const isOurs = await this.verifyAccount(known);
    if (!isOurs && known.identity.account !== undefined)
      await this.#refuseWhileUnknown(known.identity.account);
    return isOurs;
  }

  /** Before something is created or adopted: in the account that the other resources of the stack are in. */
  async verifyBeforeCreate(kind: string): Promise<void> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken();
    const { recorded } = accounts;
    if (recorded === undefined) return;
    if (token.kind === "known" && token.euuid !== recorded) {
      throw new LifecycleError(
        `No ${kind} was created or adopted: the token in use is of account ${token.euuid} at ${this.#services.address}, but the other resources of this stack belong to account ${recorded}. Use a token of account ${recorded}, or another stack.`,
      );
    }
    await this.#refuseWhileUnknown(recorded);
  }

  /** Before a program reads what it names by its id. */
  async verifyBeforeGet(kind: string, id: string): Promise<void> {
    const accounts = accountsOf(this.#services);
    const token = await accounts.ofToken();
    if (token.kind !== "known" || [undefined, token.euuid].includes(accounts.recorded)) return;
    throw new LifecycleError(
      `${kind} ${id} was not read: the token in use is of account ${token.euuid} at ${this.#services.address}, but the resources of this stack belong to account ${accounts.recorded}. Use a token of account ${accounts.recorded}, or another stack.`,
    );
  }

  /** Throws where the service shows another thing under the same id. Answers whether it is proven to be the same. */
  verifyIdentity(known: RecordedObject, seen: LiveIdentity): boolean {
    const verdict = compareIdentity(known.identity, seen);
    if (verdict !== "other") return verdict === "same";
    const { kind, id, identity } = known;
    this.#stranger ??= `${kind} ${id}`;
    throw new LifecycleError(
      `${kind} ${id} at ${this.#services.address} is not the one in the state: that one was ${describeOrigin(identity)}, and this one was ${describeOrigin(seen)}. It was not touched, and the state was not changed. Check the address and the token; if the ${kind} in the state no longer exists, ${forgetAndAdopt(known)}.`,
    );
  }

  /**
   * Throws where another resource of this process turned out not to be the one in its state: a second service may
   * have the same account, and then a missing id proves nothing. Waits for those that are read at the same time.
   */
  async verifyService({ kind, id }: RecordedObject): Promise<void> {
    const { allowEmpty, address, clock } = this.#services;
    if (allowEmpty) return;
    await clock.sleep(concurrentReadsTake);
    if (this.#stranger === undefined) return;
    throw new LifecycleError(
      `${kind} ${id} was not found at ${address}, and ${this.#stranger} there is not the one in the state, so this may be another service. Nothing was changed. Check the address; if it is right, settle ${this.#stranger} first, as its own error says.`,
    );
  }

  /** The identity of a thing as outputs record it. */
  async identityOutput(recorded: Identity, seen: LiveIdentity): Promise<{ readonly identity?: Identity }> {
    const token = await accountsOf(this.#services).ofToken();
    const identity = recordIdentity(recorded, seen, token.kind === "known" ? token.euuid : undefined);
    return Object.keys(identity).length > 0 ? { identity } : {};
  }

  async #refuseWhileUnknown(account: string): Promise<void> {
    const token = await accountsOf(this.#services).ofToken();
    if (token.kind !== "failed") return;
    throw new LifecycleError(
      `Whether the token is of account ${account}, to which the stack belongs, can't be checked now: ${token.why} Nothing was changed. Try again later.`,
    );
  }
}

export const ownershipOf = perServices((services) => new Ownership(services));

function describeOrigin({ created, region }: LiveIdentity): string {
  const where = region ? ` in region ${region}` : "";
  return created ? `created ${created}${where}` : `created at an unknown time${where}`;
}

function forgetAndAdopt({ id, kind, origin }: RecordedObject): string {
  const urn = origin ? `'${urnOf(origin)}'` : "<urn>";
  return `run \`pulumi state delete ${urn}\`, and write \`adopt: ${/^\d+$/.test(id) ? id : JSON.stringify(id)}\` into the program to manage this ${kind}`;
}
