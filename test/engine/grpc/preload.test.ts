import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { programPreload } from "../../../src/engine/grpc/preload";

/** What a script prints when it runs with what precedes programs. */
function run(script: string, env: Readonly<Record<string, string>> = {}): unknown {
  const { status, stdout, stderr } = spawnSync(process.execPath, [programPreload, "-e", script], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, ...env },
  });
  expect({ status, said: status === 0 ? "" : stderr }).toEqual({ status: 0, said: "" });
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

it("creates no stacks for the SDK's promises and leaves all other stacks unchanged", () => {
  expect(run(stacks)).toEqual({
    plain: [expect.any(String), true],
    own: ["", "prepared"],
    same: true,
    restored: true,
  });
});

it("creates the stacks of promises when PULUMI_DEBUG_PROMISE_LEAKS is set", () => {
  expect(run(stacks, { PULUMI_DEBUG_PROMISE_LEAKS: "true" })).toMatchObject({
    own: ["prepared", "prepared"],
  });
});

it("loads packages that only some programs need when they are first used", () => {
  const script = `
    const pulumi = require("@pulumi/pulumi");
    const loaded = () => ["typescript/lib/typescript.js", "@npmcli/arborist/lib/index.js"].filter((file) =>
      Object.keys(require.cache).some((path) => path.replaceAll("\\\\", "/").endsWith(file)),
    );
    const before = loaded();
    const word = "captured";
    pulumi.runtime.serializeFunction(() => word).then(({ text }) =>
      console.log(JSON.stringify({ before, after: loaded(), text: text.includes('"captured"') })),
    );
  `;
  expect(run(script)).toEqual({ before: [], after: ["typescript/lib/typescript.js"], text: true });
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
