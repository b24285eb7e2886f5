import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { allOperations, brandOf, fieldsOf, openApi } from "../../src/contract";
import { isRecord } from "../../src/unknown";
import { type DocumentOperation, documentForm, type OpenApiDocument } from "./openapi-form";
import { callOf, transcribed } from "./transcription";

const read = (word: string) => documentForm.parse(openApi(brandOf(word)));
const node = read("node");
const acme = read("acme");

/** Every operation of a document as `GET /path`. */
const callsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );

function operationAt(document: OpenApiDocument, call: string) {
  const found = callsOf(document).find((one) => one.call === call);
  if (!found) throw new Error(`The document has no ${call}.`);
  return found.operation;
}

/** Every object within a JSON value, itself included. */
function objectsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

type Content = DocumentOperation["responses"]["2XX"]["content"];

/** The schema of JSON content; undefined for an image file. */
const jsonOf = (content: Content | undefined) =>
  content && "application/json" in content ? content["application/json"].schema : undefined;

const body = (operation: DocumentOperation) => jsonOf(operation.requestBody?.content) ?? {};

const responseTo = (operation: DocumentOperation) => jsonOf(operation.responses["2XX"].content) ?? {};

/** The value at this path of a JSON value; undefined if there is none. */
const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);

const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

const isJson = (content: Content | undefined) => content === undefined || "application/json" in content;

const operationsWhere = (matches: (operation: (typeof transcribed.operations)[number]) => boolean) =>
  new Set(transcribed.operations.filter(matches).map(callOf));
const sendImages = operationsWhere(({ request }) => request.body?.type === "image");
const imageOperations = operationsWhere(({ response }) => response === "image");

