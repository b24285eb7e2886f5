import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commandFile, expectReadable, start } from "../command";
import { startService } from "./command";

let service: Awaited<ReturnType<typeof startService>>;
const folder = mkdtempSync(join(tmpdir(), "nodecloud-api-process-"));
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Resolves when the emulator has received a number of calls. */
async function received(calls: number): Promise<void> {
  while (service.emulator.control.requests().length < calls) await new Promise(setImmediate);
}

it.each([
  ["instances create --region us-east --type g1-nano-1", "instances.create"],
  [`images upload --region us-east --label golden --file ${__filename}`, "images.upload"],
])(
  "reports on SIGINT that the call may have been carried out, and exits with code 130: %s",
  async (words, operation) => {
    service.emulator.control.forgetRequests();
    service.emulator.control.faults.add({ operation, effect: { hang: true } });
    const command = start(["api", ...words.split(" ")], { env: service.env });
    await received(1);
    command.process.kill("SIGINT");
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toContain(`error: ${operation} `);
    expect(stderr).toMatch(/it was aborted.* may have been carried out/);
    expectReadable(stderr);
  },
);

(existsSync("/dev/full") ? it : it.skip)(
  "reports that a call has succeeded although its response cannot be printed",
  async () => {
    service.emulator.control.faults.clear();
    const full = openSync("/dev/full", "w");
    const words = "instances create --region us-east --type g1-nano-1 --label unprinted";
    const child = spawn(process.execPath, [commandFile, "api", ...words.split(" ")], {
      env: { ...process.env, ...service.env },
      stdio: ["ignore", full, "pipe"],
    });
    let errors = "";
    child.stderr?.on("data", (data) => {
      errors += data;
    });
    const [code] = await once(child, "close");
    closeSync(full);
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(
        /^error: instances\.create succeeded, but its response could not be printed: ENOSPC.*\. Check the service before you repeat the call\.$/m,
      ),
    ]);
    expect(service.emulator.control.world().instances).toContainEqual(
      expect.objectContaining({ label: "unprinted" }),
    );
  },
);

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)(
  "prints how long it waits for a rate limit, and exits immediately on %s with code %i",
  async (signal, expected) => {
    service.emulator.control.faults.clear();
    service.emulator.control.forgetRequests();
    service.emulator.control.faults.add({
      operation: "regions.list",
      effect: { status: 429, headers: { "Retry-After": "300" } },
    });
    const command = start(["api", "regions", "list"], { env: service.env });
    await once(command.process.stderr!, "data");
    // The service asks for 300 s, which is longer than the test may take.
    command.process.kill(signal);
    const { code, stdout, stderr } = await command.ended;
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    const [waiting = "", ended = ""] = stderr.split("\n");
    expect(waiting).toMatch(
      /^Waiting until \d\d:\d\d:\d\d, when the service accepts calls again\. Press Ctrl-C to stop\.$/,
    );
    expect(ended).toMatch(/^error: regions\.list .*it was aborted/);
    expect(service.emulator.control.requests()).toHaveLength(1);
    service.emulator.control.faults.clear();
  },
);

it("prints no error when the reader of the help or of a list stops early", async () => {
  const shell = `"$NODE" "$COMMAND" api instances create --help | head -1; "$NODE" "$COMMAND" api images list | head -1`;
  const child = spawn("sh", ["-c", shell], {
    env: { ...process.env, ...service.env, NODE: process.execPath, COMMAND: commandFile },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  await new Promise((resolve) => child.once("close", resolve));
  expect(output).toBe("Usage: nodecloud api instances create --region <text> --type <text> [options]\n[\n");
});

it("takes address and token from the configuration of the stack of --stack", async () => {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: api\nruntime: nodejs\n");
  const { NODECLOUD_BASE_URL: address, NODECLOUD_TOKEN: token } = service.env;
  const configuration = `config:\n  nodecloud:baseUrl: ${address}\n  nodecloud:token: ${token}\n`;
  writeFileSync(join(folder, "Pulumi.dev.yaml"), configuration);
  const env = { NODECLOUD_BASE_URL: undefined, NODECLOUD_TOKEN: undefined };
  const words = ["payment-methods", "list", "--cwd", folder, "-s", "dev"];
  const { code, stdout, stderr } = await service.run(words, { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject([{ id: 1, is_default: true }]);
});

it("refuses a stack that does not exist, even if the environment has address and token", async () => {
  writeFileSync(join(folder, "Pulumi.yaml"), "name: api\nruntime: nodejs\n");
  const list = (...more: string[]) => service.run(["payment-methods", "list", "--cwd", folder, ...more]);
  const { code, stdout, stderr } = await list("-s", "deev");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain('There is no stack "deev" of the project "api"');
  rmSync(join(folder, "Pulumi.dev.yaml"), { force: true });
  expect((await list()).code).toBe(0);
  mkdirSync(join(folder, ".pulumi/stacks/api"), { recursive: true });
  writeFileSync(join(folder, ".pulumi/meta.yaml"), "version: 1\n");
  writeFileSync(join(folder, ".pulumi/stacks/api/live.json"), '{"version": 3, "checkpoint": {"latest": {}}}');
  expect(await list("-s", "live")).toMatchObject({ code: 0, stderr: "" });
});
