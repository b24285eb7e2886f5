import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { detectDrift } from "../../src/drift";
import { createEmulator, type Listening, wellKnownTokens } from "../../src/emulator";
import { commandFile } from "../cli/command";
import { Example } from "./example";

const example = resolve(__dirname, "../../examples/ci-drift");
const emulator = createEmulator();
const { control } = emulator;
let server: Listening;
let folder: string;
beforeAll(async () => {
  server = await emulator.listen({ port: 0 });
});
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "nodecloud-ci-drift-"));
  mkdirSync(join(folder, "bin"));
  writeProgram("npx", `shift 2\nexec "${process.execPath}" "${commandFile}" "$@"`);
  writeProgram("notify", `echo "$1 to $2" >>"${folder}/notifications"\nexit "\${NOTIFY_CODE:-0}"`);
  writeFileSync(join(folder, "state.json"), exportOfSeed());
});
afterEach(() => {
  control.reset();
  rmSync(folder, { recursive: true, force: true });
});

/** A program on the PATH of the script. */
function writeProgram(name: string, script: string): void {
  writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

/** An `npx` that ends with the given code, and writes the Markdown report if it has one. */
function stubNodecloud(code: number, report?: string): void {
  const writeReport = report === undefined ? "" : `printf '${report}' >"${folder}/drift-report/drift.md"`;
  writeProgram("npx", `echo "a message" >&2\n${writeReport}\nexit ${code}`);
}

async function run(script: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn("/bin/sh", [join(example, script), ...args], {
    cwd: folder,
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      NODECLOUD_BASE_URL: server.url,
      NODECLOUD_TOKEN: wellKnownTokens.full,
      NODECLOUD_HOME: folder,
      DRIFT_NOTIFY: "notify",
      GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
      ...env,
    },
  });
  const ended = new Promise<number | null>((done) => child.once("close", done));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}

const drift = (env?: Readonly<Record<string, string>>) =>
  run("drift.sh", ["--export", "state.json", "--no-unmanaged"], env);

