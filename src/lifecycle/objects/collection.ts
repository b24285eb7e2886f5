import type { CallOptions, Deadline } from "../../client";

/** The objects of one kind, as lifecycles read them. */
export interface Collection<Live> {
  /** Records that this process has just changed the object, so earlier reads of it no longer count. */
  markChanged(id: string): void;
  /** Records that this process has just created the object, so lists may not contain it for a while. */
  markCreated(id: string): void;
  /**
   * Records that this process sent a request to delete the object, so a 404 needs no confirmation.
   * @param isAccepted Whether the service accepted it. A view may be rejected from then on: the user's grant ends with the object.
   */
  markDeleted(id: string, isAccepted: boolean): void;
  /**
   * The object as read within the last 5 s and after this process last changed it. Undefined if it no longer exists. Lists may lag behind,
   * so a listed object that `isExpected` does not accept is viewed.
   */
  read(id: string, isExpected?: (live: Live) => boolean): Promise<Live | undefined>;
  /**
   * Like `read`, but without fields that take a request per object, such as a thumbnail. The other fields are enough to verify the
   * object's identity.
   */
  readRecent(id: string, deadline: Deadline): Promise<Live | undefined>;
  /**
   * Reads the object once more, as it was at `since` or later. If a list has failed since then, this read fails too, so that many retrying
   * resources cause a single request.
   */
  readAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined>;
  /** Like `readAgain`, but views an object that was only in a list, because lists may lag behind. */
  viewAgain(id: string, since: number, deadline: Deadline): Promise<Live | undefined>;
  /** All objects in a list of the last 5 s, without fields that take a request per object. */
  listRecent(deadline?: Deadline): Promise<ReadonlyMap<string, Live>>;
  /** A new list of all objects, without fields that take a request per object. */
  listAll(): Promise<Pick<ListedObjects<Live>, "items" | "results">>;
  /** The object now. Undefined if it no longer exists, which the lists confirm: they may lag behind by up to a minute. */
  view(id: string, options?: CallOptions): Promise<Live | undefined>;
  /** All objects, in a list that is requested after this call, without fields that take a request per object. */
  list(options?: Pick<CallOptions, "deadline">): Promise<ListedObjects<Live>>;
  /** Sleeps before `readAgain`. Meanwhile, the object counts as awaited, so its next read shares a list. */
  sleep(id: string, ms: number): Promise<void>;
  /** Polls until the goal is reached, and not only in a list that may lag behind. Undefined if the object no longer exists. */
  wait(id: string, wait: Wait<Live>): Promise<Live | undefined>;
}

/** The objects of a list. */
export interface ListedObjects<Live> {
  readonly items: ReadonlyMap<string, Live>;
  /** How many items the list has according to the service. More than `items` if the service omits some. */
  readonly results: number;
  /** How many items cannot be read and are therefore not in `items`. */
  readonly unreadable: number;
}

export interface Wait<Live> {
  /** Completes the sentence "waiting for instance 5 ...": `to be running`. */
  readonly goal: string;
  /** Whether the goal is reached. Throws if it never will be. `live` is undefined if the object no longer exists. */
  readonly until: (live: Live | undefined) => boolean;
  /** The current state in words, for progress messages and the timeout error. Default: as in `Source`, after "it is". */
  readonly describe?: (live: Live | undefined) => string;
  /** What to do if the wait timed out in this state, as sentences. Undefined for the usual advice, to wait longer. */
  readonly advise?: (live: Live | undefined) => string | undefined;
  readonly deadline: Deadline;
  readonly reportProgress: (what: string) => void;
  /**
   * Whether the duration of this wait predicts that of others for the same goal. It does not if `until` gave up on the goal. Default: yes.
   */
  readonly isTypical?: (live: Live | undefined) => boolean;
  /** Default: `pollRate.normal`. */
  readonly rate?: number;
}
