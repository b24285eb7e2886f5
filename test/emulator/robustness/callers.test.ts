import { fieldsOf } from "../../../src/contract";
import { wellKnownTokens } from "../../../src/emulator";
import { buildRequests, fillWorld, type ObjectIds, type OperationRequest } from "../every-operation";
import { errorReasons, type Service, startService } from "../service";

let service: Service;
let requests: readonly OperationRequest[];
let ids: ObjectIds;

beforeAll(async () => {
  const filled = await fillWorld();
  ids = filled.ids;
  requests = buildRequests(ids);
  service = startService({ world: filled.world });
});

/** Requests of the operations that require a token. */
const withToken = () =>
  requests.filter(({ named: { operation } }) => operation.scopes.length > 0 && !operation.anonymous);
const withoutToken = () => requests.filter(({ named: { operation } }) => operation.anonymous);

describe("a caller", () => {
  test.each([
    ["without a token", {}],
    ["with an unknown token", { Authorization: "Bearer nonsense" }],
    ["with half a token", { Authorization: `Bearer ${wellKnownTokens.full.slice(0, -1)}` }],
    ["with two tokens", { Authorization: `Bearer ${wellKnownTokens.full} ${wellKnownTokens.full}` }],
    ["with a scheme and no token", { Authorization: "Bearer " }],
    ["with a token and no scheme", { Authorization: wellKnownTokens.full }],
    ["of another scheme", { Authorization: `Basic ${btoa(`admin:${wellKnownTokens.full}`)}` }],
    ["with a token of 10,000 letters", { Authorization: `Bearer ${"x".repeat(10_000)}` }],
    ["with the name of an inherited member as the token", { Authorization: "Bearer __proto__" }],
  ])(
    "%s is rejected by every operation that requires a token, before its body is checked",
    async (_, headers) => {
      const before = JSON.stringify(service.control.world());
      for (const { named, method, path, body } of withToken()) {
        const reply = await service.call(method, path, body && {}, { token: null, headers });
        expect([named.name, reply.status, errorReasons(reply)]).toEqual([
          named.name,
          401,
          { "": "Invalid Token" },
        ]);
      }
      for (const { named, method, path } of withoutToken()) {
        const reply = await service.call(method, path, undefined, { token: null, headers });
        const expected = "Authorization" in headers ? 401 : named.name === "images.view" ? 404 : 200;
        expect([named.name, reply.status]).toEqual([named.name, expected]);
      }
      expect(withToken().length).toBeGreaterThan(40);
      expect(JSON.stringify(service.control.world()) === before).toBe(true);
    },
  );

  test("without scopes is rejected by every operation that requires scopes, with all their names", async () => {
    for (const { named, method, path, body } of [...withToken(), ...withoutToken()]) {
      const reply = await service.call(method, path, body, { token: wellKnownTokens.scopeless });
      expect([named.name, reply.status]).toEqual([named.name, 401]);
      const scopes = named.operation.scopes.map((scope) => scope.replace("nodes:", "acmes:"));
      expect(errorReasons(reply)[""]).toBe(`Your token lacks the scope ${scopes.join(", ")}`);
    }
  });

  test("with read-only scopes is rejected by every operation that changes something", async () => {
    const before = JSON.stringify(service.control.world());
    for (const { named, method, path, body } of withToken()) {
      const changesSomething = named.operation.scopes.some((scope) => scope.endsWith(":read_write"));
      if (!changesSomething) continue;
      const reply = await service.call(method, path, body, { token: wellKnownTokens.readOnly });
      expect([named.name, reply.status]).toEqual([named.name, 401]);
    }
    expect(JSON.stringify(service.control.world()) === before).toBe(true);
  });
});

const image = { headers: { "Content-Type": "image/png" }, data: new Uint8Array([0x89]) };

const absurdIds = [
  ...["-1", "0", "1.5", "1e3", "0x1", "9007199254740993", "9".repeat(40), "NaN", "null", "undefined"],
  ...["text", "%00", "%0a", "%2F", "a%2Fb", "%E4%BD%A0", "你", "%F0%9F%92%A9", "%E0%A4%A", "%", "%zz"],
  ...["__proto__", "constructor", "{instanceId}", "*", "' OR 1=1 --", "<script>", "a;b", "a=b", "%20", "+1"],
];

