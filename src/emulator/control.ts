import type { SnapshotView } from "./data/snapshots";
import type { ClockView } from "./emulator-clock";
import type { ListedFault } from "./faults/faults";
import type { FaultRuleInput } from "./faults/rule";
import type { JournalEntry } from "./http/journal";
import { type ExternalChange, parseExternalChange } from "./models/external-changes/external-change";
import type { InstancePatch } from "./models/external-changes/instances";
import { type LoginRequest, logIn } from "./models/oauth/logins";
import { wrongInput } from "./refusal";
import { patchSettings, type Settings } from "./settings";
import type { State } from "./state";
import { maxPassing } from "./world/moment";
import type { WorldState } from "./world/world-state";
import { worldOf } from "./world/written-world";

/** What the paths below `/_emulator/` do, in process. */
export interface Control {
  /** Everything that exists at this moment, also what no operation lists. Of secrets it has hashes. */
  world(): WorldState;
  /** Puts an exported world in the place of this one. Throws for what isn't one, or is of another brand. */
  load(world: unknown): void;
  /** Back to how it began: world, settings, faults, requests. The clock goes on. */
  reset(): void;
  /** The settings in force, after the patch if there is one. Throws for unknown names and values. */
  settings(patch?: Partial<Settings>): Settings;
  readonly faults: {
    list(): readonly ListedFault[];
    /** Answers the rule's id. */
    add(rule: FaultRuleInput): number;
    /** All, or the one of this id. */
    clear(id?: number): void;
  };
  /** The calls of the interface's paths so far, oldest first. */
  requests(): readonly JournalEntry[];
  forgetRequests(): void;
  readonly clock: {
    view(): ClockView;
    /** Moves the emulator's time ahead by ten years at most, also while it is frozen. Nothing else is served meanwhile. */
    advance(milliseconds: number): void;
    /** Default: freezes it; `false` lets it go on. */
    freeze(frozen?: boolean): void;
    /** Emulated seconds a second. */
    setSpeed(speed: number): void;
  };
  /** Worlds put aside under names: in the data folder, or in memory where there is none. Throws for names that are unknown or can't be. */
  readonly snapshots: {
    list(): readonly SnapshotView[];
    /** Takes the place of an older one of the name: 1 to 64 letters, digits, `-`, `_` and `.`. */
    save(name: string): void;
    /** Puts it in the place of this world. The clock doesn't go back: what is due by now happens at once. */
    load(name: string): void;
    delete(name: string): void;
  };
  readonly oauth: {
    /**
     * Issues a token to an OAuth client, as a login would. It is accepted for as long as the client is there and active.
     * Throws for an unknown client, a wrong secret, and a client that is not active.
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

/** The same for what comes from outside: everything is checked. */
interface CheckingControl extends Control {
  settings(patch?: unknown): Settings;
  externalChange(change: unknown): void;
}

export function controlOf(state: State): CheckingControl {
  const externalChange = (change: unknown) => {
    const apply = parseExternalChange(change);
    state.act(() => apply(state));
  };
  return {
    world: () => structuredClone(state.act(() => state.world.state(state.now()))),
    load: (world) => {
      const checked = worldOf(world);
      if (checked.time < state.now() - maxPassing) {
        throw wrongInput("time", "is more than ten years before the emulator's time");
      }
      state.act(() => state.load(checked));
    },
    reset: () => state.act(() => state.reset()),
    settings: (patch) => {
      const patched = patchSettings(state.settings, patch ?? {});
      return state.act(() => {
        state.settings = patched;
        return { ...patched };
      });
    },
    faults: {
      list: () => state.faults.list(),
      add: (rule) => state.faults.add(rule),
      clear: (id) => state.faults.clear(id),
    },
    requests: () => state.journal.all(),
    forgetRequests: () => state.journal.clear(),
    clock: {
      view: () => state.clock.view(),
      advance: (milliseconds) => void state.pass(milliseconds),
      freeze: (frozen = true) => state.act(() => state.clock.freeze(frozen)),
      setSpeed: (speed) => state.act(() => state.clock.setSpeed(speed)),
    },
    oauth: {
      logIn: (request) => state.act(() => logIn(state, request)),
    },
    snapshots: {
      list: () => state.snapshots.list(),
      save: (name) => state.act(() => state.snapshots.save(name, state.world.state(state.now()))),
      load: (name) => {
        const world = state.snapshots.load(name);
        state.act(() => state.load(world));
      },
      delete: (name) => state.snapshots.delete(name),
    },
    externalChange,
    changeInstance: (instanceId, patch) => externalChange({ kind: "instance_change", instanceId, patch }),
  };
}
