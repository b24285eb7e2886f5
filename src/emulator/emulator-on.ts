import { realClock } from "../clock";
import { Semaphore } from "../semaphore";
import { checkListenOptions } from "./check-options";
import { createControl } from "./create-control";
import type { WorldFolder } from "./data/world-folder";
import type { Emulator, EmulatorOptions } from "./emulator";
import { appFor } from "./http/app";
import { listen } from "./http/listen";
import { Runtime } from "./runtime";
import { worldOf } from "./world/input-world";

const controlTokenLength = 43;

/** Creates an emulator on an open folder, or in memory. */
export function createEmulatorOn(folder: WorldFolder | undefined, options: EmulatorOptions): Emulator {
  const runtime = new Runtime({
    folder,
    clock: options.clock ?? realClock,
    speed: options.speed,
    brand: options.brand ?? "node",
    seed: options.seed,
    settings: options.settings ?? {},
    world: options.world === undefined ? undefined : worldOf(options.world),
  });
  const control = createControl(runtime);
  const app = appFor(runtime.brand);
  const queue = new Semaphore(1);
  const serve = async (request: Request, controlToken: string | undefined) =>
    app.fetch(request, { runtime, control, controlToken, queue });
  return {
    fetch: async (request) => app.fetch(request, { runtime, control }),
    listen: async (options = {}) => {
      checkListenOptions(options);
      return listen(serve, () => runtime.callerClock.token(controlTokenLength), options);
    },
    control,
    close: () => {
      runtime.close();
      folder?.files.close();
    },
  };
}
