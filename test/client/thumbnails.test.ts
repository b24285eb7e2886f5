import { createServer } from "node:http";
import { createClient, NodecloudError } from "../../src/client";
import { realClock } from "../../src/clock";
import { fakeService } from "./fake-service";
import { localServer } from "./local-server";

/** Every byte, including those that are not valid text. */
const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const client = { clientId: "abc123" };
const path = "/account/oauth-clients/abc123/thumbnail";

describe("a thumbnail that is sent", () => {
  it("is sent byte for byte, with its own type and length and the token", async () => {
    const server = await localServer([{ status: 200 }]);
    try {
      const { oauthClients } = createClient({
        ...{ baseUrl: `${server.address}/v4`, token: "canary", clock: realClock },
      });
      const thumbnail = { data: everyByte, content_type: "image/gif" };
      await expect(oauthClients.updateThumbnail({ ...client, ...thumbnail })).resolves.toEqual({});
      const [request] = server.seen;
      expect(request).toMatchObject({ method: "PUT", url: `/v4${path}` });
      expect(request?.headers).toMatchObject({
        ...{ "content-type": "image/gif", "content-length": "256", authorization: "Bearer canary" },
      });
      expect(request?.body.equals(everyByte)).toBe(true);
    } finally {
      server.close();
    }
  });

  it("is sent without the rest of the buffer that it is a part of", async () => {
    const server = await localServer([{ status: 204 }]);
    try {
      const { oauthClients } = createClient({
        ...{ baseUrl: `${server.address}/v4`, token: "canary", clock: realClock },
      });
      const data = everyByte.subarray(100, 110);
      await oauthClients.updateThumbnail({ ...client, data, content_type: "image/png" });
      expect(server.seen[0]?.body.equals(Buffer.from(data))).toBe(true);
    } finally {
      server.close();
    }
  });

  it.each(["text/html", "png", "", "image/", "image/png; charset=utf-8", "application/octet-stream"])(
    "as %j is refused before anything is sent",
    async (contentType) => {
      const service = fakeService([{}]);
      const thumbnail = { ...client, data: everyByte, content_type: contentType };
      const error = await service.failure(service.client.oauthClients.updateThumbnail(thumbnail));
      expect(error).toMatchObject({ code: "input", fieldErrors: [{ field: "content_type" }] });
      expect(service.calls).toEqual([]);
    },
  );

  it("is sent again when the service is unavailable", async () => {
    const service = fakeService([{ status: 503 }, {}]);
    const thumbnail = { ...client, data: everyByte, content_type: "image/png" };
    await service.run(service.client.oauthClients.updateThumbnail(thumbnail));
    expect(service.calls.map(({ request }) => request.body)).toEqual([everyByte, everyByte]);
  });

  it("is not in the error when it is rejected", async () => {
    const service = fakeService([{ status: 400, json: { errors: [{ reason: "too large" }] } }]);
    const thumbnail = { ...client, data: Buffer.from("canary"), content_type: "image/png" };
    const error = await service.failure(service.client.oauthClients.updateThumbnail(thumbnail));
    expect(error).toMatchObject({ code: "rejected", status: 400 });
    expect(error.message).toContain("too large");
    expect(JSON.stringify(error)).not.toContain("canary");
  });
});

describe("a thumbnail that is read", () => {
  it("is returned as it was sent, with its type and without a token", async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      asked.push([request.url, request.headers.accept, request.headers.authorization]);
      response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from(everyByte));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    try {
      if (typeof address !== "object" || address === null) throw new Error("no port");
      const { oauthClients } = createClient({
        ...{ baseUrl: `http://127.0.0.1:${address.port}/v4`, token: "canary", clock: realClock },
      });
      const { data, content_type: contentType } = await oauthClients.viewThumbnail(client);
      expect(contentType).toBe("image/png");
      expect(Buffer.from(data).equals(everyByte)).toBe(true);
      expect(asked).toEqual([[`/v4${path}`, "image/*, application/json;q=0.5", undefined]]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it("is binary even if it looks like JSON, and may be empty", async () => {
    const headers = { "content-type": "image/svg+xml" };
    const service = fakeService([
      { body: "{}", headers },
      { body: "", headers },
    ]);
    const read = () => service.run(service.client.oauthClients.viewThumbnail(client));
    expect(await read()).toEqual({ data: Uint8Array.from([123, 125]), content_type: "image/svg+xml" });
    expect((await read()).data).toHaveLength(0);
  });

  it("is no JSON or text, whatever its content type, and the error says so", async () => {
    for (const type of ["application/json", "text/html"]) {
      const service = fakeService([{ body: "<html>", headers: { "content-type": type } }]);
      const error = await service.failure(service.client.oauthClients.viewThumbnail(client));
      expect(error.message).toContain(`its body is not an image (${type})`);
    }
  });

  it("that does not exist is an error like any other", async () => {
    const service = fakeService([{ status: 404, json: { errors: [{ reason: "Not found" }] } }]);
    const error = await service.failure(service.client.oauthClients.viewThumbnail(client));
    expect(error).toBeInstanceOf(NodecloudError);
    expect(error).toMatchObject({ code: "not_found", hasErrorBody: true });
  });
});
