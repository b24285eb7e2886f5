/** @jest-environment node */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import net, { type AddressInfo } from "node:net";
import * as os from "node:os";
import { join } from "node:path";
import { intentsFolder, isEngineListening, runsFolder } from "../../src/plugin/folders";

jest.mock("node:os", () => {
  const actual = jest.requireActual<typeof import("node:os")>("node:os");
  return { ...actual, userInfo: jest.fn(actual.userInfo), homedir: jest.fn(actual.homedir) };
});

describe("the folder of the records", () => {
  it("is NODECLOUD_HOME, else in the user's home", () => {
    expect(intentsFolder({ NODECLOUD_HOME: "/cache" })).toBe("/cache/intents");
    for (const env of [{}, { NODECLOUD_HOME: "" }])
      expect(runsFolder(env)).toBe(`${os.homedir()}/.nodecloud/runs`);
  });

  it("cannot be a relative path, which a plugin and a command would resolve against different folders", () => {
    expect(() => intentsFolder({ NODECLOUD_HOME: ".nodecloud" })).toThrow(
      /^NODECLOUD_HOME is the relative path \.nodecloud, .* Nothing was done\. Set it to an absolute path, such as "\$PWD\/\.nodecloud"\.$/,
    );
  });

  it("is in the home that the system has on record if HOME is empty, and needs NODECLOUD_HOME if there is none", () => {
    const missing = () => {
      throw Object.assign(new Error("uv_os_homedir returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
    };
    const noHome = /no home folder .* Nothing was done\. Set NODECLOUD_HOME to the absolute path of a folder/;
    jest.mocked(os.homedir).mockReturnValue("");
    expect(intentsFolder({})).toBe(`${os.userInfo().homedir}/.nodecloud/intents`);
    jest.mocked(os.userInfo).mockReturnValueOnce({ ...os.userInfo(), homedir: "" });
    expect(() => intentsFolder({})).toThrow(noHome);
    jest.mocked(os.userInfo).mockImplementationOnce(missing);
    expect(() => intentsFolder({})).toThrow(noHome);
    jest.mocked(os.homedir).mockImplementation(missing);
    expect(() => intentsFolder({})).toThrow(noHome);
    expect(intentsFolder({ NODECLOUD_HOME: "/cache" })).toBe("/cache/intents");
  });
});

describe("the engine", () => {
  afterEach(() => jest.restoreAllMocks());

  it("is listening while its port accepts connections", async () => {
    const server = net.createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const address = `127.0.0.1:${port}`;
    expect(await isEngineListening(address)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await isEngineListening(address)).toBe(false);
  });

  it.each([
    ["ECONNREFUSED", false],
    ["ECONNRESET", false],
    ["EMFILE", true],
    ["ENFILE", true],
    ["ENOBUFS", true],
    ["EADDRNOTAVAIL", true],
    ["ETIMEDOUT", true],
  ])("that cannot be reached with %s counts as listening: %s", async (code, expected) => {
    jest.spyOn(net, "connect").mockImplementation(() => {
      const socket = new net.Socket();
      setImmediate(() => socket.emit("error", Object.assign(new Error(code), { code })));
      return socket;
    });
    expect(await isEngineListening("127.0.0.1:12345")).toBe(expected);
  });

  it.each([undefined, "", "127.0.0.1:", "127.0.0.1:0"])(
    "counts as listening without a port: %s",
    async (address) => {
      expect(await isEngineListening(address)).toBe(true);
    },
  );
});

describe("a NODECLOUD_HOME that is not a folder", () => {
  const root = mkdtempSync(join(os.tmpdir(), "nodecloud-home-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const file = join(root, "file");
  writeFileSync(file, "");

  it.each([file, join(file, "below")])("is refused: %s", (path) => {
    expect(() => intentsFolder({ NODECLOUD_HOME: path })).toThrow(
      `NODECLOUD_HOME is ${path}, which is not a folder. Nothing was done. Set it to the absolute path of a folder.`,
    );
  });

  it.each([root, join(root, "does-not-exist-yet")])("is not %s", (path) => {
    expect(intentsFolder({ NODECLOUD_HOME: path })).toBe(join(path, "intents"));
  });
});
