import type { Settings } from "../../src/emulator";
import { errorReasons, startService } from "./service";

describe("an image's id", () => {
  test.each(["/images/acme/debian12", "/images/acme%2Fdebian12", "/images/acme%2fdebian12"])(
    "is accepted as %s",
    async (path) => {
      const { get } = startService();
      expect((await get(path)).body.id).toBe("acme/debian12");
    },
  );
});

test("ignores a slash at the end of a path", async () => {
  const { get } = startService();
  expect((await get("/acme/instances/")).body.results).toBe(0);
});

test("ignores a doubled slash in a path", async () => {
  const { get } = startService();
  expect((await get("//account")).body.country).toBe("US");
});

test("does not mistake another path for the id of an image", async () => {
  const { call } = startService();
  const reply = await call("PUT", "/images/upload", { label: "golden" });
  expect([reply.status, reply.headers.get("Allow")]).toEqual([405, "POST"]);
});

test("names a field in the brand's word in the reason", async () => {
  const { post } = startService();
  const none = await post("/account/entity-transfers", { entities: { acmes: [] } });
  expect(errorReasons(none)).toEqual({ "entities.acmes": "acmes must have at least 1 item" });
});

test.each([
  ["POST", "/account/payments", { usd: "1e3", cvv: "123" }, { usd: "usd must be a decimal number as text" }],
  ["PUT", "/account", { state: "Ontario", country: "ca" }, { state: /^for CA only the two-letter code/ }],
  ["PUT", "/account", { country: "USA" }, { country: "country must be two letters" }],
  ["PUT", "/account", { city: "x".repeat(25) }, { city: "city must have at most 24 characters" }],
  ["POST", "/account/oauth-clients", { label: "", redirect_uri: "x" }, { label: /at least 1 character$/ }],
])("says how a value of %s %s is wrong: %j", async (method, path, body, expected) => {
  const reasons = errorReasons(await startService().call(method, path, body));
  expect(reasons).toMatchObject(
    Object.fromEntries(
      Object.entries(expected).map(([name, reason]) => [name, expect.stringMatching(reason)]),
    ),
  );
});

test("names the only type of a payment method that can be added", async () => {
  const body = { type: "paypal", is_default: true, data: {} };
  const reasons = errorReasons(await startService().post("/account/payment-methods", body));
  expect(reasons.type).toBe('type must be "credit_card"');
});

test("accepts a POST with a JSON content type and no body", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance({ booted: false });
  const headers = { "Content-Type": "application/json" };
  expect((await service.post(`/acme/instances/${id}/boot`, undefined, { headers })).status).toBe(200);
});

test("accepts a body of spaces as no body, whatever its content type", async () => {
  const service = startService();
  const { id } = await service.createRunningInstance({ booted: false });
  const options = { raw: " \r\n", headers: { "Content-Type": "text/plain" } };
  expect((await service.post(`/acme/instances/${id}/boot`, undefined, options)).status).toBe(200);
});

test("returns JSON without a charset", async () => {
  const { get } = startService();
  expect((await get("/regions")).headers.get("Content-Type")).toBe("application/json");
});

describe("a bad request gets the interface's error body", () => {
  test.each([
    ["malformed JSON", '{"region": ', 400],
    ["a list", "[]", 400],
    ["a text", '"x"', 400],
    ["ten megabytes", JSON.stringify({ region: "x".repeat(10_000_000) }), 413],
  ])("%s", async (_, raw, status) => {
    const { post, get } = startService();
    const reply = await post("/acme/instances", undefined, { raw });
    expect(reply.status).toBe(status);
    expect(Object.keys(errorReasons(reply))).toEqual([""]);
    expect((await get("/regions")).status).toBe(200);
  });

  test.each([
    "/acme/instances/abc",
    "/acme/instances/0",
    "/acme/instances/1.5",
    "/images/debian12",
    "/regions/moon",
  ])("an unknown object: %s", async (path) => {
    const { get } = startService();
    expect((await get(path)).status).toBe(404);
  });

  test.each(["PATCH", "HEAD", "PUT"])("an unknown method: %s", async (method) => {
    const { call, control } = startService();
    const reply = await call(method, "/acme/instances?page=2");
    expect(reply.status).toBe(405);
    expect(control.requests()).toMatchObject([
      { method, path: "/v4/acme/instances?page=2", operation: null, status: 405, carriedOut: false },
    ]);
    expect(control.request(1)).toMatchObject({ responseOmitted: "The response is no longer kept." });
    expect(reply.headers.get("Allow")).toMatch(/GET/);
  });
});

describe("the interface's own name of a field under another brand", () => {
  async function cloneAndRestore(settings: Partial<Settings>) {
    const service = startService({ settings });
    const source = await service.createRunningInstance({ backups_enabled: true });
    const target = await service.createEmptyInstance();
    const path = `/acme/instances/${source.id}`;
    const { body } = await service.post(`${path}/backups`, { label: "before" });
    await service.advanceSeconds(3600);
    const replies = [
      await service.post(`${path}/clone`, { node_id: target.id }),
      await service.post(`${path}/backups/${body.id}/restore`, { node_id: target.id, overwrite: true }),
      await service.post("/account/entity-transfers", { entities: { nodes: [target.id] } }),
    ];
    return { service, target, replies };
  }

  test("is ignored like any other unknown one", async () => {
    const { service, target, replies } = await cloneAndRestore({ unknownFields: "ignored" });
    expect(replies.map(({ status }) => status)).toEqual([200, 400, 400]);
    expect(replies[0]?.body.id).not.toBe(target.id);
    expect(errorReasons(replies[1]!)).toEqual({ acme_id: "acme_id is required" });
    expect(errorReasons(replies[2]!)).toEqual({ "entities.acmes": "entities.acmes is required" });
    expect(await service.statusOf(target.id)).toBe("offline");
  });

  test("is rejected if unknown fields are", async () => {
    const { replies } = await cloneAndRestore({ unknownFields: "refused" });
    expect(replies.map((reply) => errorReasons(reply))).toEqual([
      { node_id: "node_id is not a known field" },
      { node_id: "node_id is not a known field", acme_id: "acme_id is required" },
      {
        "entities.nodes": "nodes is not a known field",
        "entities.acmes": "entities.acmes is required",
      },
    ]);
  });
});

test("the interface's own word is an unknown path under another brand", async () => {
  const { get } = startService();
  expect((await get("/node/instances")).status).toBe(404);
});
