import fc from "fast-check";
import {
  allOperations,
  argumentName,
  camelCase,
  fieldsOf,
  fromContract,
  toContract,
} from "../../src/contract";
import { backups } from "../../src/contract/shapes/backup";
import { event } from "../../src/contract/shapes/event";
import { instance, instanceCreate, instanceUpdate } from "../../src/contract/shapes/instance";
import { isRecord } from "../../src/unknown";
import { valuesOf } from "./values";

describe("names in TypeScript", () => {
  it("are camelCase", () => {
    const names = ["root_pass", "id", "ipv4", "last_successful", "address_1", "network_in", "node_id"];
    expect(names.map(camelCase)).toEqual([
      ...["rootPass", "id", "ipv4", "lastSuccessful", "address1", "networkIn", "nodeId"],
    ]);
  });

  it("are unique within a shape", () => {
    for (const { name, operation } of allOperations) {
      for (const shape of [operation.path, operation.query, operation.body, operation.response]) {
        const written = fieldsOf(shape).map((field) => camelCase(field.name));
        expect([name, new Set(written).size]).toEqual([name, written.length]);
      }
    }
  });

  it("name a path in a body as users write it", () => {
    expect(argumentName(["root_pass"])).toBe("rootPass");
    expect(argumentName(["backups", "schedule", "day"])).toBe("backups.schedule.day");
    expect(argumentName(["interfaces", 0, "ipam_address"])).toBe("interfaces[0].ipamAddress");
    expect(argumentName(["authorized_keys", 12])).toBe("authorizedKeys[12]");
    expect(argumentName([0, "node_id"])).toBe("[0].nodeId");
    expect(argumentName([])).toBe("");
  });
});

describe("a user's value", () => {
  it("gets the contract's names, including those in nested objects and arrays", () => {
    const written = {
      ...{ region: "r1", type: "t1", rootPass: "secret-1", authorizedKeys: ["a_b"] },
      interfaces: [{ purpose: "vlan", ipamAddress: "10.0.0.1/24" }, { label: "ipam_address" }],
    };
    expect(toContract(instanceCreate, written)).toEqual({
      ...{ region: "r1", type: "t1", root_pass: "secret-1", authorized_keys: ["a_b"] },
      interfaces: [{ purpose: "vlan", ipam_address: "10.0.0.1/24" }, { label: "ipam_address" }],
    });
    expect(toContract(instanceUpdate, { watchdogEnabled: false, alerts: { networkIn: 5 } })).toEqual({
      ...{ watchdog_enabled: false, alerts: { network_in: 5 } },
    });
  });

  it("keeps its names if the shape has no fields", () => {
    const written = {
      stackscriptData: { rootPass: 1, db_name: "x", nested: [{ ipamAddress: null }] },
      interfaces: [{ subnetId: 3, ip_ranges: [{ fromIp: "x" }] }],
      unknownField: { rootPass: "x" },
    };
    expect(toContract(instanceCreate, written)).toEqual({
      stackscript_data: written.stackscriptData,
      interfaces: written.interfaces,
      unknownField: written.unknownField,
    });
  });

  it("stays as it is if it does not match the shape", () => {
    for (const value of [null, undefined, "text", 7, [1]])
      expect(toContract(instanceCreate, value)).toBe(value);
    expect(toContract(instanceCreate, { interfaces: "public", rootPass: undefined })).toEqual({
      ...{ interfaces: "public", root_pass: undefined },
    });
    expect(toContract(instanceUpdate, { alerts: [1], backups: { schedule: null } })).toEqual({
      ...{ alerts: [1], backups: { schedule: null } },
    });
  });

  it("is not modified: converting returns a new object", () => {
    const written = Object.freeze({ rootPass: "x", interfaces: Object.freeze([{ ipamAddress: "y" }]) });
    toContract(instanceCreate, written);
    expect(written).toEqual({ rootPass: "x", interfaces: [{ ipamAddress: "y" }] });
  });
});

describe("a response for users", () => {
  const response = {
    ...{ id: 1, label: "web", last_seen: 5, watchdog_enabled: true, alerts: { network_in: 10, new_one: 1 } },
    ...{ backups: { enabled: false, schedule: { day: null } }, ipv4: ["192.0.2.1"] },
  };

  it("has names in camelCase, including those in nested objects", () => {
    expect(fromContract(instance, response)).toMatchObject({
      ...{ id: 1, label: "web", watchdogEnabled: true, alerts: { networkIn: 10 }, ipv4: ["192.0.2.1"] },
      backups: { enabled: false, schedule: { day: null } },
    });
  });

  it("has exactly the fields of the shape, with null for missing ones", () => {
    const read = fromContract(instance, response);
    expect(isRecord(read) ? Object.keys(read) : []).toEqual(
      fieldsOf(instance).map((field) => camelCase(field.name)),
    );
    expect(read).toMatchObject({
      ...{ image: null, specs: null, tags: null },
      ...{ backups: { lastSuccessful: null, schedule: { window: null } }, alerts: { cpu: null } },
    });
    expect(JSON.stringify(read)).not.toMatch(/last_?seen|new_?one/i);
  });

  it("has converted items in arrays", () => {
    const read = fromContract(backups, { automatic: [{ id: 4, disks: [{ size: 9 }] }], snapshot: {} });
    expect(read).toMatchObject({
      automatic: [{ id: 4, configs: null, disks: [{ filesystem: null, label: null, size: 9 }] }],
      snapshot: { current: null, inProgress: null },
    });
  });

  it("stays as it is if it does not match the shape", () => {
    expect(fromContract(event, null)).toBeNull();
    expect(fromContract(event, undefined)).toBeNull();
    expect(fromContract(event, "text")).toBe("text");
    expect(fromContract(backups, { automatic: "none" })).toEqual({ automatic: "none", snapshot: null });
  });
});

describe("converting to a user's names and back", () => {
  it.each(allOperations.map(({ name, operation }) => [name, operation.response] as const))(
    "returns the original response of %s",
    (_, response) => {
      // A missing field becomes null, and is not converted back to missing.
      const property = fc.property(valuesOf(response, "present"), (value) => {
        expect(toContract(response, fromContract(response, value))).toEqual(value);
      });
      fc.assert(property, { numRuns: 50, seed: 7 });
    },
  );
});
