import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  NodecloudError,
  prepareImageFile,
  TransportFailure,
  type TransportRequest,
  type UploadOptions,
  uploadImageData,
} from "../../src/client";
import { realClock, VirtualClock } from "../../src/clock";
import { type LocalResponse, type LocalServer, localServer } from "./local-server";

const folder = mkdtempSync(join(tmpdir(), "upload-test-"));
const servers: LocalServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Real time, but no delay between attempts. */
const clock = { ...realClock, random: () => 0 };

const image = gzipSync(randomBytes(3_000_000));
const packed = join(folder, "packed.img.gz");
writeFileSync(packed, image);

async function serve(responses: readonly LocalResponse[], options = {}): Promise<LocalServer> {
  const server = await localServer(responses, options);
  servers.push(server);
  return server;
}

/** Uploads a file to a secret address of the server and returns the reported progress. */
async function upload(server: LocalServer, path = packed, deadline?: { at: number; extend(): void }) {
  const file = await prepareImageFile(path);
  const progress: [sent: number, total: number][] = [];
  try {
    await uploadImageData({
      ...{ uploadTo: `${server.address}/put/canary-place?signature=canary`, file, clock },
      ...(deadline ? { deadline } : {}),
      onProgress: (sent, total) => progress.push([sent, total]),
    });
    return progress;
  } finally {
    await file.dispose();
  }
}

/** The error of an upload, after a check that no part of it contains the address. */
async function failureOf(work: Promise<unknown>): Promise<NodecloudError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodecloudError)) throw new Error(`expected a NodecloudError, got ${String(error)}`);
  expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain("canary");
  return error;
}

