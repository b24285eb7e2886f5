import { findViolation, newResource, type ResourceState, sortByReferences } from "../../src/state";

const urnOf = (name: string) => `urn:pulumi:dev::shop::t:t:T::${name}`;
const resource = (name: string, more: Partial<ResourceState> = {}): ResourceState => ({
  ...newResource({ urn: urnOf(name), type: "t:t:T", custom: true }),
  id: name,
  ...more,
});
const original = resource("a", { id: "original", delete: true });
const user = resource("user", { dependencies: [urnOf("a")] });

describe("a state", () => {
  it("may contain a resource and, in any order, its originals that wait for their deletion", () => {
    const other = resource("a", { id: "other", delete: true });
    for (const resources of [
      [resource("a"), original, other],
      [original, resource("a"), other],
      [original, other, resource("a")],
    ])
      expect(findViolation(resources)).toBeUndefined();
    expect(findViolation([resource("a"), original, resource("a")])).toBe(`${urnOf("a")} is listed twice`);
  });

  it("is sorted so that a resource comes after those that it depends on, and originals stay where they are", () => {
    const idsOf = (resources: readonly ResourceState[]) => sortByReferences(resources).map(({ id }) => id);
    expect(idsOf([user, resource("a"), original])).toEqual(["a", "user", "original"]);
    expect(idsOf([user, original])).toEqual(["original", "user"]);
    const originalUser = { ...user, id: "original user", delete: true };
    expect(idsOf([originalUser, resource("a"), original])).toEqual(["a", "original", "original user"]);
  });

  it("is sorted so that a resource comes after its provider although that has been replaced", () => {
    const type = "pulumi:providers:pulumi-nodejs";
    const current = resource("account", { type, id: "new" });
    const replaced = resource("account", { type, id: "old", delete: true });
    const member = resource("user", { provider: `${replaced.urn}::old` });
    const sorted = sortByReferences([current, member, replaced]);
    expect(sorted).toEqual([current, replaced, member]);
    expect(findViolation(sorted)).toBeUndefined();
  });
});
