import { z } from "zod";
import { allOperations, fieldsOf, integerId, itemOf, limits } from "../../src/contract";
import { dateTime } from "../../src/contract/meta";
import { nothing, paging } from "../../src/contract/operation";
import { accountUpdate } from "../../src/contract/shapes/account";
import { snapshotCreate } from "../../src/contract/shapes/backup";
import { instanceCreate, instanceUpdate } from "../../src/contract/shapes/instance";
import { bodies } from "./bounds";

const required = { region: "r1", type: "t1" };

/** The rule that each wrong body breaks, with the place: `label too_small`. */
function broken(schema: z.ZodType, value: unknown): string[] {
  const result = schema.safeParse(value);
  return result.success ? [] : result.error.issues.map(({ path, code }) => [...path, code].join(" "));
}

describe.each(bodies)("the body of %s", (name, schema, base, bounds) => {
  it("is the one that the operation declares, and every field of it is tried here", () => {
    expect(allOperations.find((one) => one.name === name)?.operation.body).toBe(schema);
    expect(bounds.map(({ field }) => field).sort()).toEqual(
      fieldsOf(schema)
        .map((field) => field.name)
        .sort(),
    );
  });

  it.each(bounds)("takes $field within its bounds", ({ field, takes }) => {
    for (const value of takes)
      expect([value, broken(schema, { ...base, [field]: value })]).toEqual([value, []]);
  });

  it.each(bounds)("refuses $field beyond them, and of another type", (bound) => {
    const { field, tooSmall = [], tooBig = [], wrongType = [] } = bound;
    const said = (value: unknown) => broken(schema, { ...base, [field]: value });
    for (const value of tooSmall) expect([value, said(value)]).toEqual([value, [`${field} too_small`]]);
    for (const value of tooBig) expect([value, said(value)]).toEqual([value, [`${field} too_big`]]);
    for (const value of wrongType) {
      expect([value, said(value).every((rule) => rule.startsWith(field))]).toEqual([value, true]);
      expect([value, said(value).length > 0]).toEqual([value, true]);
    }
  });

  it("refuses an unknown field, by its name", () => {
    const result = schema.safeParse({ ...base, ...filled(schema, base), nonsense: 1 });
    expect(result.error?.issues).toMatchObject([{ code: "unrecognized_keys", keys: ["nonsense"], path: [] }]);
  });

  it("requires what the interface requires, and nothing else", () => {
    const needed = fieldsOf(schema).filter((field) => !field.optional);
    const missed = broken(schema, {}).map((rule) =>
      rule.replace(/ (invalid_type|invalid_value|custom)$/, ""),
    );
    expect(missed).toEqual(needed.map((field) => field.name));
  });
});

/** `operation place` of each field that is marked secret, whatever its depth. */
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

/** What a body needs at least. */
function filled(schema: z.ZodType, base: object): object {
  return schema === snapshotCreate ? { label: "a" } : base;
}

