import type { Settings } from "../../src/emulator";
import { errorReasons, type Service, startService } from "./service";

async function withInstances(count: number, settings: Partial<Settings> = {}): Promise<Service> {
  const service = startService({ settings });
  for (let index = 1; index <= count; index++) {
    await service.createEmptyInstance({
      label: `web-${index}`,
      region: index % 2 ? "us-east" : "eu-west",
      tags: [`tag-${index}`],
    });
  }
  return service;
}

describe("a page", () => {
  test("is a part of the list", async () => {
    const { get } = await withInstances(60);
    const page = async (number: number) => (await get(`/acme/instances?page=${number}&page_size=25`)).body;
    expect(await page(1)).toMatchObject({ page: 1, pages: 3, results: 60 });
    expect((await page(2)).data[0].id).toBe(26);
    expect((await page(3)).data).toHaveLength(10);
    expect(await page(4)).toMatchObject({ data: [], pages: 3 });
  });

  test("has 100 items by default", async () => {
    const { get } = await withInstances(101);
    const { body } = await get("/acme/instances");
    expect([body.data.length, body.pages]).toEqual([100, 2]);
  });

  test("of an empty list is the only page", async () => {
    const { get } = startService();
    expect((await get("/acme/instances")).body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });

  test.each(["24", "501", "-1", "many"])("of %s items is rejected", async (size) => {
    const { get } = startService();
    expect(Object.keys(errorReasons(await get(`/acme/instances?page_size=${size}`)))).toEqual(["page_size"]);
  });

  test("has the nearest number of items with the setting `pageSize`", async () => {
    const { get } = await withInstances(60, { pageSize: "clamped" });
    for (const size of ["24", "0", "-1", "-99999999999999999999"]) {
      expect((await get(`/acme/instances?page_size=${size}`)).body.data).toHaveLength(25);
    }
    for (const size of ["501", "99999999999999999999"]) {
      expect((await get(`/acme/instances?page_size=${size}`)).body.data).toHaveLength(60);
    }
    for (const size of ["many", "", "2.5"]) {
      const reply = await get(`/acme/instances?page_size=${size}`);
      expect(errorReasons(reply)).toEqual({ page_size: "page_size must be between 25 and 500" });
    }
  });

  test.each(["0", "-1", "many", `${10 ** 15}`])("with the number %s is rejected", async (page) => {
    const { get } = startService();
    expect(errorReasons(await get(`/acme/instances?page=${page}`))).toEqual({
      page: "page must be an integer of at least 1",
    });
    expect((await get(`/acme/instances?page=${10 ** 15 - 1}`)).status).toBe(200);
  });
});

describe("a filter", () => {
  const cases: [string, object, number[]][] = [
    ["equality", { label: "web-2" }, [2]],
    ["several fields", { region: "us-east", label: "web-2" }, []],
    ["a list's items", { tags: "tag-3" }, [3]],
    ["+or", { "+or": [{ label: "web-1" }, { label: "web-4" }] }, [1, 4]],
    ["+and", { "+and": [{ region: "us-east" }, { id: { "+gt": 1 } }] }, [3]],
    ["+gte and +lt", { id: { "+gte": 2, "+lt": 4 } }, [2, 3]],
    ["+lte", { id: { "+lte": 1 } }, [1]],
    ["+neq", { label: { "+neq": "web-1" } }, [2, 3, 4]],
    ["+contains", { label: { "+contains": "B-3" } }, [3]],
    ["+contains of a list", { tags: { "+contains": "TAG" } }, [1, 2, 3, 4]],
    ["null", { image: null }, [1, 2, 3, 4]],
    ["+gt of a missing value", { image: { "+gt": "a" } }, []],
    ["+contains of a missing value", { image: { "+contains": "nul" } }, []],
    ["an empty +or", { "+or": [] }, []],
    ["+order_by", { "+order_by": "label", "+order": "desc" }, [4, 3, 2, 1]],
    ["+or of the values of a field", { label: { "+or": ["web-1", "web-3"] } }, [1, 3]],
    ["+or of operators on a field", { id: { "+or": [{ "+lt": 2 }, { "+gt": 3 }] } }, [1, 4]],
    ["+and of operators on a field", { id: { "+and": [{ "+gt": 1 }, { "+lt": 3 }] } }, [2]],
  ];
  test.each(cases)("by %s", async (_, filter, expected) => {
    const { get } = await withInstances(4);
    const { body } = await get("/acme/instances", { headers: { "X-Filter": JSON.stringify(filter) } });
    expect(body.data.map((one: { id: number }) => one.id)).toEqual(expected);
    expect(body.results).toBe(expected.length);
  });

  const inherited = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];

  test.each([
    '{"type": "g1-nano-1"}',
    '{"+order_by": "specs"}',
    '{"id": {"+like": 1}}',
    "{",
    "[]",
    ...inherited.flatMap((name) => [
      `{"${name}": 1}`,
      `{"label": {"${name}": "web"}}`,
      `{"label": {"${name}": {"+gt": 1}}}`,
      `{"+order_by": "${name}"}`,
      `{"label": "web", "+order": "${name}"}`,
      `{"+or": [{"${name}": 1}]}`,
    ]),
    '{"label": {"": "web"}}',
    '{"label": {}}',
    '{"label": 1}',
    '{"label": true}',
    '{"label": ["web"]}',
    '{"label": {"+gt": {}}}',
    '{"label": {"+gt": []}}',
    '{"label": {"+gt": null}}',
    '{"label": {"+neq": ["web"]}}',
    '{"label": {"+contains": 1}}',
    '{"label": {"+contains": null}}',
    '{"id": "1"}',
    '{"id": {"+gt": "1"}}',
    '{"id": {"+contains": "1"}}',
    '{"id": {"+contains": 1}}',
    '{"tags": 1}',
    '{"+and": {"label": "web"}}',
    '{"+or": "web"}',
    '{"+or": [1]}',
    '{"+or": [null]}',
    '{"+or": [["label"]]}',
    '{"+order_by": 1}',
    '{"+order_by": {"toString": 1}}',
    '{"+order_by": ["label"]}',
    '{"+order_by": "nonsense"}',
    '{"label": {"+or": "web-1"}}',
    '{"label": {"+or": [1]}}',
    '{"status": "running"}',
    '{"+order_by": "label", "+order": 1}',
    '{"+order_by": "label", "+order": "up"}',
  ])("that is not valid is rejected: %s", async (filter) => {
    const { get } = await withInstances(2);
    const reply = await get("/acme/instances", { headers: { "X-Filter": filter } });
    expect(reply.status).toBe(400);
    expect(Object.values(errorReasons(reply))).toEqual([expect.any(String)]);
  });

  test.each([
    ["nonsense", '"nonsense"'],
    ["x".repeat(200), `"${"x".repeat(99)}`],
  ])("is rejected with the first 100 characters of the invalid value: %s", async (given, shown) => {
    const { get } = await withInstances(2);
    const reply = await get("/acme/instances", {
      headers: { "X-Filter": JSON.stringify({ "+order_by": given }) },
    });
    expect(errorReasons(reply)).toEqual({ "X-Filter": `Cannot order by ${shown}` });
  });

  test("has at most 200 parts", async () => {
    const { get } = await withInstances(2);
    const ask = (filter: object) =>
      get("/acme/instances", { headers: { "X-Filter": JSON.stringify(filter) } });
    const ids = Array.from({ length: 99 }, (_, id) => ({ id }));
    expect((await ask({ "+or": ids, region: "us-east" })).status).toBe(200);
    const more = await ask({ "+or": ids, region: "us-east", type: "x" });
    expect([more.status, errorReasons(more)]).toEqual([400, { "": "X-Filter has more than 200 parts" }]);
    expect((await ask({ "+and": Array.from({ length: 201 }, () => ({})) })).status).toBe(400);
  });

  test("may have letters beyond ASCII, as UTF-8, Latin-1 or escapes", async () => {
    const service = startService();
    await service.createEmptyInstance({ tags: ["Café"] });
    await service.createEmptyInstance({ tags: ["日本語"] });
    const ids = async (filter: string) => {
      const { body } = await service.get("/acme/instances", { headers: { "X-Filter": filter } });
      return body.data.map(({ id }: { id: number }) => id);
    };
    const utf8 = (text: string) => Buffer.from(text).toString("latin1");
    expect(await ids(utf8('{"tags": "Café"}'))).toEqual([1]);
    expect(await ids('{"tags": "Café"}')).toEqual([1]);
    expect(await ids('{"tags": "Caf\\u00e9"}')).toEqual([1]);
    expect(await ids(utf8('{"tags": "日本語"}'))).toEqual([2]);
  });

  test("by a boolean accepts only booleans and equality", async () => {
    const { get } = startService();
    const ask = async (filter: object) => {
      const { body, status } = await get("/images", { headers: { "X-Filter": JSON.stringify(filter) } });
      return status === 200 ? body.results : status;
    };
    expect(await ask({ is_public: true })).toBe(11);
    expect(await ask({ is_public: { "+neq": true } })).toBe(1);
    expect(await ask({ is_public: "true" })).toBe(400);
    expect(await ask({ is_public: { "+gt": false } })).toBe(400);
    expect(await ask({ vendor: null })).toBe(1);
    expect(await ask({ vendor: { "+neq": null } })).toBe(11);
  });
});

