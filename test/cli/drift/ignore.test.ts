import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectReadable } from "../command";
import { driftService } from "./service";

const { emulator, folder, drift: runDrift } = driftService();
const file = join(folder, ".nodecloudignore");
afterEach(() => rmSync(file, { force: true }));

/** An export whose only resource is the seed's payment method, of which the program declares another value. */
function exported(): string {
  const { payment_methods: methods, account } = emulator.control.world();
  const { id, created } = methods[0] ?? { id: 0, created: "" };
  const type = "pulumi-nodejs:dynamic/nodecloud:PaymentMethod";
  const outputs = { paymentMethodId: id, isDefault: true, identity: { account: account.euuid, created } };
  const urn = `urn:pulumi:dev::shop::${type}::card`;
  const resource = { urn, type, custom: true, id: String(id), inputs: { isDefault: false }, outputs };
  return JSON.stringify({ version: 3, deployment: { manifest: {}, resources: [resource] } });
}

function drift(...args: readonly string[]) {
  return runDrift(["--export", "-", "--no-unmanaged", ...args], { input: exported() });
}

const rule = "- type: PaymentMethod\n  field: isDefault\n  reason: The finance team switches it.\n";

it("the rules in the working folder apply to an export, and leave its ignored findings out of the verdict", async () => {
  writeFileSync(file, rule);
  const { code, stdout } = await drift("--output", "json=report.json");
  expect(code).toBe(0);
  expect(stdout).toContain("1 finding is ignored by .nodecloudignore. --show-ignored lists them.");
  expect(stdout).not.toContain("finance");
  const { findings, ignored } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(findings).toEqual([]);
  expect(ignored).toMatchObject([{ field: "isDefault", ignoredBecause: "The finance team switches it." }]);
});

it("--show-ignored lists them, on the terminal and in files", async () => {
  writeFileSync(file, rule);
  const { code, stdout } = await drift("--show-ignored", "--output", "markdown=report.md");
  expect(code).toBe(0);
  expect(stdout).toContain("Ignored: The finance team switches it.");
  expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("The finance team switches it.");
  expectReadable(stdout);
});

it("--no-ignore lets every finding count, and --ignore-file reads other rules instead", async () => {
  writeFileSync(file, rule);
  writeFileSync(join(folder, "empty.yaml"), "");
  writeFileSync(join(folder, "rules.yaml"), rule);
  expect((await drift("--no-ignore")).code).toBe(2);
  expect((await drift("--ignore-file", "empty.yaml")).code).toBe(2);
  expect((await drift("--ignore-file", "empty.yaml", "--ignore-file", "rules.yaml")).code).toBe(0);
});

it("--no-ignore and --ignore-file together are a usage error", async () => {
  const { code, stderr } = await drift("--no-ignore", "--ignore-file", "rules.yaml");
  expect(code).toBe(64);
  expect(stderr).toContain("--ignore-file and --no-ignore contradict each other.");
});

it("a malformed file ends with code 64 and names the line, before anything is sent", async () => {
  writeFileSync(file, `${rule}- tpye: Image\n  reason: x\n`);
  emulator.control.forgetRequests();
  const { code, stdout, stderr } = await drift();
  expect({ code, stdout }).toEqual({ code: 64, stdout: "" });
  expect(stderr).toBe(
    'error: .nodecloudignore:4:3, rule 2: there is no key "tpye". Nothing was read from the service. Did you mean type?\n',
  );
  expect(emulator.control.requests()).toEqual([]);
});

it("rules past their date and rules that match nothing are warnings", async () => {
  writeFileSync(
    file,
    `${rule}  until: 2020-02-29\n- type: PaymentMethod\n  id: 77\n  reason: x\n  finding: deleted\n`,
  );
  const { code, stdout } = await drift();
  expect(code).toBe(2);
  expect(stdout).toContain(
    ".nodecloudignore:1, rule 1 ended on 2020-02-29, so 1 finding is no longer ignored. Remove it or change its date.",
  );
  expect(stdout).toContain(".nodecloudignore:5, rule 2 matches no finding. Remove it.");
});