describe("bodies", () => {
  it("are tried here for every operation that has one", () => {
    const withBody = allOperations.filter(({ operation }) => fieldsOf(operation.body).length > 0);
    expect(withBody.map(({ name }) => name).sort()).toEqual(bodies.map(([name]) => name).sort());
  });

  it("refuse unknown fields at every depth but one: interfaces have fields that are not shown", () => {
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

  it("refuse what is returned only inside what can be set", () => {
    expect(broken(instanceUpdate, { backups: { enabled: true } })).toEqual(["backups unrecognized_keys"]);
    expect(broken(instanceUpdate, { alerts: { memory: 1 } })).toEqual(["alerts unrecognized_keys"]);
    expect(broken(instanceUpdate, { backups: { schedule: { hour: 1 } } })).toEqual([
      "backups schedule unrecognized_keys",
    ]);
    expect(broken(instanceUpdate, { region: "r2" })).toEqual(["unrecognized_keys"]);
  });

  it("pass the further fields of an interface on as written", () => {
    const interfaces = [{ purpose: "vpc", subnet_id: 3, ip_ranges: ["10.0.0.0/8"] }];
    expect(instanceCreate.parse({ ...required, interfaces })).toEqual({ ...required, interfaces });
  });

  it("keep what the interface calls a password secret, and what a script is told", () => {
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

  it("have answers that keep an OAuth client's secret secret, and an image's upload address", () => {
    expect(secretsIn(({ answer }) => answer)).toEqual([
      ...["list", "create", "view", "update", "resetSecret"].map((name) => `oauthClients.${name} secret`),
      "images.upload upload_to",
    ]);
  });

  it("name the field at fault, deep in the body", () => {
    const body = { ...required, interfaces: [{}, { ipam_address: 3 }] };
    expect(broken(instanceCreate, body)).toEqual(["interfaces 1 ipam_address invalid_type"]);
  });
});

describe("paths and queries", () => {
  it("have a parameter for each brace of the path, and no other", () => {
    for (const { operation } of allOperations) {
      const braces = [...operation.call.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(fieldsOf(operation.path).map((field) => field.name)).toEqual(braces);
    }
  });

  it("take whole numbers from 1 as ids", () => {
    expect([1, 2, Number.MAX_SAFE_INTEGER].map((value) => integerId.safeParse(value).success)).toEqual([
      ...[true, true, true],
    ]);
    for (const value of [0, -1, 1.5, "1", null, Number.NaN, 2 ** 53]) {
      expect([value, integerId.safeParse(value).success]).toEqual([value, false]);
    }
  });

  it("take an image's id with its one slash", () => {
    const path = allOperations.find(({ name }) => name === "images.view")?.operation.path ?? nothing;
    const takes = (imageId: unknown) => path.safeParse({ imageId }).success;
    expect(["node/debian11", "private/123", "acme/ubuntu22.04"].map(takes)).toEqual([true, true, true]);
    for (const wrong of ["debian11", "node/", "/debian11", "node/a/b", "", 15]) {
      expect([wrong, takes(wrong)]).toEqual([wrong, false]);
    }
  });

  it("take pages from 1, and nothing else than page and page_size", () => {
    expect(broken(paging, { page: 1, page_size: 1 })).toEqual([]);
    expect(broken(paging, { page: 0 })).toEqual(["page too_small"]);
    expect(broken(paging, { page_size: 0 })).toEqual(["page_size too_small"]);
    expect(broken(paging, { page: 1.5 })).toEqual(["page invalid_type"]);
    expect(broken(paging, { order: "asc" })).toEqual(["unrecognized_keys"]);
  });

  it("are empty where the interface shows none", () => {
    const regions = allOperations.find(({ name }) => name === "regions.list")?.operation;
    expect(regions?.query).toBe(nothing);
    expect(broken(nothing, { page: 1 })).toEqual(["unrecognized_keys"]);
  });
});

describe("moments", () => {
  it("are taken with a zone and without, and with parts of a second", () => {
    const moments = ["2022-03-21T09:00:00", "2022-03-21T09:00:00Z", "2022-03-21T09:00:00.123+01:00"];
    for (const moment of moments) expect(broken(dateTime, moment)).toEqual([]);
    for (const wrong of ["2022-03-21", "2022-03-21 09:00:00", "09:00", "", "soon 2022-03-21T09:00:00"]) {
      expect([wrong, dateTime.safeParse(wrong).success]).toEqual([wrong, false]);
    }
  });
});

describe("an account's state", () => {
  const says = (country: string, state: string) => broken(accountUpdate, { country, state });

  it("is a two-letter code for US and CA, military addresses of the US among them", () => {
    for (const state of ["PA", "AA", "AE", "AP"]) expect(says("US", state)).toEqual([]);
    expect(says("ca", "QC")).toEqual([]);
    for (const country of ["US", "us", "CA"]) {
      for (const wrong of ["Pennsylvania", "", "P", "P1"]) {
        expect([country, wrong, says(country, wrong)]).toEqual([country, wrong, ["state custom"]]);
      }
    }
  });

  it("is the province as it is called elsewhere, and is left to the service where no country comes with it", () => {
    expect(says("DE", "Bayern")).toEqual([]);
    expect(broken(accountUpdate, { state: "Pennsylvania" })).toEqual([]);
  });
});

describe("the marks of an operation", () => {
  const named = (mark: "beta" | "deprecated") =>
    allOperations.filter(({ operation }) => operation[mark]).map(({ name }) => name);

  it("tell the one beta operation and the six deprecated ones, each with what replaces it", () => {
    expect(named("beta")).toEqual(["maintenance.list"]);
    expect(named("deprecated")).toEqual([
      "account.addCreditCard",
      ...["list", "create", "view", "cancel", "accept"].map((name) => `entityTransfers.${name}`),
    ]);
    const replacements = new Set(allOperations.flatMap(({ operation }) => operation.deprecated ?? []));
    expect([...replacements]).toEqual(["paymentMethods.add", "service transfers"]);
  });
});

describe("the limits that no shape can hold", () => {
  it("are those of section 8", () => {
    expect(limits.concurrentClones.max).toBe(5);
    expect(limits.swapSize.default).toBe(512);
    expect(limits.history.days).toBe(90);
    expect(limits.watchdog).toEqual({ boots: 5, minutes: 15 });
    expect(limits.imageUpload).toEqual({ hours: 24, bytes: 5 * 10 ** 9 });
  });
});
