import { join } from "node:path";
import { startMonitorServer } from "../../src/engine/grpc/monitor-server";
import { loadSdk } from "../../src/engine/grpc/sdk";
import { urnOf } from "../../src/lifecycle";
import { engineLog } from "../../src/plugin/engine-log";

const origin = { project: "shop", stack: "dev", type: "Instance", name: "web" };

describe("the log of the plugin", () => {
  it("has passed on that an object was already deleted before the delete ends", async () => {
    const deleted: string[] = [];
    const root = join(__dirname, "../..");
    const server = await startMonitorServer(
      loadSdk(root),
      { project: root, program: root },
      {
        monitor: () => {
          throw new Error("no resource is registered");
        },
        log: () => undefined,
        alreadyDeleted: (urn) => deleted.push(urn),
      },
    );
    await engineLog(server.address).alreadyDeleted("instance 5", origin);
    expect(deleted).toEqual([urnOf(origin)]);
    server.close();
  });

  it("writes one line for each message to the output of its process if there is no engine", () => {
    const write = jest.spyOn(process.stdout, "write").mockReturnValue(true);
    const log = engineLog(undefined);
    log.info("one");
    log.warn("two");
    const text = write.mock.calls.map(([line]) => line).join("");
    write.mockRestore();
    expect(text).toBe("one\ntwo\n");
  });
});
