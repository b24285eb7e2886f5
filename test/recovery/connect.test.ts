import { gzipSync } from "node:zlib";
import { prepareImageFile, type TransportRequest } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { connect } from "../../src/recovery/connect";
import { TemporaryFiles } from "../resources/temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

it("the service's clock is learned from the service, and not from the server that receives an upload", async () => {
  const clock = new VirtualClock();
  const later = (ms: number) => new Date(clock.now() + ms).toUTCString();
  const { services, allowWrites } = connect({
    settings: { baseUrl: "https://service.test/v4", brand: "node" },
    ...{ backend: "", env: {}, clock, interrupt: new AbortController().signal, onMessage: () => undefined },
    transport: async ({ url }: TransportRequest) => ({
      status: 200,
      headers: { date: later(new URL(url).host === "service.test" ? 5_000 : 3_600_000) },
      body: JSON.stringify({ data: [], page: 1, pages: 1, results: 0 }),
    }),
  });
  allowWrites();
  await services.client.regions.list();
  const file = await prepareImageFile(files.write("disk.img.gz", gzipSync("disk")));
  await services.upload({ uploadTo: "https://uploads.test/put", file });
  expect(services.serverTime.offset).toBe(5_000);
});