describe("the OpenAPI document", () => {
  it("is up to date in docs/openapi.json (npm run generate)", () => {
    const committed: unknown = JSON.parse(readFileSync(join(__dirname, "../../docs/openapi.json"), "utf8"));
    expect(JSON.stringify(committed) === JSON.stringify(openApi(brandOf("node")))).toBe(true);
  });

  it("has every operation of the contract once, under its name", () => {
    expect(
      callsOf(node)
        .map(({ call }) => call)
        .sort(),
    ).toEqual(allOperations.map(({ operation }) => operation.call).sort());
    const names = callsOf(node).map(({ operation }) => operation.operationId);
    expect([...names].sort()).toEqual(allOperations.map(({ name }) => name).sort());
  });

  it("gives each path exactly its parameters, all required", () => {
    for (const { call, path, operation } of callsOf(node)) {
      const named = operation.parameters.filter((one) => one.in === "path");
      expect([call, named.map(({ name, required }) => [name, required])]).toEqual([
        call,
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, true]),
      ]);
    }
  });

  it("gives each operation the query parameters of the interface, none required", () => {
    for (const { call, operation } of callsOf(node)) {
      const query = operation.parameters.filter((one) => one.in === "query");
      const inInterface = transcribed.operations.find((one) => callOf(one) === call);
      expect([call, query.map(({ name }) => name)]).toEqual([call, inInterface?.query]);
      expect(query.every(({ required }) => !required)).toBe(true);
    }
  });

  it("gives operations their bodies, which are required if a field is", () => {
    for (const { call, operation } of callsOf(node)) {
      if (sendImages.has(call)) continue;
      const fields = Object.entries(
        transcribed.operations.find((one) => callOf(one) === call)?.request ?? {},
      );
      expect([call, namesIn(body(operation).properties).sort()]).toEqual([
        call,
        fields.map(([name]) => name).sort(),
      ]);
      const required = fields.filter(([, field]) => field.required).map(([name]) => name);
      expect([call, body(operation).required ?? []]).toEqual([call, required]);
      expect([call, operation.requestBody?.required ?? false]).toEqual([call, required.length > 0]);
    }
  });

  it("sends and returns image files if the interface says so, and JSON everywhere else", () => {
    const sending = callsOf(node).filter(({ operation }) => !isJson(operation.requestBody?.content));
    expect(new Set(sending.map(({ call }) => call))).toEqual(sendImages);
    expect(sending.every(({ operation }) => operation.requestBody?.required)).toBe(true);
    const returning = callsOf(node).filter(({ operation }) => !isJson(operation.responses["2XX"].content));
    expect(new Set(returning.map(({ call }) => call))).toEqual(imageOperations);
    expect([sendImages.size, imageOperations.size]).toEqual([1, 1]);
  });

  it("gives each operation its response: an entity, a list, its own fields or an empty object", () => {
    for (const { operation } of allOperations) {
      if (imageOperations.has(operation.call)) continue;
      const made = responseTo(operationAt(node, operation.call));
      const name = operation.response.meta()?.id;
      const items = at(made, "properties", "data", "items");
      const reference = { $ref: `#/components/schemas/${name}` };
      if (operation.paged) {
        expect([operation.call, items, made.required]).toEqual([
          ...[operation.call, reference, ["data", "page", "pages", "results"]],
        ]);
      } else if (name) {
        expect([operation.call, made]).toEqual([operation.call, reference]);
      } else {
        const own = fieldsOf(operation.response).map((field) => field.name);
        expect([operation.call, made.type, Object.keys(Object(made.properties))]).toEqual([
          ...[operation.call, "object", own],
        ]);
      }
    }
  });

  it("marks deprecated operations, and gives beta operations their own address", () => {
    const deprecated = callsOf(node).filter(({ operation }) => operation.deprecated);
    expect(deprecated).toHaveLength(6);
    const elsewhere = callsOf(node).filter(({ operation }) => operation.servers);
    expect(elsewhere.map(({ call }) => call)).toEqual(["GET /account/maintenance"]);
  });

  it("gives every other status the error body", () => {
    for (const { operation } of callsOf(node)) {
      expect(operation.responses.default.content["application/json"].schema).toEqual({
        $ref: "#/components/schemas/ErrorBody",
      });
    }
    const error = node.components.schemas.ErrorBody;
    expect(error).toMatchObject({
      required: ["errors"],
      properties: { errors: { type: "array", items: { required: ["reason"] } } },
    });
  });

  it("requires the scopes of each operation, for both kinds of token", () => {
    const declared = Object.keys(node.components.securitySchemes.oauth.flows.authorizationCode.scopes);
    for (const { call, operation } of callsOf(node)) {
      const scopes = transcribed.operations.find((one) => callOf(one) === call)?.scopes ?? [];
      const tokens = [{ personalAccessToken: scopes }, { oauth: scopes }];
      const anonymous = call.startsWith("GET /images") ? [{}] : [];
      expect([call, operation.security]).toEqual([call, scopes.length > 0 ? [...tokens, ...anonymous] : []]);
      expect(scopes.filter((scope) => !declared.includes(scope))).toEqual([]);
    }
  });

  it("describes every field", () => {
    const undescribed = objectsIn(node).flatMap(({ type, properties }) =>
      type === "object" && isRecord(properties)
        ? Object.entries(properties)
            .filter(([, field]) => !at(field, "description") && !at(field, "$ref"))
            .map(([name]) => name)
        : [],
    );
    expect([...new Set(undescribed)]).toEqual(["errors"]);
  });
});

