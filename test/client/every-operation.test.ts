import { type Client, createClient, fetchTransport, NodecloudError } from "../../src/client";
import { type Clock, VirtualClock } from "../../src/clock";
import { allOperations, fieldsOf } from "../../src/contract";
import { createEmulator, type Emulator, type FaultRuleInput, type SavedWorld } from "../../src/emulator";
import { isRecord } from "../../src/unknown";
import { buildRequests, fillWorld, type OperationRequest } from "../emulator/every-operation";
import { brandWord } from "../emulator/service";

let world: SavedWorld;
let requests: readonly OperationRequest[];

beforeAll(async () => {
  const filled = await fillWorld();
  world = filled.world;
  requests = buildRequests(filled.ids);
});

/** A client of an emulator with the filled world, under a brand other than the interface's own word. */
function start(token: string) {
  const clock = new VirtualClock();
  const emulator = createEmulator({ clock, brand: brandWord, world, settings: { rateLimits: "off" } });
  return { clock, emulator, client: clientOf(clock, token, (request) => emulator.fetch(request)) };
}

function clientOf(clock: Clock, token: string, fetch: (request: Request) => Promise<Response>): Client {
  const baseUrl = "http://127.0.0.1/v4";
  return createClient({ baseUrl, token, brand: brandWord, clock, transport: fetchTransport(fetch) });
}

/** Calls an operation by its name. */
function call(client: Client, { named, args }: OperationRequest, options: object = {}): Promise<unknown> {
  const group: unknown = Reflect.get(client, named.group);
  const method: unknown = isRecord(group) && Reflect.get(group, named.name.slice(named.group.length + 1));
  if (typeof method !== "function") throw new Error(`The client has no ${named.name}.`);
  return method(args, options);
}

const callsOf = (emulator: Emulator, name: string) =>
  emulator.control.requests().filter(({ operation }) => operation === name);

test("every operation is carried out with one request", async () => {
  const odd: unknown[] = [];
  for (const one of requests) {
    const { clock, emulator, client } = start(one.token);
    const outcome = await clock.run(call(client, one)).then(
      () => "resolved",
      (error: unknown) => String(error),
    );
    const calls = callsOf(emulator, one.named.name).map(({ status, carriedOut }) => ({ status, carriedOut }));
    const expected = {
      name: one.named.name,
      outcome: "resolved",
      calls: [{ status: 200, carriedOut: true }],
    };
    const seen = { name: one.named.name, outcome, calls };
    if (JSON.stringify(seen) !== JSON.stringify(expected)) odd.push(seen);
  }
  expect(odd).toEqual([]);
  expect(requests).toHaveLength(allOperations.length);
});

describe("an operation that must not be carried out twice", () => {
  const never = () => requests.filter(({ named }) => named.operation.resend === "never");
  const ambiguous: readonly FaultRuleInput["effect"][] = [
    ...[{ status: 500 }, { status: 503 }, { status: 408 }, { html: 502 }, { reset: true as const }],
    ...[{ hang: true as const }, { truncated: true as const }, { garbage: true as const }],
  ];
  const certain: readonly FaultRuleInput["effect"][] = [
    { status: 429, headers: { "Retry-After": "1" } },
    { refused: true },
  ];

  test("is one that costs money, deletes permanently or transfers ownership", () => {
    expect(never().map(({ named }) => named.name)).toEqual([
      ...["instances.clone", "backups.snapshot", "backups.cancel", "backups.restore"],
      ...["account.cancel", "account.addCreditCard", "paymentMethods.add", "payments.create"],
      ...["entityTransfers.create", "entityTransfers.accept"],
    ]);
  });

  test.each(["before", "after"] as const)(
    "is sent once under every fault %s it is carried out",
    async (when) => {
      for (const one of never()) {
        for (const effect of ambiguous) {
          const { clock, emulator, client } = start(one.token);
          const rule = { operation: one.named.name, when, effect };
          emulator.control.faults.add({ ...rule, count: 3 });
          const deadline = { at: clock.now() + 120_000, extend: () => undefined };
          await clock.run(call(client, one, { deadline })).catch(() => undefined);
          expect([rule, callsOf(emulator, one.named.name).length]).toEqual([rule, 1]);
        }
      }
    },
  );

  test("is sent again only if it was certainly not carried out, and is then carried out once", async () => {
    for (const one of never()) {
      for (const effect of certain) {
        const { clock, emulator, client } = start(one.token);
        emulator.control.faults.add({ operation: one.named.name, effect, count: 2 });
        await clock.run(call(client, one));
        const carriedOut = callsOf(emulator, one.named.name).filter((entry) => entry.carriedOut);
        expect([one.named.name, effect, carriedOut.length]).toEqual([one.named.name, effect, 1]);
      }
    }
  });
});

/** A response with every member changed, however deep. */
function changed(value: unknown, change: (member: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => changed(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, change(changed(member, change), name)]),
  );
}

