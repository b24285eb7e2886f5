import { createClient } from "../../src/client";
import { createEmulator, type EmulatorOptions, type Listening, wellKnownTokens } from "../../src/emulator";

const listening: Listening[] = [];

/** An emulator on a free port, and its address as the option of a lookup. `stopServices` ends all. */
export async function startService(options: EmulatorOptions = {}) {
  const emulator = createEmulator(options);
  const server = await emulator.listen();
  listening.push(server);
  return { emulator, options: { baseUrl: server.url, brand: options.brand ?? "node" } };
}

/** The same with a token among the options, and a typed client to fill it with. */
export async function startFilledService(options: EmulatorOptions = {}) {
  const started = await startService(options);
  const full = { ...started.options, token: wellKnownTokens.full };
  return { emulator: started.emulator, options: full, client: createClient(full) };
}

export async function stopServices(): Promise<void> {
  await Promise.all(listening.splice(0).map((server) => server.close()));
}

/** The value of an output, as a program's `apply` gets it. */
export function settled<T>(output: { apply(run: (value: T) => void): unknown }): Promise<T> {
  return new Promise((resolve) => void output.apply(resolve));
}
