import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const { paths } = JSON.parse(readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"));
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods)
    .filter((method) => ["get", "post", "put", "delete"].includes(method))
    .map((method) => ({ method: method.toUpperCase(), path: path.startsWith("/v4") ? path : `/v4${path}` })),
);
const controlPosts = [
  "load reset clock/advance clock/freeze clock/speed clock/step faults external-change oauth",
  "snapshots/a/load snapshots/b nonsense settings",
]
  .join(" ")
  .split(" ");
const json = JSON.stringify;
const control = (path) => `/_emulator/${path}`;

const oddStrings = [
  "",
  "x".repeat(70_000),
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "toString",
  "💥".repeat(5000),
  "../..",
  "%00",
  "9".repeat(400),
  "-1",
  "1e309",
  "NaN",
  "2026-13-45T99:99:99",
  "us-east",
  "g1-nano-1",
  "node/debian12",
];
const oddNumbers = [0, -0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 53 + 2, 5e-324, 1e21];

/** A value of any kind and shape. */
function anyValue(random, depth = 4) {
  switch (random.below(depth > 0 ? 8 : 6)) {
    case 0:
      return random.pick(oddStrings);
    case 1:
      return random.pick(oddNumbers);
    case 2:
      return random.pick([true, false, null]);
    case 3:
      return random.below(100);
    case 4:
      return Array.from({ length: random.size(3000) }, (_, index) => index);
    case 5:
      return Object.fromEntries(Array.from({ length: random.size(500) }, (_, index) => [`k${index}`, index]));
    case 6:
      return Array.from({ length: random.below(5) }, () => anyValue(random, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: random.below(6) }, () => [random.pick(fieldNames), anyValue(random, depth - 1)]),
      );
  }
}

const fieldNames = [
  "region type image root_pass label tags id config_id linodes disks interfaces email data card_number usd kind",
  "instanceId patch status operation effect when delay count probability milliseconds frozen speed instances",
  "description redirect_uri entities authorized_keys stackscript_data schedule window day backup_id version brand time",
  "timeline numbers users tokens other_accounts __proto__ constructor",
]
  .join(" ")
  .split(" ");

/** JSON that a parser or a validator may choke on. */
function anyJson(random) {
  switch (random.below(8)) {
    case 0:
      return "[".repeat(random.size(400_000));
    case 1:
      return `${'{"a":'.repeat(random.size(100_000))}1`;
    case 2:
      return `{"tags":[${"0,".repeat(random.size(400_000))}0]}`;
    case 3:
      return `{${Array.from({ length: random.size(60_000) }, (_, index) => `"k${index}":0`).join()}}`;
    case 4:
      return `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"label":${"9".repeat(random.size(300_000))}}`;
    case 5:
      return `"${"\\u0000".repeat(random.size(100_000))}"`;
    case 6:
      return random.pick(["", "{", "nul", "\u0000", "[1,", '{"a":1}}', "﻿{}", "'a'"]);
    default:
      return json(anyValue(random));
  }
}

const fill = (random, path) =>
  path.replace(/\{\w+\}/g, () =>
    encodeURIComponent(
      random.pick([1, 2, 3, random.below(2000), "node/debian12", "__proto__", "private/1", "x"]),
    ),
  );

const newInstance = json({
  region: "us-east",
  type: "g1-nano-1",
  image: "node/debian12",
  root_pass: "correct horse 7",
});

const rules = (random) => ({
  operation: random.pick(["*", "instances.*", "instances.create", "x".repeat(random.size(3000))]),
  ...(random.below(2) && { count: 1 + random.below(5) }),
  ...(random.below(3) === 0
    ? { when: "later", delay: random.below(60_000) }
    : { when: random.pick(["before", "after"]) }),
  effect: random.pick([
    { status: 503, body: "x".repeat(random.size(200_000)) },
    { latency: random.below(3000) },
    { reset: true },
    { hang: true },
    { truncated: true },
    { garbage: true },
    { html: 502 },
    { staleList: 5000 },
  ]),
});

const times = async (count, work) => {
  for (let index = 0; index < count; index++) await work(index);
};

let exported = "";