describe("an upload", () => {
  it("sends the file as it is, in one request with its length and type, and without a token", async () => {
    const server = await serve([{ status: 200 }]);
    await upload(server);
    const [request] = server.seen;
    expect(server.seen).toHaveLength(1);
    expect(request).toMatchObject({ method: "PUT", url: "/put/canary-place?signature=canary" });
    expect(request?.headers).toMatchObject({
      ...{ "content-type": "application/octet-stream", "content-length": String(image.length) },
    });
    expect(request?.headers).not.toHaveProperty("transfer-encoding");
    expect(request?.headers).not.toHaveProperty("authorization");
    expect(request?.body.equals(image)).toBe(true);
  });

  it("sends every byte of a large file once to a server that reads slowly", async () => {
    const large = join(folder, "large.img.gz");
    const content = Buffer.concat([image, randomBytes(60_000_000)]);
    writeFileSync(large, content);
    const server = await serve([{ status: 200, slow: true }]);
    await upload(server, large);
    expect(server.seen).toHaveLength(1);
    expect(server.seen[0]?.body.equals(content)).toBe(true);
  });

  it.each([200, 201, 202, 204])("succeeds on %i", async (status) => {
    const server = await serve([{ status }]);
    await upload(server);
    expect(server.seen).toHaveLength(1);
  });

  it("reports its progress up to the whole file", async () => {
    const size = 25_000_000;
    const larger = join(folder, "larger.img.gz");
    writeFileSync(larger, Buffer.from([0x1f, 0x8b]));
    await truncate(larger, size);
    const progress = await upload(await serve([{ status: 200 }]), larger);
    expect(progress.length).toBeGreaterThan(10);
    for (const [index, [sent, total]] of progress.entries()) {
      expect(total).toBe(size);
      expect(sent).toBeGreaterThan(progress[index - 1]?.[0] ?? 0);
    }
    expect(progress.at(-1)).toEqual([size, size]);
  });

  it.each([400, 401, 403, 404, 413])("fails on %i after one attempt", async (status) => {
    const server = await serve([{ status }]);
    const error = await failureOf(upload(server));
    expect(error).toMatchObject({ code: "rejected", status, effect: "none" });
    expect(error.message).toContain(`could not be uploaded: the service returned ${status}.`);
    expect(error.message).toContain("The image waits for its data for up to 24 hours after its creation");
    expect(server.seen).toHaveLength(1);
  });

  it("fails with the reasons of the service, which cannot contain the address", async () => {
    const json = {
      errors: [
        { reason: "not gzip" },
        {
          reason: "/put/canary-place?signature=canary is closed to canary-place with canary",
          field: "canary",
        },
      ],
    };
    const server = await serve([{ status: 400, json }]);
    const error = await failureOf(upload(server));
    expect(error.message).toContain("the service returned 400: not gzip; ");
    expect(error.fieldErrors).toHaveLength(2);
  });

  it("fails with reasons that are safe to print and not too long", async () => {
    const reason = `\u001b[2Jnot\ngzip${" ".repeat(2_000)}`;
    const server = await serve([{ status: 400, json: { errors: [{ reason, field: "\u202edata" }] } }]);
    const error = await failureOf(upload(server));
    expect(error.message).toContain("the service returned 400: \\u202edata: not\\u000agzip ");
    for (const text of [error.message, JSON.stringify(error.fieldErrors)]) {
      expect(text).not.toMatch(/\p{C}/u);
      expect(text.length).toBeLessThan(1_200);
    }
  });

  it("fails after one attempt if the file cannot be read", async () => {
    const server = await serve([{ status: 200 }]);
    const path = join(folder, "deleted.img.gz");
    writeFileSync(path, image);
    const file = await prepareImageFile(path);
    rmSync(path);
    const error = await failureOf(uploadImageData({ uploadTo: `${server.address}/put/canary`, file, clock }));
    expect(error).toMatchObject({ code: "input", effect: "none" });
    expect(error.message).toMatch(
      /could not be uploaded: the file could not be read \(ENOENT.*\)\. The image waits/,
    );
    expect(error.attempts).toHaveLength(1);
  });

  it.each([
    ["grew", image.length + 1],
    ["shrank", image.length - 1],
  ])("fails after one attempt if the file %s meanwhile", async (_, size) => {
    const server = await serve([{ status: 200 }]);
    const path = join(folder, "changing.img.gz");
    writeFileSync(path, image);
    const file = await prepareImageFile(path);
    await truncate(path, size);
    const error = await failureOf(uploadImageData({ uploadTo: `${server.address}/put/canary`, file, clock }));
    expect(error).toMatchObject({ code: "input", effect: "none" });
    expect(error.message).toMatch(
      /the file could not be read \(its size changed during the upload\)\. The image/,
    );
    expect(error.attempts).toHaveLength(1);
    expect(server.seen).toEqual([]);
  });

  it("succeeds although a report of its progress throws", async () => {
    const server = await serve([{ status: 200 }]);
    const file = await prepareImageFile(packed);
    const onProgress = () => {
      throw new Error("broken hook");
    };
    await uploadImageData({ uploadTo: `${server.address}/put/canary`, file, clock, onProgress });
    expect(server.seen).toHaveLength(1);
  });

  it("reports an early rejection, not the broken connection", async () => {
    const server = await serve([{ status: 413, early: true }]);
    expect(await failureOf(upload(server))).toMatchObject({ code: "rejected", status: 413 });
    expect(server.seen).toHaveLength(1);
  });

  it.each([301, 302, 307, 308])("does not follow a redirect with %i", async (status) => {
    const elsewhere = await serve([{ status: 200 }]);
    const headers = { location: `${elsewhere.address}/canary` };
    const server = await serve([{ status, headers }]);
    const error = await failureOf(upload(server));
    expect(error).toMatchObject({ code: "rejected", status });
    expect(error.message).toContain(
      `the service returned ${status}, a redirect, which uploads do not follow.`,
    );
    expect([server.seen.length, elsewhere.seen.length]).toEqual([1, 0]);
  });

  it.each<[string, LocalResponse]>([
    ["503", { status: 503 }],
    ["500", { status: 500 }],
    ["408", { status: 408 }],
    ["429", { status: 429 }],
    ["a reset", "reset"],
  ])("starts again after %s, from the first byte and on a new connection", async (_, response) => {
    const server = await serve([response, response, { status: 200 }]);
    const progress = await upload(server);
    expect(server.seen).toHaveLength(3);
    expect(server.seen[2]?.body.equals(image)).toBe(true);
    expect(server.sockets).toBe(3);
    const starts = progress.filter(([sent], index) => index > 0 && sent <= (progress[index - 1]?.[0] ?? 0));
    expect(starts).toHaveLength(2);
  });

  it.each<[string, LocalResponse, object]>([
    ["503", { status: 503 }, { code: "unavailable", status: 503 }],
    ["429", { status: 429 }, { code: "rate_limited", status: 429 }],
    ["a reset", "reset", { code: "connection", status: undefined }],
  ])("fails after five attempts that all end with %s", async (_, response, expected) => {
    const server = await serve([response]);
    const error = await failureOf(upload(server));
    expect(error).toMatchObject({ ...expected, effect: "unknown" });
    expect(error.attempts).toHaveLength(5);
    expect(error.message).toContain("(5 attempts)");
    expect(error.message).toContain(
      "If no attempt delivered the data, the image waits for it for up to 24 hours",
    );
    expect(server.seen).toHaveLength(5);
  });

  it("does not claim that nothing arrived when only a later attempt is rejected", async () => {
    const server = await serve(["reset", { status: 409 }]);
    const error = await failureOf(upload(server));
    expect(error).toMatchObject({ code: "rejected", status: 409, effect: "unknown" });
    expect(error.message).toContain("If no attempt delivered the data");
  });

  it("fails after five attempts when no server listens", async () => {
    const server = await serve([{ status: 200 }]);
    server.close();
    const error = await failureOf(upload(server));
    expect(error).toMatchObject({ code: "connection" });
    expect(error.attempts.map(({ failure }) => failure)).toEqual(Array(5).fill("ECONNREFUSED"));
  });

  it("of a raw image sends it compressed", async () => {
    const raw = join(folder, "raw.img");
    const content = Buffer.concat([randomBytes(100_000), Buffer.alloc(2_000_000)]);
    writeFileSync(raw, content);
    const server = await serve([{ status: 200 }]);
    await upload(server, raw);
    const [request] = server.seen;
    expect(gunzipSync(request?.body ?? "").equals(content)).toBe(true);
    expect(Number(request?.headers["content-length"])).toBe(request?.bytes);
    expect(request?.bytes).toBeLessThan(200_000);
  });

  it("of 200 MB keeps only a small part of it in memory", async () => {
    const big = join(folder, "big.img.gz");
    writeFileSync(big, Buffer.from([0x1f, 0x8b]));
    await truncate(big, 200_000_000);
    const server = await serve([{ status: 200 }], { keepsBodies: false });
    const before = process.memoryUsage().rss;
    let most = 0;
    const file = await prepareImageFile(big);
    await uploadImageData({
      ...{ uploadTo: server.address, file, clock },
      onProgress: () => {
        most = Math.max(most, process.memoryUsage().rss - before);
      },
    });
    expect(server.seen[0]?.bytes).toBe(200_000_000);
    expect(most / 200_000_000).toBeLessThan(0.5);
  }, 20_000);
});

