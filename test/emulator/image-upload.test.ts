import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { imageUploadResponse } from "../../src/contract/shapes/image";
import { createEmulator, wellKnownTokens } from "../../src/emulator";
import { errorReasons, imageUpload, type Service, startService } from "./service";

const beginUpload = async (service: Service) =>
  (await service.post("/images/upload", { label: "golden", region: "us-east", description: "From a file." }))
    .body;
const view = async (service: Service, id: string) => (await service.get(`/images/${id}`)).body;
const day = 24 * 60 * 60;

describe("beginning an upload", () => {
  test("creates an image that waits for data, and returns a secret address", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    expect(image).toMatchObject({
      id: "private/2",
      status: "pending_upload",
      size: 0,
      label: "golden",
      description: "From a file.",
    });
    expect(upload_to).toMatch(/^http:\/\/127\.0\.0\.1\/_upload\/[A-Za-z0-9]{48}$/);
    const other = (await beginUpload(service)).upload_to;
    expect(other).not.toBe(upload_to);
  });

  test("rejects an unknown region and a missing label", async () => {
    const { post } = startService();
    expect(Object.keys(errorReasons(await post("/images/upload", { region: "us-east" })))).toEqual(["label"]);
    expect(errorReasons(await post("/images/upload", { label: "x", region: "moon" }))).toEqual({
      region: "region is not valid",
    });
  });

  test("returns the address nowhere else", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const secret = upload_to.split("/").at(-1);
    await service.send("PUT", upload_to, imageUpload);
    await service.send("PUT", `${upload_to}/more`, imageUpload);
    const everything = [
      service.control.world(),
      service.control.requests(),
      await view(service, image.id),
      (await service.get("/images")).body,
      (await service.get("/account/events")).body,
    ];
    expect(JSON.stringify(everything)).not.toContain(secret);
  });
});

describe("uploaded data", () => {
  test("makes the image available after processing, with the size of the raw image", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const reply = await service.send("PUT", upload_to, imageUpload);
    expect([reply.status, await reply.json()]).toEqual([200, {}]);
    expect(await view(service, image.id)).toMatchObject({ status: "pending_upload", size: 3 });
    await service.advanceSeconds(20);
    expect(await view(service, image.id)).toMatchObject({ status: "available", size: 3 });
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "image_upload",
      status: "finished",
      entity: { id: image.id },
    });
    expect(service.control.requests().find((one) => one.operation === "images.data")).toMatchObject({
      status: 200,
      carriedOut: true,
      body: { bytes: imageUpload.data.length },
    });
  });

  test("can be sent in small chunks of unknown length", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const pieces = Array.from(imageUpload.data, (byte) => Uint8Array.of(byte));
    const data = new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    expect((await service.send("PUT", upload_to, { ...imageUpload, data })).status).toBe(200);
    expect((await view(service, image.id)).size).toBe(3);
  });

  test("passes through another status if configured", async () => {
    const service = startService({ settings: { extraStatuses: true } });
    const { image, upload_to } = await beginUpload(service);
    await service.send("PUT", upload_to, imageUpload);
    const processing = await view(service, image.id);
    expect(processing.status).toBe("processing");
    const whole = await service.put(`/images/${image.id}`, { ...processing, label: "renamed" });
    expect(whole.body).toMatchObject({ label: "renamed", status: "processing" });
    expect((await service.put(`/images/${image.id}`, { status: "other" })).status).toBe(400);
    service.control.settings({ extraStatuses: false });
    expect((await service.put(`/images/${image.id}`, processing)).status).toBe(400);
    await service.advanceSeconds(20);
    expect((await view(service, image.id)).status).toBe("available");
  });

  test("is accepted once", async () => {
    const service = startService();
    const { upload_to } = await beginUpload(service);
    const both = await Promise.all([1, 2].map(() => service.send("PUT", upload_to, imageUpload)));
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409]);
    await service.advanceSeconds(60);
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(409);
  });

  test.each([
    ["another type", { headers: { "Content-Type": "image/png" } }, 400],
    ["no gzip", { data: "raw disk image" }, 400],
    ["nothing", { data: "" }, 400],
    ["less than announced", { headers: { ...imageUpload.headers, "Content-Length": "9000" } }, 400],
    ["over 5 GB", { headers: { ...imageUpload.headers, "Content-Length": "5000000001" } }, 413],
  ])("is rejected and can be sent again: %s", async (_, more, status) => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const reply = await service.send("PUT", upload_to, { ...imageUpload, ...more });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toEqual({ errors: [{ reason: expect.any(String) }] });
    expect(await view(service, image.id)).toMatchObject({ status: "pending_upload", size: 0 });
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(200);
  });

  test("is rejected above 5 GB even if no length was announced, and is not stored", async () => {
    const service = startService();
    const { upload_to } = await beginUpload(service);
    const megabytes = new Uint8Array(100_000_000);
    let sent = 0;
    const data = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? Uint8Array.of(0x1f, 0x8b) : megabytes);
        sent += 1;
      },
    });
    const before = process.memoryUsage().arrayBuffers;
    expect((await service.send("PUT", upload_to, { ...imageUpload, data })).status).toBe(413);
    expect(sent).toBeLessThan(55);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(300_000_000);
  });

  test("is rejected when the image was deleted during the upload", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const data = new ReadableStream({
      start: (controller) => {
        controller.enqueue(imageUpload.data);
      },
      pull: (controller) => {
        service.control.externalChange({ kind: "image_delete", imageId: image.id });
        controller.close();
      },
    });
    expect((await service.send("PUT", upload_to, { ...imageUpload, data })).status).toBe(404);
  });

  test("is accepted at no other address and with no other method", async () => {
    const service = startService();
    const { upload_to } = await beginUpload(service);
    expect((await service.send("PUT", `${upload_to}x`, imageUpload)).status).toBe(404);
    const asked = await service.send("GET", upload_to);
    expect([asked.status, asked.headers.get("Allow")]).toEqual([405, "PUT"]);
    expect((await service.send("GET", upload_to.replace("/_upload", "//_upload"))).status).toBe(405);
    const refused = service.control.requests().slice(-3);
    expect(refused.map(({ status, path }) => [status, path])).toEqual([
      [404, "/_upload/<REDACTED>"],
      [405, "/_upload/<REDACTED>"],
      [405, "/_upload/<REDACTED>"],
    ]);
  });
});