/** The attacks: each is a burst of requests of one kind. */
export const attacks = {
  calls: (target, random) =>
    times(20, () => {
      const { method, path } = random.pick(operations);
      const body = method === "GET" || method === "DELETE" ? undefined : anyJson(random);
      return target.call(method, fill(random, path), { body });
    }),
  creates: (target) =>
    times(40, async () => {
      await target.call("POST", "/v4/node/instances", { body: newInstance });
    }),
  deletes: (target, random) =>
    times(20, () => target.call("DELETE", `/v4/node/instances/${1 + random.below(300)}`, {})),
  largeRecords: (target, random) =>
    times(5, async () => {
      const tags = Array.from({ length: random.size(9000) }, (_, index) => `tag-${index}-${"y".repeat(40)}`);
      await target.call("POST", "/v4/node/instances", {
        body: json({ region: "us-east", type: "g1-nano-1", tags }),
      });
      await target.call("POST", "/v4/account/oauth-clients", {
        body: json({
          label: "x".repeat(500),
          redirect_uri: `https://x.test/${"y".repeat(random.size(900_000))}`,
        }),
      });
    }),
  largeUpdates: (target, random) => {
    const id = 1 + random.below(50);
    return times(10, () =>
      target.call("PUT", `/v4/node/instances/${id}`, {
        body: json({ group: String(random.below(10)).repeat(900_000) }),
      }),
    );
  },
  updates: (target, random) =>
    times(50, (index) =>
      target.call("PUT", `/v4/node/instances/${1 + random.below(50)}`, {
        body: json({ group: `g${index}` }),
      }),
    ),
  queries: (target, random) =>
    times(10, () => {
      const { path } = random.pick(operations.filter(({ method }) => method === "GET"));
      const filter = random.pick([
        json({ label: { "+contains": "a".repeat(5000) } }),
        `${'{"+and":['.repeat(random.size(2000))}`,
        json({ "+or": Array.from({ length: random.size(300) }, (_, id) => ({ id })) }),
      ]);
      return target.call("GET", `${fill(random, path)}?page=${random.pick(oddNumbers)}&page_size=500`, {
        headers: { "X-Filter": filter.slice(0, 12_000) },
      });
    }),
  unknownPaths: (target, random) =>
    times(10, () =>
      target.call(
        random.pick(["GET", "POST", "PATCH", "TRACE"]),
        `/v4/${"ab/".repeat(random.size(5000))}${"x".repeat(random.size(2000))}`,
        {},
      ),
    ),
  malformed: (target, random) =>
    times(5, () => {
      const noise = Array.from({ length: random.size(3000) }, () =>
        String.fromCharCode(random.below(256)),
      ).join("");
      const host = `Host: 127.0.0.1:${target.port}\r\n`;
      return target.raw(
        random.pick([
          noise,
          `GET ${noise} HTTP/1.1\r\n${host}\r\n`,
          `POST /_emulator/load HTTP/1.1\r\n${host}Content-Length: ${"9".repeat(random.size(30))}\r\n\r\n${noise}`,
          `POST /v4/account HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${noise}`,
          `GET / HTTP/1.1\r\n${host}X: ${"x".repeat(random.size(100_000))}\r\n\r\n`,
          `GET / HTTP/1.1\r\n${host}${"A: b\r\n".repeat(random.size(20_000))}\r\n`,
          `GET /v4/regions HTTP/1.1\r\n${host}\r\n`.repeat(random.size(2000)),
          `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`,
        ]),
      );
    }),
  slowSenders: (target, random) =>
    times(20, () => {
      const host = `Host: 127.0.0.1:${target.port}\r\n`;
      return target.raw(
        random.pick([
          "GET /v4/regions HTTP/1.1\r\nHo",
          `POST /v4/node/instances HTTP/1.1\r\n${host}Content-Length: 900000\r\n\r\n${"x".repeat(random.size(800_000))}`,
          `POST /_emulator/load HTTP/1.1\r\n${host}Content-Length: 90000000\r\n\r\n${"x".repeat(random.size(8_000_000))}`,
          `PUT /_upload/x HTTP/1.1\r\n${host}Content-Length: 900000\r\n\r\n`,
        ]),
        { hold: true },
      );
    }),
  slowReaders: (target, random) =>
    times(4, () => {
      const path = random.pick(["world", "requests", "openapi.json", "settings", "snapshots/a"]);
      const request = `GET /_emulator/${path} HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`;
      return target.raw(request.repeat(1 + random.below(20)), { hold: true });
    }),
  streams: (target) =>
    times(3, () =>
      target.raw(`GET /_emulator/events HTTP/1.1\r\nHost: 127.0.0.1:${target.port}\r\n\r\n`, { hold: true }),
    ),
  clock: (target, random) =>
    times(3, async () => {
      const milliseconds = random.pick([3_653 * 86_400_000, 86_400_000, 1, 1e300, -1, 0]);
      await target.call("POST", control("clock/advance"), { body: json({ milliseconds }), timeout: 2000 });
      await target.call("POST", control("clock/speed"), {
        body: json({ speed: random.pick([1e6, 1, 0, 1e-9]) }),
      });
      await target.call("POST", control("clock/freeze"), { body: json({ frozen: random.below(2) === 0 }) });
      await target.call("POST", control("clock/step"), {});
    }),
  faults: async (target, random) => {
    await times(30, () => target.call("POST", control("faults"), { body: json(rules(random)) }));
    await times(10, () => target.call("POST", "/v4/node/instances", { body: newInstance, timeout: 100 }));
    if (random.below(2) === 0) await target.call("DELETE", control("faults"), {});
  },
  snapshots: (target, random) =>
    times(20, async () => {
      const name = random.pick(["a", "b", `s${random.below(5000)}`, "..", "%2e%2e", "x".repeat(65)]);
      await target.call("PUT", control(`snapshots/${name}`), {});
      if (random.below(8) === 0) await target.call("POST", control(`snapshots/${name}/load`), {});
    }),
  settings: (target, random) =>
    times(10, () =>
      target.call("PATCH", control("settings"), {
        body: random.below(2) ? anyJson(random) : json({ listLagSeconds: random.pick(oddNumbers) }),
      }),
    ),
  controlBodies: (target, random) =>
    times(10, () => target.call("POST", control(random.pick(controlPosts)), { body: anyJson(random) })),
  externalChanges: (target, random) =>
    times(20, () =>
      target.call("POST", control("external-change"), {
        body: json({
          kind: random.pick([
            "maintenance",
            "instance_delete",
            "region",
            "notification",
            "login",
            "user",
            "event",
          ]),
          instanceId: 1 + random.below(50),
          regionId: "us-east",
          ...anyValue(random, 1),
        }),
      }),
    ),
  oauth: async (target, random) => {
    const { text } = await target.call("POST", "/v4/account/oauth-clients", {
      body: json({ label: "portal", redirect_uri: "https://x.test/", public: true }),
    });
    const client_id = /"id":"([^"]+)"/.exec(text)?.[1] ?? "x";
    await times(30, () =>
      target.call("POST", control("oauth"), {
        body: json({ client_id, scopes: Array.from({ length: random.size(300) }, () => "x") }),
      }),
    );
    await target.call("PUT", `/v4/account/oauth-clients/${client_id}/thumbnail`, {
      body: "\x89PNG".padEnd(random.size(900_000), "x"),
      headers: { "Content-Type": "image/png" },
    });
  },
  uploads: (target, random) =>
    times(5, async () => {
      const { text } = await target.call("POST", "/v4/images/upload", {
        body: json({ label: "golden", region: "us-east", description: "d".repeat(random.size(65_000)) }),
      });
      const path = /"(?:https?:\/\/[^/"]+)(\/_upload\/[^"]+)"/.exec(text)?.[1] ?? "/_upload/x";
      const data = random.below(2)
        ? gzipSync(Buffer.alloc(random.size(2_000_000)))
        : Buffer.alloc(random.size(2_000_000));
      await target.call("PUT", path, { body: data, headers: { "Content-Type": "application/octet-stream" } });
    }),
  world: async (target, random) => {
    if (exported === "") exported = (await target.call("GET", control("world"), {})).text;
    const base = JSON.parse(exported);
    const rows = 2 ** random.below(18);
    const body = random.pick([
      () => json({ ...base, instances: Array.from({ length: rows }, (_, id) => ({ id })) }),
      () =>
        json({
          ...base,
          tokens: Array.from({ length: rows }, (_, id) => ({ ...base.tokens[0], sha256: `${id}` })),
        }),
      () =>
        json({
          ...base,
          timeline: Array.from({ length: rows }, (_, order) => ({
            at: base.time,
            order,
            due: { kind: "watchdog", instance_id: order, epoch: 0 },
          })),
        }),
      () =>
        json({
          ...base,
          other_accounts: Array.from({ length: rows }, () => base.other_accounts?.[0] ?? {}),
        }).slice(0, 20_000_000),
      () =>
        json({
          ...base,
          numbers: Object.fromEntries(Array.from({ length: rows }, (_, n) => [`n${n}`, "x"])),
        }),
      () => `{"instances":[${"0,".repeat(rows * 20)}0]}`,
      () => `[${"[],".repeat(rows * 40)}[]]`,
      () => json({ ...base, brand: "acme", time: random.pick(oddNumbers) }),
      () =>
        json({
          ...base,
          images: Array.from({ length: Math.min(rows, 20_000) }, (_, n) => ({
            ...base.images[0],
            id: `node/i${n}`,
          })),
        }),
      () => " ".repeat(rows * 50),
    ])();
    await target.call("POST", control("load"), { body, timeout: 20_000 });
  },
};
