import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { createClient, fetchTransport, NodecloudError } from "../../src/client";
import { VirtualClock } from "../../src/clock";
import { allOperations, brandOf, type NamedOperation } from "../../src/contract";
import { createEmulator } from "../../src/emulator";
import { isRecord } from "../../src/unknown";
import { buildRequests, fillWorld, type OperationRequest } from "../emulator/every-operation";
import { brandWord } from "../emulator/service";
import { absent, changeAt, type Place, placesIn, type Variation, variationsOf, wirePath } from "./variations";

/** How many random combinations are tried. */
const runs = Number(process.env.FORWARD_RUNS ?? 300);
const seed = Number(process.env.FORWARD_SEED ?? 15);

const brand = brandOf(brandWord);

/** A call, and the response of today's service. */
interface Recorded {
  readonly request: OperationRequest;
  readonly body: unknown;
  readonly response: unknown;
  /** Calls the operation again. The service responds with this body. */
  readonly read: (body: unknown) => Promise<unknown>;
}

let recorded: readonly Recorded[];

beforeAll(async () => {
  const { world, ids } = await fillWorld();
  const all: Recorded[] = [];
  for (const request of buildRequests(ids).filter(({ named }) => !named.operation.returnsBytes)) {
    const clock = new VirtualClock();
    const emulator = createEmulator({ clock, brand: brandWord, world, settings: { rateLimits: "off" } });
    let text = "";
    const send = caller(request, clock, async (sent) => {
      if (text !== "") return new Response(text, { headers: { "Content-Type": "application/json" } });
      const response = await emulator.fetch(sent);
      text = await response.clone().text();
      return response;
    });
    const response = await send();
    const read = (body: unknown) => {
      text = JSON.stringify(body);
      return send().catch((error: unknown) => error);
    };
    all.push({ request, body: JSON.parse(text), response, read });
  }
  recorded = all;
});

/** A function that calls an operation of a service that responds with `fetch`. */
function caller(
  { named, args, token }: OperationRequest,
  clock: VirtualClock,
  fetch: (request: Request) => Promise<Response>,
): () => Promise<unknown> {
  const client = createClient({
    ...{ baseUrl: "http://127.0.0.1/v4", token, brand: brandWord, clock, transport: fetchTransport(fetch) },
  });
  const group: unknown = Reflect.get(client, named.group);
  const method: unknown = isRecord(group) && Reflect.get(group, named.name.slice(named.group.length + 1));
  if (typeof method !== "function") throw new Error(`The client has no ${named.name}.`);
  return () => clock.run(method(args));
}

/** Every field of an operation's response, from the top of the body. */
function placesOf({ operation }: NamedOperation): readonly Place[] {
  return placesIn(operation.response, operation.paged ? ["data", "[]"] : []);
}

function onWire({ operation }: NamedOperation, path: readonly string[]): readonly string[] {
  const start = operation.paged ? 2 : 0;
  return [...path.slice(0, start), ...wirePath(operation.response, path.slice(start), brand)];
}

/** Whether the client requires the value. */
function isNeeded({ operation }: NamedOperation, path: readonly string[]): boolean {
  const name = path.filter((part) => part !== "data" && part !== "[]").join(".");
  const wrapped = operation.call === "POST /images/upload" && ["image", "image.id"].includes(name);
  return name === "id" || wrapped;
}

/** The result to expect from the client. Undefined for an error. */
function expectedResponse(
  { request: { named }, response }: Recorded,
  { path }: Place,
  { write, read: readBack = write }: Variation,
): unknown {
  const isUnreadable = (value: unknown) => value === absent || value === null;
  let lacks = false;
  const expected = changeAt(response, path, (before) => {
    const after = readBack(before);
    if (isNeeded(named, path) && isUnreadable(after)) lacks = true;
    return after;
  });
  const isEmpty = isRecord(expected) && Object.keys(expected).length === 0 && write(undefined) === absent;
  return lacks || isEmpty || isOddId(named, path, expected) ? undefined : expected;
}

/** An id that no call accepts. */
function isOddId(_: NamedOperation, path: readonly string[], expected: unknown): boolean {
  let isOdd = false;
  if (path.at(-1) !== "id") return false;
  changeAt(expected, path, (id) => {
    isOdd ||= id === "";
    return id;
  });
  return isOdd;
}

test("every variation of every field of every response is read as the contract's type, or is an error that names it", async () => {
  const odd: unknown[] = [];
  let tried = 0;
  for (const one of recorded) {
    const { named } = one.request;
    for (const place of placesOf(named)) {
      for (const variation of variationsOf(place)) {
        const body = changeAt(one.body, onWire(named, place.path), variation.write);
        if (body === one.body) continue;
        tried++;
        const response = await one.read(body);
        const expected = expectedResponse(one, place, variation);
        const problem = problemOf(response, expected, named);
        if (problem !== undefined) odd.push([named.name, place.path.join("."), variation.name, problem]);
      }
    }
  }
  expect(odd).toEqual([]);
  expect(tried).toBeGreaterThan(3000);
});

