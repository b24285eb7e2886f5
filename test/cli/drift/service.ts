import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, type Listening, wellKnownTokens } from "../../../src/emulator";
import { type InProcessOptions, runInProcess } from "../in-process";

/** An emulator and a working folder for the drift commands of one test file. */
export function driftService() {
  const emulator = createEmulator({ settings: { listLagSeconds: 0 } });
  const folder = mkdtempSync(join(tmpdir(), "nodecloud-drift-cli-"));
  let server: Listening;
  beforeAll(async () => {
    server = await emulator.listen({ port: 0 });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    emulator,
    folder,
    /** The address of the emulator, once the tests run. */
    address: () => server.url,
    /** Runs `nodecloud drift` in the folder, against the emulator. */
    drift(args: readonly string[], options: InProcessOptions = {}) {
      const env = {
        NODECLOUD_BASE_URL: server.url,
        NODECLOUD_TOKEN: wellKnownTokens.full,
        NODECLOUD_HOME: folder,
      };
      return runInProcess(["drift", ...args], { cwd: folder, ...options, env: { ...env, ...options.env } });
    },
  };
}
