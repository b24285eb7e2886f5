import type { Channel } from "node:diagnostics_channel";
import { startService } from "./service";

const { responseChannel }: { responseChannel: Channel } = require("../shared-modules.cjs");

it("publishes each response, so that the tests in the same process can compare it with the contract", async () => {
  const published: unknown[] = [];
  const collect = (message: unknown) => void published.push(message);
  responseChannel.subscribe(collect);
  try {
    await startService().get("/regions");
  } finally {
    responseChannel.unsubscribe(collect);
  }
  expect(published).toMatchObject([{ operation: "regions.list", status: 200 }]);
});
