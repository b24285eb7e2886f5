import { everyOperation, fillWorld, type TriedOperation } from "../every-operation";
import { faultsOf, type Reply, type Service, startService } from "../service";
import { wrongBodies } from "./wrong-bodies";

let service: Service;
let tried: readonly TriedOperation[];

beforeAll(async () => {
  const filled = await fillWorld();
  tried = everyOperation(filled.things);
  service = startService({ world: filled.world });
});

/** What an answer is, with all that it says is wrong. */
const told = (reply: Reply) => [reply.status, Object.keys(faultsOf(reply))];

test("each field of each body is refused by its name: of another type, missing, and beyond each bound by one", async () => {
  const before = JSON.stringify(service.control.world());
  const wrong: string[] = [];
  let count = 0;
  for (const { named, method, path, body } of tried) {
    if (!body) continue;
    for (const { breaks, field, body: broken } of wrongBodies(named.operation.body, body)) {
      const reply = await service.call(method, path, broken);
      count += 1;
      const said = JSON.stringify(told(reply));
      if (said !== JSON.stringify([400, [field]])) wrong.push(`${named.name} ${breaks}: ${said}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(300);
  expect(JSON.stringify(service.control.world()) === before).toBe(true);
});

test("an unknown field is refused by its name, where that is set", async () => {
  service.control.settings({ unknownFields: "refused" });
  for (const { named, method, path, body } of tried) {
    if (!body) continue;
    const reply = await service.call(method, path, { ...body, nonsense: 1 });
    expect([named.name, ...told(reply)]).toEqual([named.name, 400, ["nonsense"]]);
  }
  service.control.settings({ unknownFields: "ignored" });
});

/** Texts that are no JSON object, or one that means harm. Each in a body is refused, whatever the operation. */
const noObjects: readonly (readonly [string, string])[] = [
  ["a bracket that is never closed", '{"label": '],
  ["two objects", "{}{}"],
  ["a comma too many", '{"label": "web",}'],
  ["bytes that are no text", "\u0000\u0001"],
  ["a number that JSON doesn't know", '{"label": NaN}'],
  ["a list", "[]"],
  ["a text", '"label"'],
  ["a number", "7"],
  ["null", "null"],
  ["true", "true"],
  ["100,000 brackets", "[".repeat(100_000) + "]".repeat(100_000)],
  ["100,000 brackets left open", "[".repeat(100_000)],
  ["ten megabytes", JSON.stringify({ label: "x".repeat(10_000_000) })],
];

test.each(noObjects)("%s is refused as a body, and nothing is changed", async (_, raw) => {
  const before = JSON.stringify(service.control.world());
  for (const { named, method, path, body } of tried) {
    if (!body) continue;
    const reply = await service.call(method, path, undefined, { raw });
    expect([named.name, ...told(reply)]).toEqual([named.name, raw.length > 1_000_000 ? 413 : 400, [""]]);
  }
  expect(JSON.stringify(service.control.world()) === before).toBe(true);
});

const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;

/** Values that a JSON object can hold where nobody expects them. */
const oddValues: readonly (readonly [string, string])[] = [
  ["objects in each other, 100,000 deep", deep],
  ["a name of every object", '{"hasOwnProperty": 1, "toString": 2}'],
  ["half a character", '"\\ud800"'],
  ["a number that is too big", "1e400"],
];

test.each(oddValues)(
  "%s in each field of each body is answered in the interface's form",
  async (_, value) => {
    const scratch = startService();
    const world = service.control.world();
    for (const { named, method, path, body } of tried) {
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
  },
);

test("of a field that is written twice the last one counts", async () => {
  const { status, body } = await service.call("POST", "/acme/instances", undefined, {
    raw: '{"region": "us-east", "type": "g1-nano-1", "label": 7, "label": "twice"}',
  });
  expect([status, body.label]).toEqual([200, "twice"]);
});

describe("a body that is not JSON by its headers", () => {
  test.each([
    ["form data", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["plain text", { "Content-Type": "text/plain;charset=UTF-8" }],
    ["an image", { "Content-Type": "image/png" }],
    ["compressed", { "Content-Encoding": "gzip" }],
  ])("%s, is refused with 415 where only JSON is taken", async (_, headers) => {
    service.control.settings({ contentTypes: "json" });
    for (const { named, method, path, body } of tried) {
      if (!body) continue;
      const reply = await service.call(method, path, body, { headers });
      expect([named.name, ...told(reply)]).toEqual([named.name, 415, [""]]);
    }
  });

  test("is taken all the same where the form is left to the body, unless it is compressed", async () => {
    service.control.settings({ contentTypes: "any" });
    const put = async (headers: Record<string, string>) =>
      (await service.put("/account", { city: "Oslo" }, { headers })).status;
    expect(await put({ "Content-Type": "application/x-www-form-urlencoded" })).toBe(200);
    expect(await put({ "Content-Encoding": "gzip" })).toBe(415);
  });

  test.each(["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.api+json"])(
    "is none of type %s",
    async (type) => {
      service.control.settings({ contentTypes: "json" });
      const reply = await service.put("/account", { city: "Rome" }, { headers: { "Content-Type": type } });
      expect([reply.status, reply.body.city]).toEqual([200, "Rome"]);
    },
  );
});