describe("instances of different types and times", () => {
  async function ask(filters: "header" | "anyField", filter: object) {
    const service = startService({ settings: { filters } });
    for (const type of ["g1-standard-2", "g1-nano-1", "g1-standard-1"]) {
      await service.createEmptyInstance({ type });
      await service.advanceSeconds(60);
    }
    const headers = { "X-Filter": JSON.stringify(filter) };
    const { body, status } = await service.get("/acme/instances", { headers });
    return status === 200 ? body.data.map(({ id }: { id: number }) => id) : status;
  }

  test.each([
    ["created", "desc", [3, 2, 1]],
    ["specs.disk", "asc", [2, 3, 1]],
    ["specs.disk", "desc", [1, 3, 2]],
  ])("are ordered by any field: %s, %s", async (orderBy, order, expected) => {
    expect(await ask("header", { "+order_by": orderBy, "+order": order })).toEqual(expected);
  });

  test.each([
    [{ status: "offline", id: { "+gt": 1 } }, [2, 3]],
    [{ "specs.disk": { "+lt": 30_000 } }, [2]],
    [{ "specs.disk": { "+gt": 30_000 } }, [1, 3]],
    [{ nonsense: 1 }, 400],
  ])("are filtered by any field with the setting `anyField`: %j", async (filter, expected) => {
    expect(await ask("anyField", filter)).toEqual(expected);
  });

  test("are not filtered by a field that is not marked F by default", async () => {
    expect(await ask("header", { status: "offline" })).toBe(400);
  });
});

test("filters events by their entity and action", async () => {
  const { get, control } = await withInstances(3);
  const ask = (filter: object) => get("/account/events", { headers: { "X-Filter": JSON.stringify(filter) } });
  const { body } = await ask({ "entity.type": "acme", "entity.id": 2, action: "acme_create" });
  expect(body.data.map((event: { entity: { id: number } }) => event.entity.id)).toEqual([2]);
  expect((await ask({ "entity.label": "web-2" })).status).toBe(400);
  control.settings({ filters: "anyField" });
  const any = await ask({ "entity.label": "web-2", "secondary_entity.id": null, time_remaining: null });
  expect(any.body.data.map((event: { entity: { id: number } }) => event.entity.id)).toEqual([2]);
  expect((await ask({ "secondary_entity.id": 1 })).status).toBe(200);
});