test.each(["/_Upload", "/%5Fupload", "/%5FUPLOAD", "/_uploads", "/v4/_upload"])(
  "a GET of an upload address that begins with %s does not show its secret in the request log",
  async (prefix) => {
    const service = startService();
    const { upload_to } = await beginUpload(service);
    await service.send("GET", upload_to.replace("/_upload", prefix));
    const calls = service.control.requests();
    expect(calls.at(-1)).toMatchObject({ operation: null, path: "/_upload/<REDACTED>" });
    const kept = calls.map(({ number }) => service.control.request(number));
    const secret = upload_to.split("/").at(-1) ?? "";
    expect([secret.length, JSON.stringify([calls, kept]).includes(secret)]).toEqual([48, false]);
  },
);

describe("an image that waits for its data", () => {
  test("is deleted after 24 hours, and its address no longer works", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    await service.advanceSeconds(day - 1);
    expect((await view(service, image.id)).status).toBe("pending_upload");
    await service.advanceSeconds(1);
    expect((await service.get(`/images/${image.id}`)).status).toBe(404);
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(404);
    expect((await service.get("/account/events")).body.data[0]).toMatchObject({
      action: "image_upload",
      status: "failed",
    });
  });

  test("is kept when the data arrives just in time", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    await service.advanceSeconds(day - 1);
    await service.send("PUT", upload_to, imageUpload);
    await service.advanceSeconds(day);
    expect((await view(service, image.id)).status).toBe("available");
  });

  test("still waits after its world was saved and loaded, and the saved world does not contain its address", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    const world = service.control.world();
    expect(JSON.stringify(world)).not.toContain(upload_to.replace(/.*\//, ""));
    service.control.load(world);
    const kept = world.images.find(({ id }) => id === image.id)?.upload?.sha256 ?? "";
    const guessed = upload_to.replace(/[^/]+$/, kept);
    expect((await service.send("PUT", guessed, imageUpload)).status).toBe(404);
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(200);
  });
});

describe("a fault of images.data", () => {
  test("receives nothing when it is applied before the call", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    service.control.faults.add({ operation: "images.data", count: 1, effect: { status: 503 } });
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(503);
    expect((await view(service, image.id)).size).toBe(0);
    expect((await service.send("PUT", upload_to, imageUpload)).status).toBe(200);
  });

  test("receives the data and loses the response when it is applied after the call", async () => {
    const service = startService();
    const { image, upload_to } = await beginUpload(service);
    service.control.faults.add({ operation: "images.*", count: 1, when: "after", effect: { reset: true } });
    await expect(service.send("PUT", upload_to, imageUpload)).rejects.toThrow("ECONNRESET");
    expect((await view(service, image.id)).size).toBe(3);
    expect(service.control.requests().find((one) => one.operation === "images.data")).toMatchObject({
      status: null,
      faults: ["reset"],
      carriedOut: true,
    });
  });
});

describe("over a socket", () => {
  const authorized = {
    Authorization: `Bearer ${wellKnownTokens.full}`,
    "Content-Type": "application/json",
  };
  const put = (address: string, length: number, data: Uint8Array) =>
    new Promise<number | string>((resolve) => {
      const sent = request(
        address,
        {
          method: "PUT",
          headers: { "Content-Type": "application/octet-stream", "Content-Length": length },
        },
        (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on("error", (error) => resolve("code" in error ? String(error.code) : error.message));
      sent.write(data);
      if (data.length >= length) sent.end();
      else setImmediate(() => sent.destroy());
    });

  test("accepts data at the address, and still waits after a broken connection", async () => {
    const emulator = createEmulator();
    const server = await emulator.listen();
    const response = await fetch(`${server.url}/images/upload`, {
      method: "POST",
      headers: authorized,
      body: JSON.stringify({ label: "golden", region: "us-east" }),
    });
    const { upload_to } = imageUploadResponse.parse(await response.json());
    expect(upload_to).toContain(`127.0.0.1:${server.port}/_upload/`);
    const statusOf = () => emulator.control.world().images.at(-1)?.status;
    await put(upload_to, 1_000_000, imageUpload.data);
    expect(statusOf()).toBe("pending_upload");
    expect(await put(upload_to, 14, new TextEncoder().encode("not compressed"))).toBe(400);
    const data = gzipSync(new Uint8Array(30_000_000), { level: 0 });
    expect(await put(upload_to, data.length, data)).toBe(200);
    expect(emulator.control.world().images.at(-1)).toMatchObject({
      size: 31,
      upload: { received: data.length },
    });
    await server.close();
  });
});
