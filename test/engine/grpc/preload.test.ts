import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPreload } from "../../../src/engine/grpc/preload";

/** Runs a script with the preload of programs and parses its output. */
function run(script: string, env: Readonly<Record<string, string>> = {}): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPreload, "-e", script], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  expect({ status, stderr: status === 0 ? "" : stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout);
}

const stacks = `
  function debuggablePromise() { return new Error("x").stack; }
  function another() { return new Error("x").stack; }
  const plain = [debuggablePromise(), another().includes("at another")];
  const before = Error.prepareStackTrace;
  Error.prepareStackTrace = (error, frames) => "prepared";
  const own = [debuggablePromise(), another().slice(0, 8)];
  const again = Error.prepareStackTrace;
  Error.prepareStackTrace = again;
  const same = Error.prepareStackTrace === again;
  Error.prepareStackTrace = before;
  const restored = another().includes("at another");
  console.log(JSON.stringify({ plain, own, same, restored }));
`;

it("creates no stack traces for the SDK's promises and leaves all other stack traces unchanged", () => {
  expect(run(stacks)).toEqual({
    plain: [expect.any(String), true],
    own: ["", "prepared"],
    same: true,
    restored: true,
  });
});

it("creates the stack traces of promises when PULUMI_DEBUG_PROMISE_LEAKS is set", () => {
  expect(run(stacks, { PULUMI_DEBUG_PROMISE_LEAKS: "true" })).toMatchObject({
    own: ["prepared", "prepared"],
  });
});

it("inspects values as Node.js does, whatever the options are", () => {
  const script = `
    const { inspect } = require("node:util");
    console.log(JSON.stringify([null, undefined, false, { colors: true }].map((options) => inspect(1, options))));
  `;
  expect(run(script)).toEqual(["1", "1", "1", "\u001b[33m1\u001b[39m"]);
});

it("maps only the program's line in the stack trace of a resource", () => {
  const script = `
    const { CustomResource, runtime } = require("@pulumi/pulumi");
    const newResource = ({ inputs }) => ({ id: "1", state: inputs });
    runtime.setMocks({ newResource, call: ({ inputs }) => inputs }).then(() => {
      const mapped = [];
      Error.prepareStackTrace = (error, frames) => {
        mapped.push(frames.map((frame) => frame.getFunctionName()).slice(0, 2));
        return "Error\\n    at program (/main.js:1:2)";
      };
      class Thing extends CustomResource {}
      function program() { new Thing("test:index:Thing", "one"); }
      program();
      console.log(JSON.stringify(mapped));
    });
  `;
  expect(run(script)).toEqual([["program"]]);
});

it("loads packages that only some programs need when they are first used", () => {
  const script = `
    const pulumi = require("@pulumi/pulumi");
    const files = ["typescript/lib/typescript.js", "@npmcli/arborist/lib/index.js", "semver/index.js", "fdir/dist/index.cjs"];
    const loaded = () => files.filter((file) =>
      Object.keys(require.cache).some((path) => path.replaceAll("\\\\", "/").endsWith("node_modules/" + file)),
    );
    const before = loaded();
    const module = (version) => ({ version, construct: () => undefined });
    pulumi.runtime.registerResourceModule("test", "index", module("1.10.0"));
    pulumi.runtime.registerResourceModule("test", "index", module("1.10.0"));
    const word = "captured";
    pulumi.runtime.serializeFunction(() => word).then(({ text }) =>
      console.log(JSON.stringify({ before, after: loaded(), text: text.includes('"captured"') })),
    );
  `;
  expect(run(script)).toEqual({
    before: [],
    after: ["typescript/lib/typescript.js", "semver/index.js"],
    text: true,
  });
});

it("loads zod's messages in other languages when a program uses them", () => {
  const script = `
    const { z } = require("zod");
    const loaded = () => Object.keys(require.cache).filter((path) => /locales.(index|de)[.]cjs$/.test(path)).length;
    const before = loaded();
    const message = () => z.string().safeParse(1).error.issues[0].message;
    const english = message();
    z.config(z.locales.de());
    console.log(JSON.stringify({ before, after: loaded(), english, german: message() }));
  `;
  expect(run(script)).toEqual({
    before: 0,
    after: 2,
    english: "Invalid input: expected string, received number",
    german: expect.stringContaining("Ungültige Eingabe"),
  });
});

