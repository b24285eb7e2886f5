/** @jest-environment node */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEmulator, wellKnownTokens } from "../../src/emulator";

const root = join(__dirname, "../..");
let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "process-end-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Creates an OAuth client, then runs `before`, and ends as engines end their plugins. */
const script = (before: string) => `
  const fs = require("node:fs");
  const { oauthClient } = require("./build/provider.js");
  (async () => {
    const origin = { project: "shop", stack: "dev", type: "OAuthClient", name: "app" };
    const { inputs } = await oauthClient.check({}, { label: "app", redirectUri: "https://example.com/", origin });
    await oauthClient.create(inputs);
    ${before};
    process.kill(process.pid, "SIGTERM");
    setInterval(() => {}, 1000);
  })();`;

async function endAfterCreate(before = "") {
  const emulator = createEmulator();
  const server = await emulator.listen();
  const ended = await new Promise<{ code: number | null; stderr: string }>((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", script(before)], {
      cwd: root,
      timeout: 20_000,
      env: {
        ...process.env,
        NODECLOUD_HOME: home,
        NODECLOUD_BASE_URL: server.url,
        NODECLOUD_TOKEN: wellKnownTokens.full,
        PULUMI_BACKEND_URL: "s3://states",
      },
    });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stderr }));
  });
  await server.close();
  return ended;
}

const records = () => {
  const folder = join(home, "intents");
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
};

describe("a plugin that the engine ends after a run", () => {
  it("completes the records of its creates", async () => {
    expect(await endAfterCreate()).toEqual({ code: 0, stderr: "" });
    expect(records()).toEqual([expect.objectContaining({ done: true })]);
  });

  it("says in a line which folder cannot be written, and ends", async () => {
    const readOnly = 'fs.openSync = () => { throw new Error("EROFS: read-only file system"); }';
    expect(await endAfterCreate(readOnly)).toEqual({
      code: 0,
      stderr: `Could not update the record of a create in ${join(home, "intents")}: EROFS: read-only file system. Make sure that the folder can be written, and run the command again.\n`,
    });
    expect(records()).toEqual([expect.not.objectContaining({ done: true })]);
  });
});