/** An upload over a transport that returns the responses in a list, on a virtual clock. */
function fakeUpload(
  responses: readonly ({ status: number; headers?: Record<string, string> } | "hang" | "reset")[],
) {
  const time = new VirtualClock();
  const start = time.now();
  const at: number[] = [];
  const transport = async (request: TransportRequest) => {
    const response = responses[Math.min(at.length, responses.length - 1)] ?? "hang";
    at.push(time.now() - start);
    if (response === "reset") throw new TransportFailure({ sent: "maybe", code: "ECONNRESET" });
    if (response === "hang") {
      await new Promise((_, reject) => {
        request.signal.addEventListener("abort", () =>
          reject(new TransportFailure({ sent: "maybe", code: "ABORTED" })),
        );
      });
    }
    if (typeof response === "string") throw new Error("unreachable");
    return { headers: {}, body: "", ...response };
  };
  const send = (options: Partial<Parameters<typeof uploadImageData>[0]> = {}) =>
    time.run(
      uploadImageData({
        uploadTo: "https://put.test/canary",
        file: { path: packed, length: image.length, dispose: async () => undefined },
        ...{ clock: time, transport, ...options },
      }),
    );
  return { time, at, send };
}

describe("the time of an upload", () => {
  it("includes the wait that the service asks for before the next attempt", async () => {
    const { at, send } = fakeUpload([{ status: 503, headers: { "retry-after": "30" } }, { status: 200 }]);
    await send();
    expect(at).toHaveLength(2);
    expect(at[1]).toBeGreaterThanOrEqual(30_000);
  });

  it("includes a delay before each attempt, longer each time", async () => {
    const { at, send } = fakeUpload(["reset"]);
    await failureOf(send());
    expect(at).toHaveLength(5);
    expect(at.at(-1)).toBeGreaterThan(0);
    expect(at.at(-1)).toBeLessThanOrEqual(500 + 1_000 + 2_000 + 4_000);
  });

  it("is limited to two minutes without progress per attempt", async () => {
    const { at, send } = fakeUpload(["hang", { status: 200 }]);
    await send();
    expect(at).toHaveLength(2);
    expect(at[1]).toBeGreaterThanOrEqual(120_000);
    expect(at[1]).toBeLessThan(121_000);
  });

  it("ends as a timeout if no attempt gets a response", async () => {
    const { at, send } = fakeUpload(["hang"]);
    const error = await failureOf(send());
    expect(error).toMatchObject({ code: "timeout", effect: "unknown" });
    expect(error.message).toContain(
      "could not be uploaded: the service did not respond in time (5 attempts).",
    );
    expect(at).toHaveLength(5);
  });

  it("ends immediately if the requested wait goes beyond the deadline", async () => {
    const { time, at, send } = fakeUpload([{ status: 503, headers: { "retry-after": "3600" } }]);
    const begun = time.now();
    const error = await failureOf(send({ deadline: { at: begun + 60_000, extend: () => {} } }));
    expect(error).toMatchObject({ code: "unavailable", status: 503 });
    expect([at.length, time.now() - begun]).toEqual([1, 0]);
  });

  it("ends at the deadline, during an attempt", async () => {
    const { time, at, send } = fakeUpload(["hang"]);
    const error = await failureOf(send({ deadline: { at: time.now() + 60_000, extend: () => {} } }));
    expect(error).toMatchObject({ code: "deadline", effect: "unknown" });
    expect(error.message).toContain("could not be uploaded: the deadline passed.");
    expect(at).toEqual([0]);
  });

  it("ends when the caller aborts it, during an attempt", async () => {
    const stop = new AbortController();
    const { time, at, send } = fakeUpload(["hang"]);
    const work = failureOf(send({ signal: stop.signal }));
    void time.sleep(1_000).then(() => stop.abort());
    expect(await work).toMatchObject({ code: "aborted", effect: "unknown" });
    expect(at).toHaveLength(1);
  });

  it("ends when the caller aborts it, between two attempts", async () => {
    const stop = new AbortController();
    const { time, at, send } = fakeUpload([{ status: 503, headers: { "retry-after": "30" } }]);
    const work = failureOf(send({ signal: stop.signal }));
    void time.sleep(1_000).then(() => stop.abort());
    expect(await work).toMatchObject({ code: "aborted" });
    expect(at).toHaveLength(1);
  });
});

