import net, { type AddressInfo } from "node:net";
import { isEngineListening } from "../../src/plugin/folders";

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
