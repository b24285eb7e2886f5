import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TransportFailure, type TransportRequest, uploadImageData } from "../../src/client";
import { VirtualClock } from "../../src/clock";

const folder = mkdtempSync(join(tmpdir(), "upload-response-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "image.gz");
const length = 200_000;
writeFileSync(path, randomBytes(length));

const minute = 60_000;
/** How long a chunk takes to send. */
const chunkTime = 20_000;

/** The behavior of an attempt: reads all data or nothing, and then returns a status after some time, or fails with a code. */
interface Attempt {
  readonly reads: "all" | "nothing";
  readonly after?: number;
  readonly response: number | "ECONNRESET" | "never";
}

/** Uploads over a transport with these attempts, on a virtual clock. `delivered`: the results of `isDelivered`. */
function fakeUpload(attempts: readonly Attempt[], delivered: readonly boolean[] = []) {
  const time = new VirtualClock();
  const start = time.now();
  const begun: number[] = [];
  const asked: number[] = [];
  let sending = 0;
  const transport = async ({ body, signal, onConnection }: TransportRequest) => {
    const { reads, after = 0, response } = attempts[begun.length] ?? { reads: "all", response: 200 };
    begun.push(time.now() - start);
    const startedAt = time.now();
    if (reads === "all" && typeof body === "object" && "chunks" in body) {
      for await (const _ of body.chunks()) {
        await time.sleep(chunkTime);
        onConnection("connected");
      }
      sending = time.now() - startedAt;
    }
    await time.sleep(response === "never" ? 24 * 60 * minute : after, signal).catch(() => {
      throw new TransportFailure({ sent: "maybe", code: "ABORTED" });
    });
    if (typeof response === "string") throw new TransportFailure({ sent: "maybe", code: response });
    return { status: response, headers: {}, body: "" };
  };
  const send = (signal?: AbortSignal) =>
    time.run(
      uploadImageData({
        ...{ uploadTo: "https://put.test/place", clock: time, transport, signal },
        file: { path, length, dispose: async () => undefined },
        isDelivered: async (waitMs) => {
          asked.push(waitMs);
          return delivered[asked.length - 1] ?? false;
        },
      }),
    );
  return { time, start, begun, asked, send, sendingTime: () => sending };
}

describe("the response to a complete upload", () => {
  it("is waited for ten minutes", async () => {
    const { begun, asked, send } = fakeUpload([{ reads: "all", after: 9 * minute, response: 200 }]);
    await send();
    expect([begun.length, asked]).toEqual([1, []]);
  });

  it("is given up after ten minutes", async () => {
    const { begun, send, sendingTime } = fakeUpload([{ reads: "all", response: "never" }]);
    await send();
    expect(begun).toHaveLength(2);
    expect(begun[1]).toBeGreaterThanOrEqual(sendingTime() + 10 * minute);
    expect(begun[1]).toBeLessThan(sendingTime() + 11 * minute);
  });

  it.each(["never", "ECONNRESET", 502, 504] as const)(
    "that is lost (%s) is replaced by the status that the service returns, within the time that sending took",
    async (response) => {
      const { begun, asked, send, sendingTime } = fakeUpload([{ reads: "all", response }], [true]);
      await send();
      expect(begun).toHaveLength(1);
      expect(sendingTime()).toBeGreaterThanOrEqual(chunkTime);
      expect(asked).toEqual([sendingTime()]);
    },
  );

  it.each([408, 429, 500, 503])("that rejects it (%i) leaves nothing to wait for", async (response) => {
    const { begun, asked, send } = fakeUpload([{ reads: "all", response }]);
    await send();
    expect([begun.length, asked]).toEqual([2, [0]]);
  });

  it("may have been lost in an attempt before the one that failed last", async () => {
    const { begun, asked, send, sendingTime } = fakeUpload(
      [
        { reads: "all", response: "ECONNRESET" },
        { reads: "nothing", response: "ECONNRESET" },
      ],
      [false, true],
    );
    await send();
    expect([begun.length, asked]).toEqual([2, [sendingTime(), 0]]);
  });

  it("is not awaited if no attempt sent the whole file, or after a rejection", async () => {
    const { asked, send } = fakeUpload([
      { reads: "nothing", response: "ECONNRESET" },
      { reads: "all", response: 400 },
    ]);
    await expect(send()).rejects.toThrow("the service returned 400");
    expect(asked).toEqual([]);
  });

  it("is not asked for after an interrupt", async () => {
    const stop = new AbortController();
    const { time, asked, send } = fakeUpload([{ reads: "all", response: "never" }]);
    const sent = send(stop.signal);
    void time.sleep(5 * minute).then(() => stop.abort());
    await expect(sent).rejects.toThrow("it was aborted");
    expect(asked).toEqual([]);
  });
});