function fileOf(name: string): string | undefined {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

const notifications = () => fileOf("notifications")?.trimEnd().split("\n") ?? [];

describe("drift.sh", () => {
  it("writes the reports of every run, and notifies when the verdict changes", async () => {
    expect(await drift()).toMatchObject({ code: 0, stderr: "" });
    expect(notifications()).toEqual([]);

    writeFileSync(join(folder, "state.json"), exportOfSeed(false));
    expect((await drift()).code).toBe(2);
    expect(notifications()).toEqual(["inSync to drift"]);
    expect(fileOf("drift-report/drift.md")).toMatch(/^<!-- nodecloud-drift: drift -->\n/);
    expect(fileOf("drift-report/drift.html")).toMatch(/^<!doctype html>/i);
    expect(JSON.parse(fileOf("drift-report/drift.json") ?? "")).toMatchObject({ verdict: "drift" });

    writeFileSync(join(folder, "state.json"), exportOfSeed());
    control.faults.add({ operation: "paymentMethods.list", effect: { status: 403 } });
    expect((await drift()).code).toBe(3);
    expect(notifications()).toEqual(["inSync to drift", "drift to incomplete"]);
    const verdicts = [...(fileOf("summary.md") ?? "").matchAll(/nodecloud-drift: (\w+)/g)].map(
      ([, one]) => one,
    );
    expect(verdicts).toEqual(["inSync", "drift", "incomplete"]);
  }, 60_000);

  it("is silent while the verdict stays the same, and reports a recovery", async () => {
    for (const code of [2, 2, 3, 3, 0, 0]) {
      stubNodecloud(code, "report");
      expect((await drift()).code).toBe(code);
    }
    expect(notifications()).toEqual(["none to drift", "drift to incomplete", "incomplete to inSync"]);
  });

  it("reports a run that fails, with its messages and without the reports of the last run", async () => {
    mkdirSync(join(folder, "drift-report"));
    for (const name of ["drift.html", "drift.json", "drift.md"])
      writeFileSync(join(folder, "drift-report", name), "of the last run");
    writeFileSync(join(folder, "drift-report/verdict"), "inSync\n");
    writeFileSync(join(folder, "state.json"), "{");
    const { code, stderr } = await drift();
    expect(code).toBe(1);
    expect(stderr).toContain("error: ");
    expect(notifications()).toEqual(["inSync to failed"]);
    expect(fileOf("drift-report/drift.md")).toMatch(/^<!-- nodecloud-drift: failed -->\n(.*\n)* {4}error: /);
    expect(fileOf("drift-report/drift.html")).toBeUndefined();
    expect(fileOf("drift-report/drift.json")).toBeUndefined();
    expect(fileOf("drift-report/verdict")).toBe("failed\n");
  }, 60_000);

  it.each([
    ["a usage error", 64, undefined, 64],
    ["a missing command", 127, undefined, 127],
    ["a code of drift without a report", 2, undefined, 1],
    ["a code of success without a report", 0, undefined, 1],
    ["an error after the report was written", 1, "<!-- nodecloud-drift: inSync -->", 1],
  ])("treats %s as a failure", async (_, code, report, expected) => {
    stubNodecloud(code, report);
    expect((await drift()).code).toBe(expected);
    expect(notifications()).toEqual(["none to failed"]);
    expect(fileOf("drift-report/drift.md")).toMatch(/nodecloud-drift: failed(.*\n)*.* {4}a message/);
  });

  it.each([129, 130, 143])("keeps the last verdict if a signal ends the run with %i", async (code) => {
    stubNodecloud(2, "drift");
    await drift();
    stubNodecloud(code);
    expect((await drift()).code).toBe(code);
    expect(fileOf("drift-report/verdict")).toBe("drift\n");
    expect(notifications()).toEqual(["none to drift"]);
  });

  it("repeats a notification that failed", async () => {
    stubNodecloud(3, "incomplete");
    const { code, stderr } = await drift({ NOTIFY_CODE: "7" });
    expect(code).toBe(1);
    expect(stderr).toContain("the next run repeats it");
    expect((await drift()).code).toBe(3);
    expect((await drift()).code).toBe(3);
    expect(notifications()).toEqual(["none to incomplete", "none to incomplete"]);
  });

  it("needs neither a notification nor a job summary", async () => {
    stubNodecloud(2, "drift");
    expect(
      await drift({ DRIFT_NOTIFY: "", GITHUB_STEP_SUMMARY: "", DRIFT_FOLDER: "other folder" }),
    ).toMatchObject({
      code: 1,
    });
    expect(fileOf("other folder/verdict")).toBe("failed\n");
    expect((await drift({ DRIFT_NOTIFY: "", GITHUB_STEP_SUMMARY: "" })).code).toBe(2);
    expect(fileOf("summary.md")).toBeUndefined();
  });
});

describe("notify-github.sh", () => {
  it.each([
    ["inSync", "drift", "", ["list", "label create", "create"]],
    ["drift", "failed", "12", ["list", "comment 12"]],
    ["failed", "inSync", "12", ["list", "comment 12", "close 12"]],
    ["failed", "inSync", "", ["list"]],
  ])("of %s to %s with the issue %j calls %j", async (last, verdict, issue, calls) => {
    // Writes each call without its options, and the comment that it would post.
    writeProgram(
      "gh",
      `case "$1 $2" in "issue list") echo list; printf '%s' "${issue}" >&3 ;; "label create") echo "label create" ;;
issue*) shift; case "$2" in -*) echo "$1" ;; *) echo "$1 $2" ;; esac ;; esac 3>&1 >>"${folder}/calls"
for word in "$@"; do [ "$file" = 1 ] && cat "$word" >>"${folder}/posted"; [ "$word" = --body-file ] && file=1 || file=0; done
exit 0`,
    );
    writeFileSync(join(folder, "report.md"), "the report");
    const run1 = {
      GITHUB_RUN_ID: "5",
      GITHUB_SERVER_URL: "https://github.test",
      GITHUB_REPOSITORY: "me/shop",
    };
    const { code, stderr } = await run("notify-github.sh", [last, verdict, "report.md"], {
      ...run1,
      file: "0",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(fileOf("calls")?.trimEnd().split("\n")).toEqual(calls);
    const posted = calls.length > 1 ? fileOf("posted") : "the report";
    expect(posted).toContain("the report");
    if (calls.length > 1) {
      expect(posted).toContain(`Last verdict: ${last}. New verdict: ${verdict}.`);
      expect(posted).toContain("https://github.test/me/shop/actions/runs/5");
    }
  });
});

describe("the workflow", () => {
  const workflow = parse(readFileSync(join(example, ".github/workflows/drift.yml"), "utf8"));
  const steps: { uses?: string; run?: string; if?: string; with?: Record<string, string>; env?: object }[] =
    workflow.jobs.drift.steps;

  it("runs the scripts of the example on a schedule, with no more permissions than they need", () => {
    expect(workflow.on.schedule).toHaveLength(1);
    expect(workflow.permissions).toEqual({ contents: "read", issues: "write" });
    expect(steps.find(({ run: line }) => line?.includes("drift.sh"))).toMatchObject({
      run: "sh drift.sh --all-stacks",
      env: {
        DRIFT_NOTIFY: "./notify-github.sh",
        ...Object.fromEntries(
          ["NODECLOUD_TOKEN", "PULUMI_CONFIG_PASSPHRASE", "PULUMI_ACCESS_TOKEN", "AWS_ACCESS_KEY_ID"].map(
            (name) => [name, `\${{ secrets.${name} }}`],
          ),
        ),
      },
    });
    expect(steps.some(({ uses }) => uses?.startsWith("pulumi/actions@"))).toBe(true);
  });

  it("keeps the verdict and the reports of a job that fails, under the key that the next run reads", () => {
    const using = (name: string) => steps.find(({ uses }) => uses?.startsWith(`actions/${name}@`));
    expect(using("cache/save")).toMatchObject({ if: "always()", with: { path: "drift-report/verdict" } });
    expect(using("cache/save")?.with?.key).toBe(using("cache/restore")?.with?.key);
    expect(
      using("cache/save")?.with?.key?.startsWith(using("cache/restore")?.with?.["restore-keys"] ?? "?"),
    ).toBe(true);
    expect(using("upload-artifact")?.if).toBe("always()");
    expect(using("upload-artifact")?.with?.path).toContain("drift-report/drift.html");
  });
});

it("is a project whose program creates what the comparison then finds in sync", async () => {
  const project = await Example.open("ci-drift");
  try {
    await project.configure("rootPass", "root-password-canary", { secret: true });
    await project.configure("region", "eu-west");
    await project.configure("type", "g1-standard-1");
    await project.run("up");
    const where = { region: "eu-west", type: "g1-standard-1" };
    expect(project.world.instances).toMatchObject([{ ...where, status: "running", tags: ["web"] }]);
    const settings = { baseUrl: project.url, token: wellKnownTokens.full };
    const env = { ...process.env, PULUMI_CONFIG_PASSPHRASE: "a passphrase of the tests" };
    const report = await detectDrift({
      ...{
        sources: [{ kind: "project", folder: project.folder, stacks: ["dev"] }],
        settings,
        env,
        unmanaged: false,
      },
    });
    expect(report).toMatchObject({ verdict: "inSync", clean: [{ type: "Instance" }] });
  } finally {
    await project.close();
  }
}, 60_000);

/** The export of a stack that declares the payment method of the emulator's seed as the default, or as another one. */
function exportOfSeed(isDefault = true): string {
  const { payment_methods: methods, account } = control.world();
  const { id = 0, created = 0 } = methods[0] ?? {};
  const identity = { account: account.euuid, created: new Date(created).toISOString().slice(0, 19) };
  const type = "pulumi-nodejs:dynamic/nodecloud:PaymentMethod";
  const outputs = {
    paymentMethodId: id,
    type: "credit_card",
    isDefault: true,
    created: identity.created,
    identity,
  };
  const urn = `urn:pulumi:dev::shop::${type}::card`;
  const resource = { urn, type, custom: true, id: String(id), inputs: { isDefault }, outputs };
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: [resource] } });
}
