import { z } from "zod";
import { allOperations, fieldsOf, integerId, itemOf, limits } from "../../src/contract";
import { dateTime } from "../../src/contract/meta";
import { noFields, paging } from "../../src/contract/operation";
import { accountUpdate } from "../../src/contract/shapes/account";
import { snapshotCreate } from "../../src/contract/shapes/backup";
import { instanceCreate, instanceUpdate } from "../../src/contract/shapes/instance";
import { bodies } from "./bounds";

const required = { region: "r1", type: "t1" };

/** The rules that a value breaks, each with its field: `label too_small`. */
function brokenRules(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, code }) => [...path, code].join(" "));
}

describe.each(bodies)("the body of %s", (name, schema, base, bounds) => {
  it("is the one of the operation, and every field of it is tested here", () => {
    expect(allOperations.find((one) => one.name === name)?.operation.body).toBe(schema);
    expect(bounds.map(({ field }) => field).sort()).toEqual(
      fieldsOf(schema)
        .map((field) => field.name)
        .sort(),
    );
  });

  it.each(bounds)("accepts $field within its bounds", ({ field, takes }) => {
    for (const value of takes)
      expect([value, brokenRules(schema, { ...base, [field]: value })]).toEqual([value, []]);
  });

  it.each(bounds)("rejects $field outside its bounds, and of another type", (bound) => {
    const { field, tooSmall = [], tooBig = [], wrongType = [] } = bound;
    const rulesFor = (value: unknown) => brokenRules(schema, { ...base, [field]: value });
    for (const value of tooSmall) expect([value, rulesFor(value)]).toEqual([value, [`${field} too_small`]]);
    for (const value of tooBig) expect([value, rulesFor(value)]).toEqual([value, [`${field} too_big`]]);
    for (const value of wrongType) {
      expect([value, rulesFor(value).every((rule) => rule.startsWith(field))]).toEqual([value, true]);
      expect([value, rulesFor(value).length > 0]).toEqual([value, true]);
    }
  });

  it("rejects an unknown field by its name", () => {
    const result = schema.safeParse({ ...base, ...filled(schema, base), nonsense: 1 });
    expect(result.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["nonsense"], path: [] }]);
  });

  it("requires the fields that the interface requires, and no others", () => {
    const needed = fieldsOf(schema).filter((field) => !field.optional);
    const missed = brokenRules(schema, {}).map((rule) =>
      rule.replace(/ (invalid_type|invalid_value|custom)$/, ""),
    );
    expect(missed).toEqual(needed.map((field) => field.name));
  });
});

/** Each field that is marked secret, at any depth, as `operation path`. */
function secretsIn(part: (operation: (typeof allOperations)[number]["operation"]) => z.ZodType): string[] {
  const visit = (schema: z.ZodType, place: string): string[] =>
    fieldsOf(itemOf(schema) ?? schema).flatMap((field) => [
      ...(field.meta.secret ? [`${place}${field.name}`] : []),
      ...visit(field.schema, `${place}${field.name}.`),
    ]);
  return allOperations.flatMap(({ name, operation }) =>
    visit(part(operation), "").map((place) => `${name} ${place}`),
  );
}

/** A body with the required fields only. */
function filled(schema: z.ZodType, base: object): object {
  return schema === snapshotCreate ? { label: "a" } : base;
}

describe("bodies", () => {
  it("are tested here for every operation that has one", () => {
    const withBody = allOperations.filter(({ operation }) => fieldsOf(operation.body).length > 0);
    expect(withBody.map(({ name }) => name).sort()).toEqual(bodies.map(([name]) => name).sort());
  });

  it("reject unknown fields everywhere except in interfaces, which have undocumented fields", () => {
    const places: string[] = [];
    const visit = (schema: z.ZodType, place: string): void => {
      for (const field of fieldsOf(schema)) visit(field.schema, `${place}.${field.name}`);
      const item = itemOf(schema);
      if (item) visit(item, `${place}[]`);
      if (fieldsOf(schema).length === 0) return;
      const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      const definition = json.$ref ? json.$defs?.[json.$ref.replace("#/$defs/", "")] : json;
      if (definition?.additionalProperties !== false) places.push(place);
    };
    for (const { name, operation } of allOperations) visit(operation.body, name);
    expect(places).toEqual(["instances.create.interfaces[]"]);
  });

  it("reject read-only fields of objects that can be set", () => {
    expect(brokenRules(instanceUpdate, { backups: { enabled: true } })).toEqual([
      "backups unrecognized_keys",
    ]);
    expect(brokenRules(instanceUpdate, { alerts: { memory: 1 } })).toEqual(["alerts unrecognized_keys"]);
    expect(brokenRules(instanceUpdate, { backups: { schedule: { hour: 1 } } })).toEqual([
      "backups schedule unrecognized_keys",
    ]);
    expect(brokenRules(instanceUpdate, { region: "r2" })).toEqual(["unrecognized_keys"]);
  });

  it("keep the further fields of an interface as they are", () => {
    const interfaces = [{ purpose: "vpc", subnet_id: 3, ip_ranges: ["10.0.0.0/8"] }];
    expect(instanceCreate.parse({ ...required, interfaces })).toEqual({ ...required, interfaces });
  });

  it("mark passwords, cards and script data as secret", () => {
    expect(secretsIn(({ body }) => body)).toEqual([
      ...["instances.create root_pass", "instances.create stackscript_data"],
      ...["card_number", "cvv", "expiry_month", "expiry_year"].map(
        (place) => `account.addCreditCard ${place}`,
      ),
      ...["data", "data.card_number", "data.expiry_month", "data.expiry_year", "data.cvv"].map(
        (place) => `paymentMethods.add ${place}`,
      ),
      "payments.create cvv",
    ]);
  });

  it("have responses in which an OAuth client's secret and an image's upload address are secret", () => {
    expect(secretsIn(({ response }) => response)).toEqual([
      ...["list", "create", "view", "update", "resetSecret"].map((name) => `oauthClients.${name} secret`),
      "images.upload upload_to",
    ]);
  });

  it("name the path of an invalid nested field", () => {
    const body = { ...required, interfaces: [{}, { ipam_address: 3 }] };
    expect(brokenRules(instanceCreate, body)).toEqual(["interfaces 1 ipam_address invalid_type"]);
  });
});