describe("the schemas in it", () => {
  it("refer to existing components only, and use all of them", () => {
    const references = objectsIn(node).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
    const components = Object.keys(node.components.schemas).map((name) => `#/components/schemas/${name}`);
    expect([...new Set(references)].sort()).toEqual(components.sort());
  });

  it("use keywords of JSON Schema only", () => {
    const known = new Set([
      ...["type", "properties", "required", "additionalProperties", "items", "enum", "anyOf", "$ref"],
      ...[
        "minLength",
        "maxLength",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
        "pattern",
        "format",
        "description",
      ],
      ...["propertyNames", "readOnly", "x-filterable"],
    ]);
    const visit = (value: unknown): string[] => {
      if (!isRecord(value)) return [];
      const { properties, items, anyOf, additionalProperties } = value;
      const inner = [
        ...(isRecord(properties) ? Object.values(properties) : []),
        items,
        additionalProperties,
      ].concat(anyOf);
      return [...Object.keys(value).filter((key) => !known.has(key)), ...inner.flatMap(visit)];
    };
    const roots = [
      ...Object.values(node.components.schemas),
      ...callsOf(node).flatMap(({ operation }) => [
        ...operation.parameters.map((parameter) => parameter.schema),
        ...[body(operation), responseTo(operation)],
      ]),
    ];
    expect([...new Set(roots.flatMap(visit))]).toEqual([]);
    expect(roots.length).toBeGreaterThan(50);
  });

  it("require only fields that they have", () => {
    for (const { properties, required } of objectsIn(node)) {
      if (!Array.isArray(required)) continue;
      expect(namesIn(properties)).toEqual(expect.arrayContaining(required));
    }
  });

  it("forbid additional fields in request bodies, and allow them in responses", () => {
    for (const { call, operation } of callsOf(node)) {
      if (operation.requestBody && !sendImages.has(call))
        expect(body(operation).additionalProperties).toBe(false);
      const made = responseTo(operation);
      expect(objectsIn(made).some((one) => one.additionalProperties === false)).toBe(false);
    }
    const closed = objectsIn(node.components).filter((one) => one.additionalProperties === false);
    expect(closed).toEqual([]);
  });

  it("have the interface's bounds, and not those of JavaScript's numbers", () => {
    const create = (name: string) => at(body(operationAt(node, "POST /node/instances")), "properties", name);
    expect(create("label")).toMatchObject({ minLength: 3, maxLength: 64 });
    expect(create("root_pass")).toMatchObject({ minLength: 7, maxLength: 128, format: "password" });
    expect(create("interfaces")).toMatchObject({ maxItems: 3 });
    expect(create("backup_id")).toEqual({ type: "integer", minimum: 1, description: expect.any(String) });
    expect(JSON.stringify(node)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  it("mark filterable, read-only and nullable fields", () => {
    const instance = (...names: string[]) => at(node.components.schemas.Instance, "properties", ...names);
    expect(instance("created")).toMatchObject({ format: "date-time", readOnly: true });
    expect(instance("label", "x-filterable")).toBe(true);
    expect(instance("status", "x-filterable")).toBeUndefined();
    expect(instance("image", "type")).toEqual(["string", "null"]);
    const snapshot = at(node.components.schemas.Backups, "properties", "snapshot", "properties");
    expect(at(snapshot, "current", "anyOf")).toEqual([
      { $ref: "#/components/schemas/Backup" },
      { type: "null" },
    ]);
  });
});

describe("the document of another brand", () => {
  it("uses the brand in paths, fields, scopes and actions", () => {
    const restore = operationAt(acme, "POST /acme/instances/{instanceId}/backups/{backupId}/restore");
    expect(namesIn(body(restore).properties)).toEqual(["acme_id", "overwrite"]);
    expect(body(restore).required).toEqual(["acme_id"]);
    expect(restore.security).toEqual([
      { personalAccessToken: ["acmes:read_write"] },
      { oauth: ["acmes:read_write"] },
    ]);
    const clone = operationAt(acme, "POST /acme/instances/{instanceId}/clone");
    expect(namesIn(body(clone).properties)).toContain("acme_id");
    const scopes = acme.components.securitySchemes.oauth.flows.authorizationCode.scopes;
    expect(Object.keys(scopes)).toEqual(expect.arrayContaining(["acmes:read_only", "acmes:read_write"]));
    const actions = at(acme.components.schemas.Event, "properties", "action", "enum");
    expect(actions).toEqual(transcribed.eventActions.map((action) => action.replace(/^node_/, "acme_")));
  });

  it("contains the interface's word only in names that are not branded", () => {
    const words = [...JSON.stringify(acme).matchAll(/[\w/-]*node[\w/-]*/g)].map(([word]) => word);
    expect(
      [...new Set(words)].filter(
        (word) => !/^(lke_node_create|nodebalancer_\w+|pulumi-nodecloud)$/.test(word),
      ),
    ).toEqual([]);
  });

  it("is otherwise the same", () => {
    const renamed = JSON.stringify(acme)
      .replaceAll("/acme/", "/node/")
      .replaceAll("acme_", "node_")
      .replaceAll("acmes", "nodes");
    expect(renamed === JSON.stringify(node)).toBe(true);
  });

  it("does not change the document of the first brand", () => {
    expect(openApi(brandOf("node"))).toEqual(node);
    expect(fieldsOf(allOperations[0]?.operation.response ?? z.never()).map(({ name }) => name)).toContain(
      "id",
    );
  });
});
