import { isRecord } from "../unknown";
import { callDetailsOf, worldBefore } from "./console/requested-call";
import { stepClock } from "./console/step-clock";
import type { Control } from "./control";
import { parseExternalChange } from "./models/external-changes/external-change";
import { logIn } from "./models/oauth/logins";
import type { Runtime } from "./runtime";
import { invalidField } from "./service-error";
import { patchSettings } from "./settings";
import type { SavedWorld, Settings } from "./types.generated";
import { worldOf } from "./world/input-world";
import { maxAdvance } from "./world/moment";

/** `Control` for callers whose arguments are not typed: it checks them. */
export interface CheckingControl extends Control {
  settings(patch?: unknown): Settings;
  externalChange(change: unknown): void;
}

export function createControl(runtime: Runtime): CheckingControl {
  const externalChange = (change: unknown) => {
    const apply = parseExternalChange(change);
    runtime.act(() => {
      runtime.checkRoom();
      apply(runtime);
    });
    runtime.observations.mark("externalChange", textOf(change));
  };
  return {
    world: () => structuredClone(exportWorld(runtime)),
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
    worldBefore: (number) => worldBefore(runtime, number),
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
      logIn: (request) =>
        runtime.act(() => {
          runtime.checkRoom();
          return logIn(runtime, request);
        }),
    },
    snapshots: {
      list: () => runtime.snapshots.list(),
      save: (name) => runtime.act(() => runtime.snapshots.save(name, runtime.world, runtime.now())),
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

/** All objects of the world, which the caller must not change. */
export function exportWorld(runtime: Runtime): SavedWorld {
  return runtime.act(() => runtime.world.export(runtime.now()));
}

/** `instance_delete {"instanceId":1}`, shortened. */
function textOf(change: unknown): string {
  if (!isRecord(change)) return "";
  const { kind, ...fields } = change;
  return `${String(kind)} ${JSON.stringify(fields)}`.slice(0, 200);
}
