import type { CallDetails } from "./console/messages";
import type { SnapshotView } from "./data/snapshot-view";
import type { ClockView } from "./emulator-clock";
import type { ListedFault } from "./faults/faults";
import type { LoggedRequest } from "./http/request-log";
import type { LoginRequest } from "./models/oauth/login-request";
import type { ExternalChange, FaultRuleInput, InstancePatch, SavedWorld, Settings } from "./types.generated";

/** The control paths below `/_emulator/` as functions. */
export interface Control {
  /** Exports the world: all objects, including those that no operation lists. Secrets are hashed. */
  world(): SavedWorld;
  /** Replaces the world with an exported one. Throws for an invalid world and for one of another brand. */
  load(world: unknown): void;
  /** Restores the initial world and settings, and clears faults and the request log. The clock is not changed. */
  reset(): void;
  /** Applies a patch if there is one, and returns the settings. Throws for unknown names and invalid values. */
  settings(patch?: Partial<Settings>): Settings;
  readonly faults: {
    list(): readonly ListedFault[];
    /** Adds a fault rule and returns its id. */
    add(rule: FaultRuleInput): number;
    /** Deletes all rules, or the one with this id. */
    clear(id?: number): void;
  };
  /** The request log: the API calls that the emulator received, oldest first. */
  requests(): readonly LoggedRequest[];
  /** A call of the request log with its response. Secrets are redacted. Throws when the log has no such call. */
  request(number: number): CallDetails;
  /** Exports the world before a call of the request log. Throws when too much has changed since. */
  worldBefore(number: number): SavedWorld;
  forgetRequests(): void;
  readonly clock: {
    view(): ClockView;
    /** Advances the emulator's time by up to ten years, even while it is frozen. Blocks until all transitions are carried out. */
    advance(milliseconds: number): void;
    /** Advances the emulator's time to the next transition that changes something. Returns whether there was one. */
    step(): boolean;
    /** Freezes the clock. With `false`, the clock continues. */
    freeze(frozen?: boolean): void;
    /** Sets the emulated seconds per real second. */
    setSpeed(speed: number): void;
  };
  /** Named copies of the world, in the data folder or in memory. Throws for unknown and invalid names. */
  readonly snapshots: {
    list(): readonly SnapshotView[];
    /** Saves the world. An older snapshot of the name is replaced. A name has 1 to 64 letters, digits, `-`, `_` and `.`. */
    save(name: string): void;
    /** The saved world. */
    read(name: string): SavedWorld;
    /** Replaces the world with a snapshot. The clock is not set back, so transitions that are due are carried out immediately. */
    load(name: string): void;
    delete(name: string): void;
  };
  readonly oauth: {
    /**
     * Issues a token to an OAuth client, as a login does. The token is valid while the client exists and is active. Throws for
     * an unknown client, a wrong secret, and a client that is not active.
     */
    logIn(request: LoginRequest): string;
  };
  /**
   * Makes a change that no API call makes. Throws for a change that is not well-formed, and when the object that it names
   * does not exist.
   */
  externalChange(change: ExternalChange): void;
  /** Short for the external change `instance_change`: sets fields of an instance without any check or job. */
  changeInstance(instanceId: number, patch: InstancePatch): void;
}
