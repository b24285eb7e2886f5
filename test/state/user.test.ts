import * as os from "node:os";
import { homeFolder, userName } from "../../src/state/user";

jest.mock("node:os", () => {
  const actual = jest.requireActual<typeof import("node:os")>("node:os");
  return { ...actual, userInfo: jest.fn(actual.userInfo), homedir: jest.fn(actual.homedir) };
});

const missing = () => {
  throw Object.assign(new Error("uv_os_get_passwd returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
};

it("is known by name and home where the system knows them", () => {
  expect(userName()).toBe(os.userInfo().username);
  expect(homeFolder("the state", "SOMETHING")).toBe(os.homedir());
});

it("is known by number where it has no entry, and a missing home is said with the way out", () => {
  jest.mocked(os.userInfo).mockImplementationOnce(missing);
  jest.mocked(os.homedir).mockImplementationOnce(missing);
  expect(userName()).toBe(`uid-${process.getuid?.()}`);
  expect(() => homeFolder("the selected stack", "PULUMI_HOME")).toThrow(
    /no home folder to store the selected stack in\. Set HOME or PULUMI_HOME\./,
  );
});