describe("an absurd id in a path", () => {
  test.each(absurdIds)("%s is not found by any operation", async (id) => {
    for (const { named, method, path, args, body } of requests) {
      for (const parameter of fieldsOf(named.operation.path)) {
        const own = encodeURI(String(args[parameter.name]));
        // The last match belongs to this parameter. Earlier parameters can have the same value.
        const place = path.lastIndexOf(`/${own}`);
        const absurdPath = `${path.slice(0, place)}/${id}${path.slice(place + 1 + own.length)}`;
        const { status } = named.operation.sendsBytes
          ? await service.send(method, `http://127.0.0.1${absurdPath}`, image)
          : await service.call(method, absurdPath, body);
        expect([named.name, absurdPath, status]).toEqual([named.name, absurdPath, 404]);
      }
    }
  });

  test.each([
    "/v4/..",
    "/v4/../v4/acme/instances",
    "/v4//acme/instances",
    "/v4/acme/instances//",
    "/v4",
    "/v4/",
    "/",
    "//",
  ])("%s is handled like any other path", async (path) => {
    const { status } = await service.send("GET", new URL(`http://127.0.0.1${path}`).toString());
    expect([200, 404]).toContain(status);
  });
});

const listRequests = () =>
  requests.filter(({ named: { operation } }) => operation.paged && fieldsOf(operation.path).length === 0);

describe("an absurd query", () => {
  test.each([
    ...["page=0", "page=-1", "page=1.5", "page=x", "page=", "page=1e3", "page=9".padEnd(40, "9")],
    ...["page=%00", "page=你", "page=true", "page=[]", "page=0x1", "page=+1"],
  ])("%s is rejected by every list", async (query) => {
    for (const { named, path } of listRequests()) {
      const reply = await service.get(`${path}?${query}`);
      expect([named.name, reply.status, Object.keys(errorReasons(reply))]).toEqual([
        named.name,
        400,
        ["page"],
      ]);
    }
  });

  test.each(["page_size=0", "page_size=-1", "page_size=24", "page_size=501", "page_size=all", "page_size="])(
    "%s is rejected by every list",
    async (query) => {
      for (const { named, path } of listRequests()) {
        const reply = await service.get(`${path}?${query}`);
        expect([named.name, Object.keys(errorReasons(reply))]).toEqual([named.name, ["page_size"]]);
      }
    },
  );

  test.each(["%E0%A4%A", "=", "&&&", "a[b]=c", "page_size[]=25", "x".repeat(50), "__proto__=1", "?page=2"])(
    "%s is ignored by every list",
    async (query) => {
      for (const { named, path } of listRequests()) {
        expect([named.name, (await service.get(`${path}?${query}`)).status]).toEqual([named.name, 200]);
      }
    },
  );

  test("for a page far beyond the last returns an empty page", async () => {
    for (const { named, path } of listRequests()) {
      const { body } = await service.get(`${path}?page=999999999999`);
      expect([named.name, body.data, body.page]).toEqual([named.name, [], 999999999999]);
    }
  });

  test.each([
    "{",
    "[]",
    "7",
    "null",
    '"x"',
    '{"__proto__": 1}',
    '{"nonsense": 1}',
    '{"+and": [{"nonsense": 1}]}',
  ])("in the header X-Filter is rejected by every list: %s", async (filter) => {
    for (const { named, path } of listRequests()) {
      const { status } = await service.get(path, { headers: { "X-Filter": filter } });
      expect([named.name, status]).toEqual([named.name, 400]);
    }
  });

  test("with a filter of 20,000 levels is rejected", async () => {
    const filter = `${'{"+and":['.repeat(20_000)}{}${"]}".repeat(20_000)}`;
    for (const { path } of listRequests()) {
      expect((await service.get(path, { headers: { "X-Filter": filter } })).status).toBe(400);
    }
  });
});

test.each(["HEAD", "OPTIONS", "PATCH", "PROPFIND"])(
  "%s is not a method of any path, and the error names the path's methods",
  async (method) => {
    const paths = new Map<string, string[]>();
    for (const one of requests) paths.set(one.path, [...(paths.get(one.path) ?? []), one.method]);
    for (const [path, methods] of paths) {
      const reply = await service.call(method, path);
      expect([path, reply.status]).toEqual([path, 405]);
      const allowed = reply.headers.get("Allow")?.split(", ") ?? [];
      if (method === "HEAD") continue;
      expect([path, methods.every((own) => allowed.includes(own))]).toEqual([path, true]);
      expect(errorReasons(reply)).toEqual({
        "": expect.stringMatching(/^Method Not Allowed\. This path has /),
      });
    }
  },
);
