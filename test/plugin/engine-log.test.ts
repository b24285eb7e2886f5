import { join } from "node:path";
import { startMonitorServer } from "../../src/engine/grpc/monitor-server";
import { loadSdk } from "../../src/engine/grpc/sdk";
import { urnOf } from "../../src/lifecycle";
import { engineLog } from "../../src/plugin/engine-log";

const origin = { project: "shop", stack: "dev", type: "Instance", name: "web" };

describe("the log of the plugin", () => {
  it("has passed on the result of a delete before the delete ends", async () => {
    const results: unknown[] = [];
    const messages: unknown[] = [];
    const root = join(__dirname, "../..");
    const server = await startMonitorServer(
      loadSdk(root),
      { project: root, program: root },
      {
        monitor: () => {
          throw new Error("no resource is registered");
        },
        log: ({ severity, message }) => messages.push([severity, message]),
        onDeleteResult: (urn, result) => results.push([urn, result]),
      },
    );
    const log = engineLog(server.address);
    await log.alreadyDeleted("instance 5", origin);
    expect(results.splice(0)).toEqual([[urnOf(origin), { alreadyDeleted: true }]]);
    await log.retained("instance 5 is managed by another resource", "warn", origin);
    expect(results).toEqual([[urnOf(origin), { alreadyDeleted: false, retained: true }]]);
    expect(messages).toEqual([
      ["info", "instance 5 was already deleted"],
      ["warning", "instance 5 is managed by another resource"],
    ]);
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
