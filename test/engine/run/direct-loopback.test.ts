import { withDirectLoopback } from "../../../src/engine/run/direct-loopback";

describe("the environment of the engine's processes", () => {
  it("keeps gRPC from using a proxy for this machine", () => {
    expect(withDirectLoopback({ https_proxy: "http://proxy" })).toEqual({
      https_proxy: "http://proxy",
      no_grpc_proxy: "127.0.0.1,localhost",
    });
  });

  it.each([[{ no_proxy: "a.example" }], [{ no_grpc_proxy: "a.example", no_proxy: "b.example" }]])(
    "keeps the addresses for which gRPC uses none: %j",
    (env) => {
      expect(withDirectLoopback(env).no_grpc_proxy).toBe("a.example,127.0.0.1,localhost");
    },
  );
});
