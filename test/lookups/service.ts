import { createClient } from "../../src/client";
import { createEmulator, type EmulatorOptions, type Listening, wellKnownTokens } from "../../src/emulator";

const listening: Listening[] = [];

/** Starts an emulator on a free port, whose lists do not lag. Returns it with the options for lookups; `stopServices` stops all of them. */
export async function startService(options: EmulatorOptions = {}) {
  const emulator = createEmulator({ ...options, settings: { listLagSeconds: 0, ...options.settings } });
  const server = await emulator.listen();
  listening.push(server);
  return { emulator, options: { baseUrl: server.url, brand: options.brand ?? "node" } };
}

/** Starts an emulator, with a token among the options and a client to create objects with. */
export async function startServiceWithToken(options: EmulatorOptions = {}) {
  const started = await startService(options);
  const withToken = { ...started.options, token: wellKnownTokens.full };
  return { emulator: started.emulator, options: withToken, client: createClient(withToken) };
}

export async function stopServices(): Promise<void> {
  await Promise.all(listening.splice(0).map((server) => server.close()));
}

/** The value of an output. */
export function outputValue<T>(output: { apply(run: (value: T) => void): unknown }): Promise<T> {
  return new Promise((resolve) => void output.apply(resolve));
}
