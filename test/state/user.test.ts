/** @jest-environment node */
import * as os from "node:os";
import { findHomeFolder, userName } from "../../src/state/user";

jest.mock("node:os", () => {
  const actual = jest.requireActual<typeof import("node:os")>("node:os");
  return { ...actual, userInfo: jest.fn(actual.userInfo), homedir: jest.fn(actual.homedir) };
});

const throwMissing = () => {
  throw Object.assign(new Error("uv_os_get_passwd returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
};

it("a user has the name and the home folder that the system returns", () => {
  expect(userName()).toBe(os.userInfo().username);
  expect(findHomeFolder("the state", "SOMETHING")).toBe(os.homedir());
});

it("a user without an entry in the system is named by number, and a missing home folder is an error that says what to do", () => {
  jest.mocked(os.userInfo).mockImplementationOnce(throwMissing);
  jest.mocked(os.homedir).mockImplementationOnce(throwMissing);
  expect(userName()).toBe(`uid-${process.getuid?.()}`);
  expect(() => findHomeFolder("the selected stack", "PULUMI_HOME")).toThrow(
    /no home folder to store the selected stack in\. Set HOME or PULUMI_HOME\./,
  );
});
