import { once } from "node:events";
import { Writable } from "node:stream";
import { RequestBody } from "../../src/client/transport/request-body";

/** A body of these strings, which remembers whether reading was ended. */
function bodyOf(texts: readonly string[]) {
  const state = { isEnded: false };
  async function* chunks() {
    try {
      for (const text of texts) yield Buffer.from(text);
    } finally {
      state.isEnded = true;
    }
  }
  return { state, body: new RequestBody({ length: texts.join("").length, chunks }, () => undefined) };
}

describe("the body of a streamed request", () => {
  it("writes all chunks and ends the request", async () => {
    const { body } = bodyOf(["one,", "two,", "three"]);
    const written: string[] = [];
    const request = new Writable({
      write(chunk, _, done) {
        written.push(String(chunk));
        done();
      },
    });
    body.pipe(request);
    await once(request, "finish");
    expect(written).toEqual(["one,", "two,", "three"]);
  });

  it("waits until a chunk was sent before it writes the next one", async () => {
    const { body } = bodyOf(["one", "two"]);
    let isSent = () => {};
    const written: string[] = [];
    const request = new Writable({
      highWaterMark: 1000,
      write(chunk, _, done) {
        written.push(String(chunk));
        isSent = done;
      },
    });
    body.pipe(request);
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect([written, request.writableLength]).toEqual([["one"], 3]);
    isSent();
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
    expect(written).toEqual(["one", "two"]);
    request.destroy();
  });

  it("stops reading when the request is closed before a chunk was sent", async () => {
    const { body, state } = bodyOf(["one", "two"]);
    const request = new Writable({ write: () => undefined });
    body.on("error", () => undefined);
    // Like a request that has no connection yet, it drops what it was to write.
    request.write = () => false;
    body.pipe(request);
    await new Promise(setImmediate);
    expect(state.isEnded).toBe(false);
    request.destroy();
    await new Promise((resolve) => body.once("close", resolve));
    expect(state.isEnded).toBe(true);
  });
});