it("loads the Automation API and the provider API when a program uses them", () => {
  const script = `
    const pulumi = require("@pulumi/pulumi");
    require("@pulumi/pulumi");
    const loaded = () => ["automation/stack.js", "provider/server.js", "execa/index.js"].filter((file) =>
      Object.keys(require.cache).some((path) => path.replaceAll("\\\\", "/").endsWith(file)),
    );
    const before = loaded();
    const { LocalWorkspace } = pulumi.automation;
    const names = Object.keys(pulumi).filter((name) => ["automation", "provider"].includes(name));
    console.log(JSON.stringify({
      before,
      after: loaded(),
      names,
      constructor: typeof LocalWorkspace,
      same: [
        pulumi.automation === require("@pulumi/pulumi/automation"),
        pulumi.provider === require("@pulumi/pulumi/provider"),
        typeof pulumi.provider.main,
      ],
    }));
  `;
  expect(run(script)).toEqual({
    before: [],
    after: ["automation/stack.js", "execa/index.js"],
    names: ["automation", "provider"],
    constructor: "function",
    same: [true, true, "function"],
  });
});

it("gives an ECMAScript module the same exports", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      programPreload,
      "--input-type=module",
      "-e",
      'import * as pulumi from "@pulumi/pulumi"; console.log(typeof pulumi.automation.LocalWorkspace, typeof pulumi.provider.main)',
    ],
    { encoding: "utf8" },
  );
  expect({ status, stdout, stderr: status === 0 ? "" : stderr }).toEqual({
    status: 0,
    stdout: "function function\n",
    stderr: "",
  });
});

it("reads a manifest in YAML with the package that is loaded late", () => {
  const folder = mkdtempSync(join(tmpdir(), "preload-"));
  try {
    writeFileSync(join(folder, "package.yaml"), "name: from-yaml\n");
    const script = `
      const { readPackageManifest } = require("@pulumi/pulumi/runtime/manifest");
      console.log(JSON.stringify(readPackageManifest(${JSON.stringify(folder)}).data));
    `;
    expect(run(script)).toEqual({ name: "from-yaml" });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("has no preload text in stack traces", () => {
  const folder = mkdtempSync(join(tmpdir(), "preload-"));
  try {
    writeFileSync(join(folder, "main.js"), "module.exports = new Error('x').stack;");
    const print = `console.log(JSON.stringify(require(${JSON.stringify(join(folder, "main.js"))})))`;
    const mapped =
      "Error.prepareStackTrace = (_, frames) => frames.map((frame) => frame.getFileName()).join();";
    expect(run(print)).toContain("main.js:1:18");
    expect(run(`${mapped} ${print}`)).toContain("main.js,");
    for (const script of [print, `${mapped} ${print}`]) expect(run(script)).not.toContain("data:");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("after the engine was killed", () => {
  const preloads = join(__dirname, "..", "..", "..", "build", "engine", "grpc", "preload.js");

  /** Runs an engine that starts a process with a preload and is killed when it has printed a line, or immediately. Returns the process's id. */
  function runKilledEngine(
    preload: "programPreload" | "pluginPreload",
    script: string,
    isKilledAtOnce: boolean,
  ) {
    const engine = `
      const { spawn } = require("node:child_process");
      const preload = require(${JSON.stringify(preloads)}).${preload};
      const child = spawn(process.execPath, [preload, "-e", ${JSON.stringify(script)}], { stdio: ["ignore", "pipe", "pipe"] });
      require("node:fs").writeSync(1, String(child.pid));
      const end = () => process.kill(process.pid, "SIGKILL");
      if (${isKilledAtOnce}) end();
      child.stdout.once("data", end);
    `;
    const { stdout, signal } = spawnSync(process.execPath, ["-e", engine], { encoding: "utf8" });
    expect(signal).toBe("SIGKILL");
    return Number(stdout);
  }

  /** Like the SDK, reports errors that nobody catches. */
  const program = `
    process.on("uncaughtException", (error) => console.warn(error.message));
    setInterval(() => console.log("running"), 10);
  `;
  const plugin = `require("node:http").createServer().listen(0, () => console.log("listening"));`;

  it("a program exits, and so does a plugin, even if it was just started", async () => {
    const pids = [true, false].flatMap((isKilledAtOnce) => [
      runKilledEngine("programPreload", program, isKilledAtOnce),
      runKilledEngine("pluginPreload", plugin, isKilledAtOnce),
    ]);
    const until = Date.now() + 20_000;
    try {
      while (pids.some(isRunning) && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      expect(pids.map(isRunning)).toEqual([false, false, false, false]);
    } finally {
      for (const pid of pids.filter(isRunning)) process.kill(pid, "SIGKILL");
    }
  });

  function isRunning(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
});
