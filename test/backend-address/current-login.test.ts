/** @jest-environment node */
import * as os from "node:os";
import { currentLogin } from "../../src/backend-address/current-login";

jest.mock("node:os", () => ({
  ...jest.requireActual<typeof import("node:os")>("node:os"),
  homedir: jest.fn(),
}));

it("a user without a home folder has no login, unless there is an access token", () => {
  jest.mocked(os.homedir).mockImplementation(() => {
    throw Object.assign(new Error("uv_os_get_passwd returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
  });
  expect(currentLogin({})).toBeUndefined();
  expect(currentLogin({ PULUMI_ACCESS_TOKEN: "pul-canary" })).toBe("https://api.pulumi.com");
});
