import { buildRequests, fillWorld, type OperationRequest } from "../every-operation";
import { errorReasons, type Reply, type Service, startService } from "../service";
import { listInvalidBodies } from "./invalid-bodies";

let service: Service;
let requests: readonly OperationRequest[];

beforeAll(async () => {
  const filled = await fillWorld();
  requests = buildRequests(filled.ids);
  service = startService({ world: filled.world });
});

/** The status of a response, and the fields that its errors name. */
const summarize = (reply: Reply) => [reply.status, Object.keys(errorReasons(reply))];

test("every field of every body is rejected by name if its type is wrong, it is missing, or it exceeds a bound by one", async () => {
  const before = JSON.stringify(service.control.world());
  const mismatches: string[] = [];
  let count = 0;
  for (const { named, method, path, body } of requests) {
    if (!body) continue;
    for (const { violation, field, body: invalid } of listInvalidBodies(named.operation.body, body)) {
      const reply = await service.call(method, path, invalid);
      count += 1;
      const actual = JSON.stringify(summarize(reply));
      if (actual !== JSON.stringify([400, [field]])) mismatches.push(`${named.name} ${violation}: ${actual}`);
    }
  }
  expect(mismatches).toEqual([]);
  expect(count).toBeGreaterThan(300);
  expect(JSON.stringify(service.control.world()) === before).toBe(true);
});

test("an unknown field is rejected by name if configured", async () => {
  service.control.settings({ unknownFields: "refused" });
  for (const { named, method, path, body } of requests) {
    if (!body) continue;
    const reply = await service.call(method, path, { ...body, nonsense: 1 });
    expect([named.name, ...summarize(reply)]).toEqual([named.name, 400, ["nonsense"]]);
  }
  service.control.settings({ unknownFields: "ignored" });
});

/** Bodies that are not a JSON object, or are meant to do harm. Every operation rejects them. */
const invalidBodies: readonly (readonly [string, string])[] = [
  ["a bracket that is never closed", '{"label": '],
  ["two objects", "{}{}"],
  ["a trailing comma", '{"label": "web",}'],
  ["control characters", "\u0000\u0001"],
  ["a number that is invalid in JSON", '{"label": NaN}'],
  ["a list", "[]"],
  ["a string", '"label"'],
  ["a number", "7"],
  ["null", "null"],
  ["true", "true"],
  ["100,000 nested lists", "[".repeat(100_000) + "]".repeat(100_000)],
  ["100,000 unclosed brackets", "[".repeat(100_000)],
  ["ten megabytes", JSON.stringify({ label: "x".repeat(10_000_000) })],
];

test.each(invalidBodies)("%s is rejected as a body, and nothing is changed", async (_, raw) => {
  const before = JSON.stringify(service.control.world());
  for (const { named, method, path, body } of requests) {
    if (!body) continue;
    const reply = await service.call(method, path, undefined, { raw });
    expect([named.name, ...summarize(reply)]).toEqual([named.name, raw.length > 1_000_000 ? 413 : 400, [""]]);
  }
  expect(JSON.stringify(service.control.world()) === before).toBe(true);
});

const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

/** Unusual values that a JSON object can contain. */
const oddValues: readonly (readonly [string, string])[] = [
  ["an object of 100,000 levels", deep],
  ["an object with names of inherited members", '{"hasOwnProperty": 1, "toString": 2}'],
  ["half of a surrogate pair", '"\\ud800"'],
  ["a number that is too big", "1e400"],
];

test.each(oddValues)("%s in any field of any body does not cause an internal error", async (_, value) => {
  const scratch = startService();
  const world = service.control.world();
  for (const { named, method, path, body } of requests) {
    if (!body) continue;
    scratch.control.load(world);
    for (const name of [...Object.keys(body), "nonsense", "__proto__", "constructor"]) {
      const rest = Object.entries(body).filter(([own]) => own !== name);
      const members = [...rest.map(([own, member]) => [own, JSON.stringify(member)]), [name, value]];
      const raw = `{${members.map(([own, text]) => `${JSON.stringify(own)}:${text}`).join(",")}}`;
      const { status } = await scratch.call(method, path, undefined, { raw });
      expect([named.name, name, status < 500]).toEqual([named.name, name, true]);
    }
  }
  expect(Reflect.get({}, "a") ?? Reflect.get({}, "label")).toBeUndefined();
});

test("the last of two fields with the same name counts", async () => {
  const { status, body } = await service.call("POST", "/acme/instances", undefined, {
    raw: '{"region": "us-east", "type": "g1-nano-1", "label": 7, "label": "twice"}',
  });
  expect([status, body.label]).toEqual([200, "twice"]);
});

describe("a body whose headers do not declare JSON", () => {
  test.each([
    ["form data", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["plain text", { "Content-Type": "text/plain;charset=UTF-8" }],
    ["an image", { "Content-Type": "image/png" }],
    ["compressed", { "Content-Encoding": "gzip" }],
  ])("(%s) is rejected with 415 if only JSON is accepted", async (_, headers) => {
    service.control.settings({ contentTypes: "json" });
    for (const { named, method, path, body } of requests) {
      if (!body) continue;
      const reply = await service.call(method, path, body, { headers });
      expect([named.name, ...summarize(reply)]).toEqual([named.name, 415, [""]]);
    }
  });

  test("is accepted if the settings allow any type, unless it is compressed", async () => {
    service.control.settings({ contentTypes: "any" });
    const put = async (headers: Record<string, string>) =>
      (await service.put("/account", { city: "Oslo" }, { headers })).status;
    expect(await put({ "Content-Type": "application/x-www-form-urlencoded" })).toBe(200);
    expect(await put({ "Content-Encoding": "gzip" })).toBe(415);
  });

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"])(
    "does not include the type %s",
    async (type) => {
      service.control.settings({ contentTypes: "json" });
      const reply = await service.put("/account", { city: "Rome" }, { headers: { "Content-Type": type } });
      expect([reply.status, reply.body.city]).toEqual([200, "Rome"]);
    },
  );
});