function problemOf(response: unknown, expected: unknown, { name }: NamedOperation): unknown {
  if (expected !== undefined) {
    return isDeepStrictEqual(response, expected) ? undefined : response;
  }
  const isClear =
    response instanceof NodecloudError &&
    response.code === "unreadable" &&
    response.operation === name &&
    /\bid\b|none of the fields/.test(response.message);
  return isClear ? undefined : response;
}

test("an operation that returns no data may return null, no body, or fields", async () => {
  const plain = recorded.filter(({ request }) => placesOf(request.named).length === 0);
  expect(plain.length).toBeGreaterThan(10);
  for (const one of plain) {
    expect([one.request.named.name, await one.read(null)]).toEqual([one.request.named.name, {}]);
    expect(await one.read({ more: 1 })).toEqual({ more: 1 });
    expect(await one.read([])).toBeInstanceOf(NodecloudError);
  }
});

test("any combination of variations is read, or is an error of the client", async () => {
  const anOperation = fc.nat({ max: allOperations.length - 2 });
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 2, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(anOperation, changes, async (index, picks) => {
      const one = recorded[index % recorded.length]!;
      const { named } = one.request;
      const places = placesOf(named);
      if (places.length === 0) return;
      let body = one.body;
      for (const [atPlace, atVariation] of picks) {
        const place = places[atPlace % places.length]!;
        const variations = variationsOf(place);
        const { write } = variations[atVariation % variations.length]!;
        body = changeAt(body, onWire(named, place.path), write);
      }
      const response = await one.read(body);
      if (response instanceof NodecloudError) return;
      expect(typeProblems(response, places)).toEqual([]);
    }),
    { numRuns: runs, seed },
  );
});

/** The fields whose types differ from the contract's. */
function typeProblems(response: unknown, places: readonly Place[]): readonly unknown[] {
  const odd: unknown[] = [];
  if (response instanceof Error) return [String(response)];
  for (const { path, schema } of places) {
    changeAt(response, path, (value) => {
      if (value !== null && !hasType(schema.def.type, value)) odd.push([path, value]);
      return value;
    });
  }
  return odd;
}

function hasType(kind: string, value: unknown): boolean {
  if (kind === "array") return Array.isArray(value);
  if (kind === "object") return isRecord(value);
  if (kind === "union") return typeof value === "string" || typeof value === "number";
  return typeof value === (kind === "enum" ? "string" : kind);
}

describe("a list with an invalid item among valid ones", () => {
  const oddItems = [null, 7, "text", [], {}, { id: null }, { id: {} }, { id: "" }, { id: true }];

  test("is read without it, and reports how many were left out", async () => {
    for (const one of recorded.filter(({ request, response }) => hasItems(request.named, response))) {
      const { named } = one.request;
      const hasId = placesOf(named).some(({ path }) => path.join(".") === "data.[].id");
      const hasStringId =
        named.group === "oauthClients" || named.group === "images" || named.group === "regions";
      for (const item of oddItems) {
        // Without an id in the contract every object is an item, and a string may be written as a boolean.
        const isItem = isRecord(item) && (!hasId || (hasStringId && item.id === true));
        if (isItem) continue;
        const body = changeAt(one.body, ["data"], (data) => [item, ...(Array.isArray(data) ? data : [])]);
        const response = await one.read(body);
        const expected = isRecord(one.response) ? { ...one.response, unreadable: 1 } : undefined;
        expect([named.name, item, response]).toEqual([named.name, item, expected]);
      }
    }
  });

  const hasItems = ({ operation }: NamedOperation, response: unknown) =>
    operation.paged && isRecord(response) && Array.isArray(response.data) && response.data.length > 0;

  test("is an error if no item can be read", async () => {
    const list = recorded.find(({ request }) => request.named.name === "instances.list")!;
    const response = await list.read({ data: [null, { id: "abc" }], page: 1, pages: 1, results: 2 });
    expect(String(response)).toContain("no item of its list has an id that can be read");
  });

  test("whose number of pages cannot be read is read only if it is whole", async () => {
    const list = recorded.find(({ request }) => request.named.name === "instances.list")!;
    const page = (results: unknown) => ({ data: [{ id: 1 }], page: 1, pages: {}, results });
    expect(await list.read(page("1"))).toEqual({ data: [{ id: 1 }], page: 1, pages: 1, results: 1 });
    expect(await list.read(page(null))).toEqual({ data: [{ id: 1 }], page: 1, pages: 1, results: 1 });
    expect(String(await list.read(page(2)))).toContain("`pages` cannot be read");
  });
});