describe("a response of a later version of the service", () => {
  const unknownWord = "from_next_year";
  const isKey = (name: string) => ["id", "data", "image", "entities"].includes(name);
  const changedResponses: readonly (readonly [string, (body: unknown) => unknown])[] = [
    ["with null in every field", (body) => changed(body, (member, name) => (isKey(name) ? member : null))],
    [
      "with an unknown word in every string",
      (body) =>
        changed(body, (member, name) => (typeof member === "string" && !isKey(name) ? unknownWord : member)),
    ],
    [
      "with a further field in every object",
      (body) =>
        changed({ wrapped: body }, (member) =>
          isRecord(member) ? { ...member, [unknownWord]: {} } : member,
        ),
    ],
  ];

  test.each(changedResponses)("%s can be read for every operation", async (name, odd) => {
    for (const one of requests.filter(({ named }) => !named.operation.returnsBytes)) {
      const { clock, emulator } = start(one.token);
      const client = clientOf(clock, one.token, async (request) => {
        const response = await emulator.fetch(request);
        const body = odd(await response.json());
        const whole = isRecord(body) && "wrapped" in body ? body.wrapped : body;
        return new Response(JSON.stringify(whole), { headers: response.headers });
      });
      const result = await clock.run(call(client, one)).catch((error: unknown) => error);
      const isRead = !(result instanceof Error);
      expect([name, one.named.name, isRead || result]).toEqual([name, one.named.name, true]);
    }
  });

  test.each([
    "",
    "null",
    "7",
    '"text"',
    "[]",
    "[null]",
    "{}",
    '{"data": null}',
    '{"data": [null]}',
    "<html>",
    "\\ud800",
  ])("%j can be read or rejects with a NodecloudError", async (text) => {
    for (const one of requests.filter(({ named }) => !named.operation.returnsBytes)) {
      const clock = new VirtualClock();
      const client = clientOf(clock, one.token, async () => new Response(text, { headers: json }));
      const result = await clock.run(call(client, one)).catch((error: unknown) => error);
      if (result instanceof Error)
        expect([one.named.name, result]).toEqual([one.named.name, expect.any(NodecloudError)]);
    }
  });

  const json = { "Content-Type": "application/json" };
});

describe("lists without documented query parameters", () => {
  const plain = () =>
    requests.filter(({ named: { operation } }) => operation.paged && fieldsOf(operation.query).length === 0);

  test("are four", () => {
    expect(plain().map(({ named }) => named.name)).toEqual([
      ...["logins.list", "maintenance.list", "notifications.list", "regions.list"],
    ]);
  });

  test.each([
    [1, [""]],
    [3, ["", "?page=2", "?page=3"]],
  ])(
    "of %i pages are read without paging parameters at first, and with them for later pages",
    async (pages, queries) => {
      for (const one of plain()) {
        const clock = new VirtualClock();
        const asked: string[] = [];
        const client = clientOf(clock, one.token, async (request) => {
          const { search } = new URL(request.url);
          asked.push(search);
          const page = Number(new URLSearchParams(search).get("page") ?? 1);
          return Response.json({
            data: [{ id: one.named.group === "regions" ? `r${page}` : page, entity: null }],
            page,
            pages,
            results: pages,
          });
        });
        const list: unknown = Reflect.get(Reflect.get(client, one.named.group), "list");
        const all: unknown = typeof list === "function" && Reflect.get(list, "all");
        if (typeof all !== "function") throw new Error(`${one.named.name} is no list`);
        await clock.run(consume(all()));
        expect([one.named.name, asked]).toEqual([one.named.name, queries]);
      }
    },
  );
});

async function consume(items: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of items);
}

describe("a beta operation", () => {
  const addressOf = async (betaUrl?: string) => {
    const clock = new VirtualClock();
    const asked: string[] = [];
    const transport = fetchTransport(async (request) => {
      asked.push(request.url);
      return Response.json({ data: [], page: 1, pages: 1, results: 0 });
    });
    const options = { baseUrl: "https://api.example.com/v4", token: "t", clock, transport };
    const client = createClient({ ...options, ...(betaUrl === undefined ? {} : { betaUrl }) });
    await clock.run(client.maintenance.list());
    await clock.run(client.notifications.list());
    return asked;
  };

  test("is sent to the beta address, and every other operation to the base address", async () => {
    const others = "https://api.example.com/v4/account/notifications";
    expect(await addressOf()).toEqual(["https://api.example.com/v4beta/account/maintenance", others]);
    expect(await addressOf("https://beta.example.com/x/v4beta")).toEqual([
      ...["https://beta.example.com/x/v4beta/account/maintenance", others],
    ]);
  });
});

describe("a payment", () => {
  const paid = async (body: object) => {
    const clock = new VirtualClock();
    const client = clientOf(clock, "t", async () =>
      Response.json({ id: 1, date: "2022-03-21T09:00:00", ...body }),
    );
    return clock.run(client.payments.create({ usd: "20.50", cvv: "123" }));
  };

  test("has its warnings, or none", async () => {
    const warnings = [{ title: "Hold", details: "The bank takes a day." }];
    expect((await paid({ usd: 20, warnings })).warnings).toEqual(warnings);
    expect((await paid({ usd: 20 })).warnings).toBeUndefined();
  });

  test.each([20, 20.5, "20.50"])("of %j dollars has the amount as the service writes it", async (usd) => {
    expect((await paid({ usd })).usd).toBe(usd);
  });
});

test("an image's id keeps its slash in the path, and cannot lead to another path", async () => {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const client = clientOf(clock, "t", async (request) => {
    asked.push(new URL(request.url).pathname);
    return Response.json({ id: "private/1" });
  });
  await clock.run(client.images.view({ imageId: "private/1" }));
  await clock.run(client.images.view({ imageId: "acme/deb ian" }));
  expect(asked).toEqual(["/v4/images/private/1", "/v4/images/acme/deb%20ian"]);
  for (const imageId of ["private/..", "../regions", "private/1/2", "private/"]) {
    await expect(clock.run(client.images.view({ imageId }))).rejects.toThrow(/imageId/);
  }
  expect(asked).toHaveLength(2);
});
