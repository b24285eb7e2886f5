import type { EngineEvent, Operation } from "../../../src/engine";
import {
  type EnginePorts,
  type ProgramPort,
  type ProviderPort,
  runOperation,
} from "../../../src/engine/core";
import { InProcessProgram } from "../../../src/engine/inprocess/program";
import { InProcessProvider } from "../../../src/engine/inprocess/provider";
import type { World } from "../world";

interface PortOptions {
  readonly program?: ProgramPort;
  /** Replaces methods of the world's provider, below the dynamic one. */
  readonly provider?: Partial<ProviderPort>;
  readonly signals?: Parameters<typeof runOperation>[3];
}

/** Runs an operation on a world with ports of its own, for cases that a program or a dynamic provider cannot produce. */
export async function runWithPorts(world: World, operation: Operation, options: PortOptions) {
  const events: EngineEvent[] = [];
  const provider: ProviderPort = new InProcessProvider({ handlerFor: () => world.provider });
  const ports: EnginePorts = {
    ...{ clock: world.clock, store: world.store },
    program: options.program ?? new InProcessProgram("project", "dev", async () => ({})),
    provider: Object.assign(provider, options.provider),
  };
  const outcome = await world.clock.run(
    runOperation(
      ports,
      {
        ...{ operation, preview: operation === "preview", project: "project", stack: "dev", parallel: 16 },
        configuration: new Map(),
      },
      (event) => events.push(event),
      options.signals,
    ),
  );
  return { ...outcome, events };
}
