import type { Client, Event, Page } from "../../client";
import type { Clock } from "../../clock";
import {
  type InspectedObject,
  type Inspector,
  isAborted,
  isUserRestricted,
  type Properties,
} from "../../lifecycle";
import { type ResourceClass, resourceClasses } from "../../resources/resource-class";
import { resourceTypes } from "../../resources/resource-types";
import { messageOf } from "../../unknown";
import type { Problem } from "../types.generated";
import type { ObjectName } from "./object-name";
import { scopeAdvice } from "./scope-advice";

/** The account of the token, or why it is unknown. */
export type TokenAccount =
  | { readonly isKnown: true; readonly euuid: string }
  | { readonly isKnown: false; readonly why: string };

export interface AccountReaderOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** The address of the service, for messages. */
  readonly address: string;
  readonly brand: string;
  /** The explicit provider whose token it is, for messages. Undefined for the default provider. */
  readonly provider: string | undefined;
  readonly onProgress: (message: string) => void;
}

/** The contents of one account: a list of each type, and single objects that were read again later. */
export class AccountReader {
  readonly address: string;
  /** The word that the operator writes where the interface writes `node`. */
  readonly brand: string;
  readonly #client: Client;
  readonly #provider: string | undefined;
  readonly #onProgress: (message: string) => void;
  readonly #inspectors = new Map<ResourceClass, Inspector>();
  readonly #objects = new Map<ResourceClass, Map<string, InspectedObject>>();
  readonly #problems = new Map<string, Problem>();
  #account: TokenAccount | undefined;
  #user: "restricted" | "unrestricted" | undefined;

  constructor({ client, clock, address, brand, provider, onProgress }: AccountReaderOptions) {
    this.address = address;
    this.brand = brand;
    this.#client = client;
    this.#provider = provider;
    this.#onProgress = onProgress;
    const services = { client, clock };
    for (const type of resourceClasses) this.#inspectors.set(type, resourceTypes[type].inspector(services));
  }

  /** The failed reads. */
  get problems(): readonly Problem[] {
    return [...this.#problems.values()];
  }

  /** Undefined before `readAccount`. */
  get account(): TokenAccount | undefined {
    return this.#account;
  }

  /** Whether the token's user sees everything in its account. Undefined if that is unknown, and before `readUser`. */
  get user(): "restricted" | "unrestricted" | undefined {
    return this.#user;
  }

  inspector(type: ResourceClass): Inspector {
    const inspector = this.#inspectors.get(type);
    if (inspector === undefined) throw new RangeError(`There is no inspector of ${type}.`);
    return inspector;
  }

  /** The objects of a type. Undefined if they could not be listed. */
  objects(type: ResourceClass): ReadonlyMap<string, InspectedObject> | undefined {
    return this.#objects.get(type);
  }

  async readAccount(): Promise<TokenAccount> {
    try {
      const { euuid } = await this.#client.account.view();
      this.#account =
        typeof euuid === "string" && euuid !== ""
          ? { isKnown: true, euuid }
          : { isKnown: false, why: "the response has no euuid." };
    } catch (error) {
      rethrowInterrupt(error);
      const why = `${messageOf(error)}${scopeAdvice(error, "account:read_only")}`;
      this.#account = { isKnown: false, why };
    }
    if (this.#account.isKnown) this.#problems.delete("account");
    else {
      this.#problems.set("account", {
        ...{ subject: this.subject(`account at ${this.address}`), stack: null, type: null },
        message: `It could not be read, so it is impossible to tell whether a missing resource was deleted or belongs to another account: ${this.#account.why}`,
      });
    }
    return this.#account;
  }

  /** Finds out once whether the token's user is restricted, if its account is known. */
  async readUser(): Promise<void> {
    if (!this.#account?.isKnown || this.#user !== undefined) return;
    try {
      this.#user = (await isUserRestricted(this.#client)) ? "restricted" : "unrestricted";
    } catch (error) {
      rethrowInterrupt(error);
    }
  }

  /** Lists the objects of the given types again, all at the same time. */
  async list(types: readonly ResourceClass[]): Promise<void> {
    await Promise.all(types.map((type) => this.#list(type)));
  }

  /** Views an object that no stack records. A failure is a problem of the report. */
  async viewOther({ type, id }: ObjectName): Promise<void> {
    const key = `${type} ${id}`;
    try {
      await this.view({ type, id }, {});
      this.#problems.delete(key);
    } catch (error) {
      rethrowInterrupt(error);
      const subject = this.subject(`${this.inspector(type).kind} ${id}`);
      this.#problems.set(key, { subject, stack: null, type, message: messageOf(error) });
    }
  }

  /** The first page of the event log, in the service's default page size. */
  readEvents(): Promise<Page<Event>> {
    return this.#client.events.list();
  }

  /** The event log, page by page, as far as the caller reads. */
  eventPages(): AsyncIterable<Page<Event>> {
    return this.#client.events.list.pages();
  }

  /** Reads one object as its inputs need it, perhaps in a list of the last 5 s. Undefined when it no longer exists. */
  async read({ type, id }: ObjectName, inputs: Properties): Promise<InspectedObject | undefined> {
    return this.#keep(type, id, await this.inspector(type).read(id, inputs));
  }

  /** Views one object as it is now. Undefined when it no longer exists. */
  async view({ type, id }: ObjectName, inputs: Properties): Promise<InspectedObject | undefined> {
    return this.#keep(type, id, await this.inspector(type).view(id, inputs));
  }

  #keep(type: ResourceClass, id: string, object: InspectedObject | undefined): InspectedObject | undefined {
    const objects = this.#objects.get(type) ?? new Map<string, InspectedObject>();
    if (object === undefined) objects.delete(id);
    else objects.set(id, object);
    return object;
  }

  async #list(type: ResourceClass): Promise<void> {
    const { kind } = this.inspector(type);
    const problem = (message: string): Problem => ({
      subject: this.subject(`list of ${kind}s`),
      stack: null,
      type,
      message,
    });
    try {
      const { objects, hidden } = await this.#listWhole(type);
      this.#objects.set(type, new Map(objects));
      this.#onProgress(`${objects.size} ${kind}s listed`);
      this.#problems.delete(type);
      if (hidden > 0) {
        this.#problems.set(
          type,
          problem(
            `The service reports ${hidden} more ${kind}s than it returned, so some were not compared. The token's user may have no grants for them.`,
          ),
        );
      }
    } catch (error) {
      rethrowInterrupt(error);
      this.#objects.delete(type);
      this.#problems.set(type, problem(`${messageOf(error)}${scopeAdvice(error)}`));
    }
  }

  /** Several accounts of one scan have lists, and logs, of the same names. */
  subject(name: string): string {
    return this.#provider === undefined ? name : `${name} (${this.#provider})`;
  }

  /** A list that grows while it is read seems to lack an item, so a second list decides. */
  async #listWhole(type: ResourceClass) {
    const inspector = this.inspector(type);
    const first = await inspector.list();
    return first.hidden > 0 ? inspector.list() : first;
  }
}

/** An interrupt ends the scan. Any other error makes it incomplete. */
export function rethrowInterrupt(error: unknown): void {
  if (isAborted(error)) throw error;
}
