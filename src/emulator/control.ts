import { isRecord } from "../unknown";
import type { CallDetails } from "./console/messages";
import { callDetailsOf } from "./console/requested-call";
import { stepClock } from "./console/step-clock";
import type { SnapshotView } from "./data/snapshots";
import type { ClockView } from "./emulator-clock";
import type { ListedFault } from "./faults/faults";
import type { FaultRuleInput } from "./faults/rule";
import type { LoggedRequest } from "./http/request-log";
import { type ExternalChange, parseExternalChange } from "./models/external-changes/external-change";
import type { InstancePatch } from "./models/external-changes/instances";
import { type LoginRequest, logIn } from "./models/oauth/logins";
import type { Runtime } from "./runtime";
import { invalidField } from "./service-error";
import { patchSettings, type Settings } from "./settings";
import { maxAdvance } from "./world/moment";
import type { SavedWorld } from "./world/saved-world";
import { worldOf } from "./world/written-world";

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
  /** A call of the request log with its answer. Secrets are redacted. Throws when the log has no such call. */
  request(number: number): CallDetails;
  forgetRequests(): void;
  readonly clock: {
    view(): ClockView;
    /** Advances the emulator's time by up to ten years, even while it is frozen. Blocks until all transitions are made. */
    advance(milliseconds: number): void;
    /** Advances the emulator's time to the next transition that changes something. Returns whether there was one. */
    step(): boolean;
    /** Freezes the clock, or continues with `false`. */
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
    /** Replaces the world with a snapshot. The clock is not set back, so that transitions that are due are made at once. */
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
   * Makes a change that no API call made. Throws for a change that is not well-formed, and when the object that it names
   * does not exist.
   */
  externalChange(change: ExternalChange): void;
  /** Short for the external change `instance_change`: sets fields of an instance without any check or job. */
  changeInstance(instanceId: number, patch: InstancePatch): void;
}

/** `Control` for callers whose arguments are not typed: it checks them. */
export interface CheckingControl extends Control {
  settings(patch?: unknown): Settings;
  externalChange(change: unknown): void;
}

export function createControl(runtime: Runtime): CheckingControl {
  const externalChange = (change: unknown) => {
    const apply = parseExternalChange(change);
    runtime.act(() => apply(runtime));
    runtime.observations.mark("externalChange", textOf(change));
  };
  return {
    world: () => structuredClone(runtime.act(() => runtime.world.export(runtime.now()))),
    load: (world) => {
      const checked = worldOf(world);
      if (checked.time < runtime.now() - maxAdvance) {
        throw invalidField("time", "is more than ten years before the emulator's time");
      }
      runtime.act(() => runtime.load(checked));
      runtime.observations.mark("load", "a world");
    },
    reset: () => {
      runtime.act(() => runtime.reset());
      runtime.observations.mark("reset", "");
    },
    settings: (patch) => {
      const patched = patchSettings(runtime.settings, patch ?? {});
      return runtime.act(() => {
        runtime.settings = patched;
        return { ...patched };
      });
    },
    faults: {
      list: () => runtime.faults.list(),
      add: (rule) => runtime.faults.add(rule),
      clear: (id) => runtime.faults.clear(id),
    },
    requests: () => runtime.requestLog.all(),
    request: (number) => callDetailsOf(runtime, number),
    forgetRequests: () => {
      runtime.requestLog.clear();
      runtime.callDetails.clear();
    },
    clock: {
      view: () => runtime.clock.view(),
      advance: (milliseconds) => void runtime.advance(milliseconds),
      step: () => stepClock(runtime),
      freeze: (frozen = true) => runtime.act(() => runtime.clock.freeze(frozen)),
      setSpeed: (speed) => runtime.act(() => runtime.clock.setSpeed(speed)),
    },
    oauth: {
      logIn: (request) => runtime.act(() => logIn(runtime, request)),
    },
    snapshots: {
      list: () => runtime.snapshots.list(),
      save: (name) => runtime.act(() => runtime.snapshots.save(name, runtime.world.export(runtime.now()))),
      load: (name) => {
        const world = runtime.snapshots.load(name);
        runtime.act(() => runtime.load(world));
        runtime.observations.mark("load", `the snapshot ${name}`);
      },
      read: (name) => structuredClone(runtime.snapshots.load(name)),
      delete: (name) => runtime.snapshots.delete(name),
    },
    externalChange,
    changeInstance: (instanceId, patch) => externalChange({ kind: "instance_change", instanceId, patch }),
  };
}

/** `instance_delete {"instanceId":1}`, shortened. */
function textOf(change: unknown): string {
  if (!isRecord(change)) return "";
  const { kind, ...fields } = change;
  return `${String(kind)} ${JSON.stringify(fields)}`.slice(0, 200);
}
