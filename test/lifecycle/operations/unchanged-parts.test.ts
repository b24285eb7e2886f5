import { operations } from "../../../src/contract";
import { unchangedParts } from "../../../src/lifecycle";

const { body } = operations.instances.update;

it("returns the parts of an object that an update accepts", () => {
  const live = { id: 1, label: "web", tags: ["a"], watchdog_enabled: true, alerts: { cpu: 90, io: 1000 } };
  const { id: _, ...accepted } = live;
  expect(unchangedParts(body, live)).toEqual(accepted);
});

it.each([
  ["null", { label: null }, {}],
  ["a value outside the bounds", { label: "x".repeat(65), group: "shop" }, { group: "shop" }],
  ["a part of another type", { alerts: { cpu: "high", io: 1000 } }, { alerts: { io: 1000 } }],
  ["an unknown part", { alerts: { cpu: 90, disk: 80 } }, { alerts: { cpu: 90 } }],
  ["an object without accepted parts", { alerts: { cpu: null }, group: "shop" }, { group: "shop" }],
  ["another type instead of an object", { alerts: "none" }, {}],
])("leaves out %s", (_, live, accepted) => {
  expect(unchangedParts(body, live)).toEqual(accepted);
});
