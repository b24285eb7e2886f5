import fc from "fast-check";
import { z } from "zod";
import {
  allOperations,
  type Brand,
  BrandError,
  brandOf,
  fieldsOf,
  itemOf,
  openApi,
} from "../../src/contract";
import { errorBody, type Scope } from "../../src/contract/operation";
import { eventActions } from "../../src/contract/shapes/event";
import { instanceClone, instanceCreate } from "../../src/contract/shapes/instance";
import { transcribed } from "./transcription";
import { valuesOf } from "./values";

const acme = brandOf("acme");

function operationOf(name: string) {
  const found = allOperations.find((one) => one.name === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found.operation;
}

const event = operationOf("events.view").response;
const restore = operationOf("backups.restore").body;

describe("a brand's names", () => {
  it("are used at the start of paths only", () => {
    expect(acme.path("/node/instances")).toBe("/acme/instances");
    expect(acme.path("/node/instances/{instanceId}/boot")).toBe("/acme/instances/{instanceId}/boot");
    expect(acme.path("/node")).toBe("/acme");
    expect(acme.path("/nodes/1")).toBe("/nodes/1");
    expect(acme.path("/images/node/debian11")).toBe("/images/node/debian11");
    expect(acme.path("/account/events")).toBe("/account/events");
  });

  it("are used in the path of every instance operation and of no other", () => {
    const branded = allOperations.filter(({ operation }) => /^\w+ \/node\//.test(operation.call));
    expect(new Set(branded.map(({ group }) => group))).toEqual(new Set(["instances", "backups"]));
    expect(branded).toHaveLength(13);
    expect(Object.keys(openApi(acme))).toContain("paths");
    expect(JSON.stringify(openApi(acme))).not.toContain('"/node/');
  });

  it("are used in the scopes of instances only", () => {
    const scopes: Record<Scope | "nodesmore:read_only", string> = {
      "nodes:read_only": "acmes:read_only",
      "nodes:read_write": "acmes:read_write",
      "account:read_only": "account:read_only",
      "account:read_write": "account:read_write",
      "events:read_only": "events:read_only",
      "events:read_write": "events:read_write",
      "maintenance:read_only": "maintenance:read_only",
      "maintenance:read_write": "maintenance:read_write",
      "images:read_only": "images:read_only",
      "images:read_write": "images:read_write",
      "nodesmore:read_only": "nodesmore:read_only",
    };
    for (const [ours, wire] of Object.entries(scopes)) expect(acme.scope(ours)).toBe(wire);
  });

  it("are used in the grant to create instances", () => {
    expect(acme.grant("add_nodes")).toBe("add_acmes");
    expect(acme.grant("add_images")).toBe("add_images");
  });

  it("are used in the two fields, in both directions", () => {
    expect([acme.field("node_id"), acme.field("nodes")]).toEqual(["acme_id", "acmes"]);
    expect([acme.field("acme_id"), acme.field("acmes")]).toEqual(["node_id", "nodes"]);
    expect([acme.contractField("acme_id"), acme.contractField("acmes")]).toEqual(["node_id", "nodes"]);
    for (const name of ["id", "backup_id", "node", "label", "nodebalancers"]) {
      expect([acme.field(name), acme.contractField(name)]).toEqual([name, name]);
    }
  });

  it("are used in the field name of an error", () => {
    const wire = { errors: [{ reason: "is not valid", field: "acme_id" }, { reason: "Not found" }] };
    const [first] = wire.errors;
    expect(acme.contractField(first?.field ?? "")).toBe("node_id");
    // The name is a value in the body, so translating the body does not change it.
    expect(acme.fromWire(errorBody, wire)).toEqual(wire);
  });

  it("are used in every event action of the brand, in both directions", () => {
    const branded = transcribed.eventActions.filter((action) => action.startsWith("node_"));
    expect(branded).toHaveLength(21);
    for (const action of branded) {
      const wire = acme.action(action);
      expect(wire).toBe(action.replace("node_", "acme_"));
      expect(acme.toWire(event, { action })).toEqual({ action: wire });
      expect(acme.fromWire(event, { action: wire })).toEqual({ action });
    }
  });

  it("do not change other actions", () => {
    const plain = transcribed.eventActions.filter((action) => !action.startsWith("node_"));
    expect(plain).toEqual(expect.arrayContaining(["lke_node_create", "nodebalancer_node_update"]));
    expect(plain.filter((action) => action.startsWith("nodebalancer_"))).toHaveLength(9);
    for (const action of plain) {
      expect(acme.action(action)).toBe(action);
      expect(acme.fromWire(event, { action })).toEqual({ action });
    }
  });

  it("do not change actions that are not in the interface", () => {
    expect(acme.fromWire(event, { action: "acme_new_thing" })).toEqual({ action: "acme_new_thing" });
  });

  it("never make two actions equal", () => {
    const wire = eventActions.map((action) => acme.action(action));
    expect(new Set(wire).size).toBe(eventActions.length);
  });

  it("are the contract's own under the brand node", () => {
    const node = brandOf("node");
    const names = [node.path("/node/instances"), node.scope("nodes:read_only"), node.grant("add_nodes")];
    expect(names).toEqual(["/node/instances", "nodes:read_only", "add_nodes"]);
    expect([node.field("node_id"), node.contractField("nodes"), node.action("node_boot")]).toEqual([
      ...["node_id", "nodes", "node_boot"],
    ]);
  });
});

describe("request and response bodies", () => {
  it("have the brand's names on the wire and the contract's in the client", () => {
    expect(acme.toWire(restore, { node_id: 7, overwrite: true })).toEqual({ acme_id: 7, overwrite: true });
    expect(acme.fromWire(restore, { acme_id: 7, overwrite: true })).toEqual({ node_id: 7, overwrite: true });
  });

  it("may have the contract's names already, except in requests that the service receives", () => {
    const transfer = operationOf("entityTransfers.create").body;
    expect(acme.fromWire(restore, { node_id: 7 })).toStrictEqual({ node_id: 7 });
    expect(acme.fromRequest(restore, { node_id: 7 })).toStrictEqual({ acme_id: 7 });
    expect(acme.fromRequest(restore, { acme_id: 7 })).toStrictEqual({ node_id: 7 });
    expect(acme.fromRequest(restore, { node_id: 7, acme_id: 8 })).toStrictEqual({ acme_id: 7, node_id: 8 });
    expect(acme.fromRequest(restore, { overwrite: true })).toStrictEqual({ overwrite: true });
    expect(acme.fromRequest(transfer, { entities: { nodes: [7] } })).toStrictEqual({
      entities: { acmes: [7] },
    });
    expect(brandOf("node").fromRequest(restore, { node_id: 7 })).toStrictEqual({ node_id: 7 });
  });

  it("keep the order of their fields", () => {
    const response = { action: "acme_boot", id: 1, message: null, created: "" };
    expect(Object.keys(Object(acme.fromRequest(event, response)))).toEqual(Object.keys(response));
  });

  it("are marked exactly where the brand is part of a name or a value", () => {
    const marks: string[] = [];
    const words: string[] = [];
    const visit = (schema: z.ZodType, place: string): void => {
      const item = itemOf(schema);
      if (item) visit(item, place);
      for (const field of fieldsOf(schema)) {
        const own = `${place}.${field.name}`;
        const values = field.schema instanceof z.ZodEnum ? field.schema.options : [];
        if (field.meta.brandedName || field.meta.brandedValues) marks.push(own);
        if (/^nodes?(_|$)/.test(field.name) || values.some((value) => /^node_/.test(String(value)))) {
          words.push(own);
        }
        visit(field.schema, own);
      }
    };
    for (const { name, operation } of allOperations) {
      visit(operation.body, `${name} body`);
      visit(operation.response, `${name} response`);
    }
    expect(marks).toEqual(words);
    expect(words).toEqual(
      expect.arrayContaining(["instances.clone body.node_id", "events.view response.action"]),
    );
  });

  it("keep the values of users unchanged", () => {
    const body = {
      ...{
        region: "node",
        type: "node-1",
        image: "node/debian11",
        label: "node_id",
        tags: ["node", "nodes"],
      },
      ...{ group: "nodes", authorized_users: ["node"], root_pass: "node_boot" },
      stackscript_data: { node_id: "node_boot", nodes: [{ node_id: "node" }] },
      interfaces: [{ purpose: "vlan", label: "nodes", node_id: 3 }],
    };
    expect(acme.toWire(instanceCreate, body)).toEqual(body);
    expect(acme.fromWire(instanceCreate, body)).toEqual(body);
  });

  it("keep fields that are not in the contract", () => {
    const response = { id: 1, action: "acme_boot", acme_id: 4, entity: { type: "acme", acmes: [1] } };
    expect(acme.fromWire(event, response)).toEqual({ ...response, action: "node_boot" });
  });

  it("keep values that do not match the shape", () => {
    for (const value of [null, "text", 3, [], [1]]) {
      expect(acme.fromWire(event, value)).toEqual(value);
      expect(acme.toWire(restore, value)).toEqual(value);
    }
    expect(acme.fromWire(event, { action: null })).toEqual({ action: null });
  });

  it("are not modified: translating returns a new object", () => {
    const body = Object.freeze({ node_id: 7 });
    acme.toWire(instanceClone, body);
    expect(body).toEqual({ node_id: 7 });
  });
});

describe("translating to the wire and back", () => {
  const word = fc.constantFrom("acme", "node", "x", "a1", "zephyr9", "n", "cloud", "nodex");

  it.each(allOperations.map(({ name, operation }) => [name, operation] as const))(
    "returns the original request and response bodies of %s",
    (_, operation) => {
      const expectRoundTrip = (brand: Brand, value: unknown, shape: typeof operation.response) =>
        expect(brand.fromWire(shape, brand.toWire(shape, value))).toEqual(value);
      const property = fc.property(
        ...[word, valuesOf(operation.body), valuesOf(operation.response)],
        (chosen, body, response) => {
          const brand = brandOf(String(chosen));
          expectRoundTrip(brand, body, operation.body);
          expectRoundTrip(brand, response, operation.response);
        },
      );
      fc.assert(property, { numRuns: 50, seed: 7 });
    },
  );
});

describe("a word that cannot be a brand", () => {
  const refused: readonly (readonly [word: string, reason: string])[] = [
    ["disk", 'a field is already named "disks"'],
    ["config", 'a field is already named "config_id"'],
    ["tag", 'a field is already named "tags"'],
    ["backup", 'a field is already named "backups"'],
    ["stackscript", 'a field is already named "stackscript_id"'],
    ["user", `an event's action is already named "user_create"`],
    ["volume", `an event's action is already named "volume_clone"`],
    ["nodebalancer", `an event's action is already named "nodebalancer_create"`],
    ["lish", `an event's action is already named "lish_boot"`],
    ["image", 'scopes already begin with "images:"'],
    ["event", 'scopes already begin with "events:"'],
    ["account", 'paths already begin with "/account"'],
    ["images", 'paths already begin with "/images"'],
    ["regions", 'paths already begin with "/regions"'],
    ["private", 'ids of private images begin with "private/"'],
    ["Acme", "it must consist of lowercase letters and digits"],
    ["9acme", "it must consist of lowercase letters and digits, begin with a letter"],
    ["ac_me", "it must consist of lowercase letters and digits"],
    ["ac-me", "it must consist of lowercase letters and digits"],
    ["acme/..", "it must consist of lowercase letters and digits"],
    ["acme\n", "it must consist of lowercase letters and digits"],
    ["", "it must consist of lowercase letters and digits"],
    ["a".repeat(33), "have at most 32 characters"],
  ];

  it.each(refused)("is %j: %s", (word, reason) => {
    const attempt = () => brandOf(word);
    expect(attempt).toThrow(BrandError);
    expect(attempt).toThrow(reason);
    expect(attempt).toThrow(JSON.stringify(word));
  });

  it("is not one of 32 letters, or one that only resembles another name", () => {
    for (const word of ["a".repeat(32), "z9", "nodes", "disks", "acme1"]) {
      expect(brandOf(word).word).toBe(word);
    }
  });
});

it("cannot be a word with which paths without the brand begin", () => {
  const segments = allOperations.map(({ operation: { call } }) => call.split(/[ /]+/)[1] ?? "");
  const plain = new Set(segments.filter((segment) => segment !== "node"));
  expect(plain).toContain("account");
  for (const segment of plain) expect(() => brandOf(segment)).toThrow(/paths already begin|must consist/);
});
