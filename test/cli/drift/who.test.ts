import { wellKnownTokens } from "../../../src/emulator";
import { expectReadable } from "../command";
import { driftService } from "./service";

const { emulator, address: addressOfService, drift: runDrift } = driftService();

const authorization = `Bearer ${wellKnownTokens.full}`;

/** Scans a stack without resources, for which every OAuth client of the account is unmanaged. */
function drift(...args: readonly string[]) {
  const urn = "urn:pulumi:dev::shop::pulumi:pulumi:Stack::shop-dev";
  const resources = [{ urn, type: "pulumi:pulumi:Stack", custom: false }];
  const input = JSON.stringify({ version: 3, deployment: { manifest: {}, resources } });
  return runDrift(["--export", "-", "--type", "OAuthClient", ...args], { input });
}

it("--who prints who created an unmanaged object, when and how, and sends only reads; without it the event log is not read", async () => {
  const body = JSON.stringify({ label: "theirs", redirect_uri: "https://a.example" });
  const address = `${addressOfService()}/account/oauth-clients`;
  await emulator.fetch(new Request(address, { method: "POST", headers: { authorization }, body }));
  emulator.control.forgetRequests();
  const { code, stdout } = await drift("--who");
  expect(code).toBe(2);
  expect(stdout).toMatch(/^ +By admin, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, oauth_client_create\.$/m);
  expectReadable(stdout);
  expect(new Set(emulator.control.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  emulator.control.forgetRequests();
  expect((await drift()).stdout).not.toContain("By admin");
  expect(emulator.control.requests().filter(({ path }) => path.includes("/events"))).toEqual([]);
});
