import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { realClock } from "../../../src/clock";
import { ProviderEndedError } from "../../../src/engine";
import { ChildProcesses } from "../../../src/engine/grpc/child-processes";
import { tokenHeader } from "../../../src/engine/grpc/long-headers";
import { PluginProcess } from "../../../src/engine/grpc/plugin-process";
import { loadSdk } from "../../../src/engine/grpc/sdk";

const sdk = loadSdk(resolve(__dirname, "../../.."));
const folder = mkdtempSync(join(tmpdir(), "nodecloud-plugin-"));
const children = new ChildProcesses(realClock);
afterAll(async () => {
  await children.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts this script as the plugin. The wait for late responses takes as long as `sleep` does. */
function start(
  script: string,
  sleep: (ms: number, signal?: AbortSignal) => Promise<void> = async () => undefined,
) {
  const pluginScript = join(folder, "plugin.cjs");
  writeFileSync(pluginScript, script);
  const lines: string[] = [];
  const plugin = PluginProcess.start({
    ...{ folder, children, env: process.env, variablesOf: () => ({}) },
    sdk: { ...sdk, pluginScript },
    clock: { ...realClock, sleep },
    engineAddress: async () => "127.0.0.1:1",
    onLine: (line) => void lines.push(line),
  });
  return { plugin, lines };
}

const endsSoon = `console.log("1"); setTimeout(() => process.exit(), 100);`;

it("reports the end of the plugin even if gRPC never settles the call", async () => {
  const plugin = await start(endsSoon).plugin;
  const outcome = plugin.call("create", () => undefined);
  await expect(outcome).rejects.toThrow(ProviderEndedError);
  await expect(outcome).rejects.toThrow("Whether the service carried it out is unknown");
});

it("sends no call after the end of the plugin, and says so", async () => {
  const plugin = await start(endsSoon).plugin;
  await expect(plugin.call("create", () => undefined)).rejects.toThrow(ProviderEndedError);
  const send = jest.fn();
  await expect(plugin.call("create", send)).rejects.toThrow("has ended, so this call was not sent");
  expect(send).not.toHaveBeenCalled();
});

it("waits a second for the response that a plugin sent before its end", async () => {
  const waits: (number | AbortSignal | undefined)[] = [];
  let respond: (response: string) => void = () => undefined;
  const plugin = await start(endsSoon, (ms, signal) => {
    waits.push(ms, signal);
    respond("late");
    return new Promise(() => undefined);
  }).plugin;
  const response = plugin.call<string>("create", (_client, done) => {
    respond = (late) => done(null, late);
  });
  expect(await response).toBe("late");
  expect(waits).toEqual([1000, expect.objectContaining({ aborted: true })]);
});

it("passes on what modules in NODE_OPTIONS print before the plugin prints its port", async () => {
  const { plugin, lines } = start(`console.log("2 modules loaded\\n 1 ")`);
  await plugin;
  expect(lines).toEqual(["2 modules loaded"]);
});

it("finds the port after a text without a line break", async () => {
  const { plugin, lines } = start(
    `process.on("SIGINT", () => process.exit()); setInterval(() => undefined, 1000);
    process.stdout.write("loading"); console.log(1); console.log(2);`,
  );
  await plugin;
  await children.close();
  expect(lines).toEqual(["loading", "2"]);
});

describe("a gRPC error", () => {
  const { CANCELLED, INTERNAL, RESOURCE_EXHAUSTED, UNKNOWN } = sdk.grpc.status;
  const outcomeOf = async (effect: "create" | "change", code: number) => {
    const metadata = new sdk.grpc.Metadata();
    const failure = Object.assign(new Error("x"), { code, details: "no room", metadata });
    return (await start(endsSoon).plugin).call(effect, (_client, done) => done(failure, undefined));
  };

  it("of the connection leaves it unknown whether a create was carried out", async () => {
    for (const code of [CANCELLED, INTERNAL, RESOURCE_EXHAUSTED]) {
      const outcome = outcomeOf("create", code);
      await expect(outcome).rejects.toThrow(ProviderEndedError);
      await expect(outcome).rejects.toThrow(
        /^the response to the create was lost \(no room\)\. Whether the service carried it out is unknown/,
      );
    }
  });

  it("has the message that the plugin has sent apart because it is too long for a header", async () => {
    const message = JSON.stringify({ token: "1", headers: { "grpc-message": "a%20long%20message" } });
    const { plugin } = start(`process.send(${message}); ${endsSoon}`);
    const metadata = new sdk.grpc.Metadata();
    metadata.set(tokenHeader, "1");
    const failure = Object.assign(new Error("x"), { code: UNKNOWN, details: "", metadata });
    await expect((await plugin).call("create", (_client, done) => done(failure, undefined))).rejects.toThrow(
      "a long message",
    );
  });

  it("of the provider, or about a call that creates nothing, is reported as it is", async () => {
    for (const [effect, code] of [
      ["create", UNKNOWN],
      ["change", INTERNAL],
    ] as const)
      await expect(outcomeOf(effect, code)).rejects.toMatchObject({
        name: "PluginError",
        message: "no room",
      });
  });
});
