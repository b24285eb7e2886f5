import type { CallOptions, Deadline } from "../client";

/** The objects of one kind, as lifecycles read them. */
export interface Collection<Live> {
  /** Notes that this process has just changed the object, so that earlier reads of it no longer count. */
  markChanged(id: string): void;
  /** Notes that this process has just created the object, so that lists may not show it for a while. */
  markCreated(id: string): void;
  /**
   * Notes that this process sent a request to delete the object, so that a 404 needs no confirmation.
   * @param isAccepted Whether the service accepted it. A view may be refused from then on: the user's grant ends with the object.
   */
  markDeleted(id: string, isAccepted: boolean): void;
  /**
   * The object at most 5 s ago, and after this process last changed it. Undefined when it no longer exists. Lists may lag behind, so
   * an object that a list shows and `isExpected` does not accept is viewed.
   */
  read(id: string, isExpected?: (live: Live) => boolean): Promise<Live | undefined>;
  /** The same without what takes a request per object, such as a thumbnail: enough to verify its identity. */
  readRecent(id: string, deadline: Deadline): Promise<Live | undefined>;
  /**
   * Reads the object once more, as it was at `since` or later. A list that failed since then fails this read too, so that many
   * resources that try again cause one request.
   */
  readAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined>;
  /** The same, but an object that only a list shows is viewed: lists may lag behind. */
  viewAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined>;
  /** All objects in a list of the last 5 s, without what takes a request per object. */
  listRecent(): Promise<ReadonlyMap<string, Live>>;
  /** A new list of all objects, without what takes a request per object. */
  listAll(): Promise<Pick<ListedObjects<Live>, "items" | "results">>;
  /**
   * The object now. Undefined when it no longer exists: no list shows it either, after at most a minute in which lists may lag behind.
   */
  view(id: string, options?: CallOptions): Promise<Live | undefined>;
  /** All objects, in a list that is requested after this call, without what takes a request per object. */
  list(options?: Pick<CallOptions, "deadline">): Promise<ListedObjects<Live>>;
  /** Sleeps before `readAgain`. Meanwhile, the object counts as one that is waited for, so that its next read shares a list. */
  sleep(id: string, ms: number): Promise<void>;
  /** Polls until the goal is reached, and not only in a list that may lag behind. Undefined when the object no longer exists. */
  wait(id: string, wait: Wait<Live>): Promise<Live | undefined>;
}

/** The objects of a list. */
export interface ListedObjects<Live> {
  readonly items: ReadonlyMap<string, Live>;
  /** How many items the list has by the service's count. More than `items` if the service leaves some out. */
  readonly results: number;
  /** How many items cannot be read, so that `items` does not have them. */
  readonly unreadable: number;
}

export interface Wait<Live> {
  /** Completes the sentence "waiting for instance 5 ...": `to be running`. */
  readonly goal: string;
  /** Whether the goal is reached. Throws when it never will be. `live` is undefined when the object no longer exists. */
  readonly until: (live: Live | undefined) => boolean;
  /** The current state in words, for progress messages and the timeout error: `it is provisioning`. */
  readonly describe: (live: Live | undefined) => string;
  readonly deadline: Deadline;
  readonly reportProgress: (what: string) => void;
  /**
   * Whether how long this wait took tells how long others for the same goal will take: not where `until` gave the goal up. Default: yes.
   */
  readonly isTypical?: (live: Live | undefined) => boolean;
  /** Default: `pollRate.normal`. */
  readonly rate?: number;
}
