import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { wellKnownTokens } from "../../../src/emulator";
import { expectReadable } from "../command";
import { driftService } from "./service";

const { emulator, folder, drift } = driftService();

const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:PaymentMethod::card";

/** An export whose only resource is the seed's payment method, with these inputs. */
function exportOf(inputs: Readonly<Record<string, unknown>> = { isDefault: true }): string {
  const { payment_methods: methods, account } = emulator.control.world();
  const { id, created } = methods[0] ?? { id: 0, created: "" };
  const identity = { account: account.euuid, created };
  const outputs = { paymentMethodId: id, type: "credit_card", isDefault: true, created, identity };
  const type = "pulumi-nodejs:dynamic/nodecloud:PaymentMethod";
  const resource = { urn, type, custom: true, id: String(id), inputs, outputs };
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: [resource] } });
}

const managed = ["--export", "-", "--no-unmanaged"];

describe("the exit code", () => {
  it("is 0 in sync", async () => {
    const { code, stdout, stderr } = await drift(managed, { input: exportOf() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("In sync");
  });

  it("is 2 for drift", async () => {
    const { code, stdout } = await drift(managed, { input: exportOf({ isDefault: false }) });
    expect(code).toBe(2);
    expect(stdout).toContain("isDefault");
    expectReadable(stdout);
  });

  it("is 3 if something could not be read", async () => {
    const env = { NODECLOUD_TOKEN: wellKnownTokens.scopeless };
    const { code, stdout } = await drift(managed, { input: exportOf(), env });
    expect(code).toBe(3);
    expect(stdout).toContain("Incomplete");
  });

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("is that of the signal when %s interrupts the scan", async (signal, expected) => {
    emulator.control.forgetRequests();
    emulator.control.faults.add({ operation: "paymentMethods.list", effect: { hang: true } });
    const scan = drift(managed, { input: exportOf() });
    while (emulator.control.requests().length === 0) await new Promise(setImmediate);
    process.emit(signal);
    const { code, stdout, stderr } = await scan;
    emulator.control.faults.clear();
    expect({ code, stdout, stderr }).toEqual({
      code: expected,
      stdout: "",
      stderr: "The scan was interrupted. Nothing was changed.\n",
    });
  });

  it.each([
    ["a truncated export", managed, exportOf().slice(0, 100)],
    ["an empty standard input", managed, ""],
    ["JSON that is not an export", managed, "[1]"],
    ["a newer state", managed, JSON.stringify({ version: 9, deployment: {} })],
    ["a missing file", ["--export", "missing.json"], ""],
    ["a folder without a project", [], ""],
  ])("is 1 for %s", async (_, args, input) => {
    const { code, stdout, stderr } = await drift(args, { input });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: .+/);
    expectReadable(stderr);
  });

  it.each([
    ["an unknown option", ["--bogus"], /unknown option '--bogus'/],
    ["an unknown class", ["--export", "-", "--type", "Instances"], /Did you mean Instance\?/],
    ["an unknown format", ["--format", "pdf"], /table, json, markdown, html, junit, github/],
    ["an output without a file", ["--export", "-", "--output", "json"], /FORMAT=FILE/],
    [
      "an output in a missing folder",
      ["--export", "-", "--output", "json=missing/drift.json"],
      /there is no folder missing\. Nothing was read\. Create it first/,
    ],
    ["two ways to choose stacks", ["--all-stacks", "--stack", "dev"], /contradict each other/],
  ])("is 64 for %s", async (_, args, message) => {
    const { code, stdout, stderr } = await drift(args, { input: exportOf() });
    expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
    expect(stderr).toMatch(message);
  });
});

it("writes several reports at once, which are the same for an unchanged world apart from their time", async () => {
  const files = ["one.json", "two.json"].map((name) => join(folder, name));
  for (const file of files) {
    const outputs = ["--output", `json=${file}`, "--output", `html=${file}.html`, "--format", "markdown"];
    const { code, stdout } = await drift([...managed, ...outputs], { input: exportOf({ isDefault: false }) });
    expect(code).toBe(2);
    expect(stdout).toContain("isDefault");
    expect(readFileSync(`${file}.html`, "utf8")).toMatch(/^<!doctype html>/i);
  }
  const [one, two] = files.map((file) => readFileSync(file, "utf8").replace(/"time": ".+"/, ""));
  expect(one).toBe(two);
  expect(JSON.parse(readFileSync(files[0] ?? "", "utf8"))).toMatchObject({ version: 1, verdict: "drift" });
});

it("reports other objects of the account as unmanaged, except with --no-unmanaged", async () => {
  const rows = async (...args: readonly string[]) => {
    const { stdout } = await drift(["--export", "-", "--format", "json", ...args], { input: exportOf() });
    return JSON.parse(stdout).findings.map(({ kind, type }: Record<string, string>) => `${kind} ${type}`);
  };
  expect(await rows()).toEqual(["unmanaged Image"]);
  expect(await rows("--type", "PaymentMethod")).toEqual([]);
  expect(await rows("--no-unmanaged")).toEqual([]);
});

it("reads an export file, and sends nothing but reads", async () => {
  const file = join(folder, "export.json");
  writeFileSync(file, exportOf());
  emulator.control.forgetRequests();
  expect(await drift(["--export", file, "--no-unmanaged"])).toMatchObject({ code: 0 });
  const methods = new Set(emulator.control.requests().map(({ method }) => method));
  expect([...methods]).toEqual(["GET"]);
});