it.each(["ftp://host/canary", "file:///etc/passwd", "javascript:canary", "//host/canary", "canary", ""])(
  "an upload address that is not a web address is refused without showing it: %s",
  async (uploadTo) => {
    const file = await prepareImageFile(packed);
    const sent: TransportRequest[] = [];
    const transport = async (request: TransportRequest) => {
      sent.push(request);
      return { status: 200, headers: {}, body: "" };
    };
    const error = await uploadImageData({ uploadTo, file, clock, transport }).catch(
      (reason: unknown) => reason,
    );
    await file.dispose();
    expect(error).toBeInstanceOf(NodecloudError);
    expect(error).toMatchObject({ code: "unreadable", effect: "none" });
    expect(inspect(error)).toMatch(/does not begin with http:\/\/ or https:\/\/.*waits for its data/s);
    expect(inspect(error)).not.toMatch(/canary|passwd/);
    expect(sent).toEqual([]);
  },
);

describe("the options of an upload", () => {
  it.each([
    [
      { file: null },
      /^The image's data was not uploaded: file must be an image file, as `prepareImageFile` /,
    ],
    [{ file: undefined }, /file must be an image file/],
    [{ file: packed }, /file must be an image file/],
    [{ signal: { aborted: false } }, /signal must be an AbortSignal\. Nothing was sent\./],
    [{ deadline: null }, /deadline must be an object with the number `at`/],
    [{ clock: {} }, /clock must be an object with the functions `now`, /],
    [{ transport: {} }, /transport must be a function/],
    [{ onProgress: true }, /onProgress must be a function/],
    [{ isDelivered: true }, /isDelivered must be a function/],
    [{ uploadTo: Symbol("address") }, /does not begin with http/],
  ])("are refused if they are %p, and nothing is sent", async (options, message) => {
    const server = await serve([{ status: 200 }]);
    const file = await prepareImageFile(packed);
    const all: object = { uploadTo: `${server.address}/put/canary`, file, clock, ...options };
    const error = await failureOf(uploadImageData(all as UploadOptions));
    expect(error.message).toMatch(message);
    expect(error.effect).toBe("none");
    expect(server.seen).toHaveLength(0);
  });

  it("are refused if they are no object", async () => {
    const error = await failureOf(uploadImageData(null as unknown as UploadOptions));
    expect(error.message).toContain("the options must be an object");
  });
});
