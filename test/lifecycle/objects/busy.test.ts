import { NodecloudError } from "../../../src/client";
import { mayBeBusy } from "../../../src/lifecycle/objects/busy";

const facts = { code: "rejected", message: "Node busy.", status: 400 } as const;

it("an error may mean that the object is busy if it names no field and nothing was carried out", () => {
  expect(mayBeBusy(new NodecloudError(facts))).toBe(true);
  expect(mayBeBusy(new NodecloudError({ ...facts, status: 404 }))).toBe(false);
  expect(mayBeBusy(new NodecloudError({ ...facts, effect: "unknown" }))).toBe(false);
  const fieldErrors = [{ reason: "busy" }, { reason: "must be unique", field: "label" }];
  expect(mayBeBusy(new NodecloudError({ ...facts, fieldErrors }))).toBe(false);
  expect(mayBeBusy(new Error("Node busy."))).toBe(false);
});
