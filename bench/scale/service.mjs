/** The emulator as a separate process, whose CPU time is not counted, with its limits off. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { repository } from "./projects.mjs";

/** How long an instance takes from its creation to `running`, in seconds. */
export const bootSeconds = 20;

const settings = {
  rateLimits: "off",
  ...{ provisioningSeconds: bootSeconds - 5, bootDelaySeconds: 0, bootingSeconds: 5 },
};

/** Starts the emulator. `calls` counts the calls of each operation in its request log. */
export async function startService() {
  const child = spawn(
    process.execPath,
    [join(repository, "dist/cli/main.js"), "emulator", "--port", "0", "--json"],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const line = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The emulator exited with code ${code}.`)));
    child.stdout.once("data", (data) => resolve(String(data)));
  });
  const { environment } = JSON.parse(line);
  const base = environment.NODECLOUD_BASE_URL;
  const control = async (method, path, body) => {
    const response = await fetch(new URL(`/_emulator/${path}`, base), {
      method,
      headers: { "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    environment,
    /** Empties the account and the request log. `extraSettings` hold until the next reset. */
    reset: async (extraSettings = {}) => {
      await control("POST", "reset");
      await control("PATCH", "settings", { ...settings, ...extraSettings });
    },
    forgetCalls: () => control("DELETE", "requests"),
    calls: async () => {
      const { requests } = await control("GET", "requests");
      const counts = {};
      for (const { operation } of requests) counts[operation] = (counts[operation] ?? 0) + 1;
      return counts;
    },
    stop: () => child.kill(),
  };
}
