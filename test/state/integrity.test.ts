import { findViolation, newResource, type ResourceState, sortByReferences } from "../../src/state";

const urnOf = (type: string, name: string) => `urn:pulumi:dev::project::${type}::${name}`;
const resource = (type: string, name: string, more: Partial<ResourceState>): ResourceState => ({
  ...newResource({ urn: urnOf(type, name), type, custom: true }),
  id: name,
  ...more,
});

it("places a resource after its provider although that has been replaced", () => {
  const type = "pulumi:providers:pulumi-nodejs";
  const current = resource(type, "account", { id: "new" });
  const replaced = resource(type, "account", { id: "old", delete: true });
  const user = resource("a:b:C", "user", { provider: `${replaced.urn}::old` });
  const sorted = sortByReferences([current, user, replaced]);
  expect(sorted).toEqual([current, replaced, user]);
  expect(findViolation(sorted)).toBeUndefined();
});