describe("paths and queries", () => {
  it("have exactly the parameters in the path's braces", () => {
    for (const { operation } of allOperations) {
      const braces = [...operation.call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(fieldsOf(operation.path).map((field) => field.name)).toEqual(braces);
    }
  });

  it("accept integers from 1 as ids", () => {
    expect([1, 2, Number.MAX_SAFE_INTEGER].map((value) => integerId.safeParse(value).success)).toEqual([
      ...[true, true, true],
    ]);
    for (const value of [0, -1, 1.5, "1", null, Number.NaN, 2 ** 53]) {
      expect([value, integerId.safeParse(value).success]).toEqual([value, false]);
    }
  });

  it("accept an image's id with exactly one slash", () => {
    const path = allOperations.find(({ name }) => name === "images.view")?.operation.path ?? noFields;
    const takes = (imageId: unknown) => path.safeParse({ imageId }).success;
    expect(["node/debian11", "private/123", "acme/ubuntu22.04"].map(takes)).toEqual([true, true, true]);
    for (const wrong of ["debian11", "node/", "/debian11", "node/a/b", "", 15]) {
      expect([wrong, takes(wrong)]).toEqual([wrong, false]);
    }
  });

  it("accept pages from 1, and no parameters other than page and page_size", () => {
    expect(brokenRules(paging, { page: 1, page_size: 1 })).toEqual([]);
    expect(brokenRules(paging, { page: 0 })).toEqual(["page too_small"]);
    expect(brokenRules(paging, { page_size: 0 })).toEqual(["page_size too_small"]);
    expect(brokenRules(paging, { page: 1.5 })).toEqual(["page invalid_type"]);
    expect(brokenRules(paging, { order: "asc" })).toEqual(["unrecognized_keys"]);
  });

  it("are empty if the interface documents none", () => {
    const regions = allOperations.find(({ name }) => name === "regions.list")?.operation;
    expect(regions?.query).toBe(noFields);
    expect(brokenRules(noFields, { page: 1 })).toEqual(["unrecognized_keys"]);
  });
});

describe("date-times", () => {
  it("are accepted with and without a time zone, and with fractions of a second", () => {
    const moments = ["2022-03-21T09:00:00", "2022-03-21T09:00:00Z", "2022-03-21T09:00:00.123+01:00"];
    for (const moment of moments) expect(brokenRules(dateTime, moment)).toEqual([]);
    for (const wrong of ["2022-03-21", "2022-03-21 09:00:00", "09:00", "", "soon 2022-03-21T09:00:00"]) {
      expect([wrong, dateTime.safeParse(wrong).success]).toEqual([wrong, false]);
    }
  });
});

describe("an account's state", () => {
  const rulesFor = (country: string, state: string) => brokenRules(accountUpdate, { country, state });

  it("is a two-letter code for US and CA, including US military addresses", () => {
    for (const state of ["PA", "AA", "AE", "AP"]) expect(rulesFor("US", state)).toEqual([]);
    expect(rulesFor("ca", "QC")).toEqual([]);
    for (const country of ["US", "us", "CA"]) {
      for (const wrong of ["Pennsylvania", "", "P", "P1"]) {
        expect([country, wrong, rulesFor(country, wrong)]).toEqual([country, wrong, ["state custom"]]);
      }
    }
  });

  it("is any name for other countries, and is not checked without a country", () => {
    expect(rulesFor("DE", "Bayern")).toEqual([]);
    expect(brokenRules(accountUpdate, { state: "Pennsylvania" })).toEqual([]);
  });
});

describe("operations that are marked", () => {
  const named = (mark: "beta" | "deprecated") =>
    allOperations.filter(({ operation }) => operation[mark]).map(({ name }) => name);

  it("are one beta operation and six deprecated ones, each with its replacement", () => {
    expect(named("beta")).toEqual(["maintenance.list"]);
    expect(named("deprecated")).toEqual([
      "account.addCreditCard",
      ...["list", "create", "view", "cancel", "accept"].map((name) => `entityTransfers.${name}`),
    ]);
    const replacements = new Set(allOperations.flatMap(({ operation }) => operation.deprecated ?? []));
    expect([...replacements]).toEqual(["paymentMethods.add", "service transfers"]);
  });
});

describe("limits that are in no shape", () => {
  it("are those of section 8", () => {
    expect(limits.concurrentClones.max).toBe(5);
    expect(limits.swapSize.default).toBe(512);
    expect(limits.history.days).toBe(90);
    expect(limits.watchdog).toEqual({ boots: 5, minutes: 15 });
    expect(limits.imageUpload).toEqual({ hours: 24, bytes: 5 * 10 ** 9 });
  });
});
