import { applyEdit, type StateEdit } from "../../src/state/edit-state";
import { buildDeletion, buildRenaming } from "../../src/state/state-edits";

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`;
const entry = (name: string, more = {}) => ({
  urn: urn(name),
  custom: true,
  type: "a:b:C",
  id: name,
  ...more,
});
const resourcesAfter = (resources: readonly object[], edit: StateEdit) =>
  applyEdit({ stack: "dev", deployment: { json: { resources }, salt: undefined } }, edit).resources;
const options = { all: false, force: false, targetDependents: true };

it("resources that depend on one of two resources with the same URN stay as long as either stays", () => {
  const base = entry("base");
  const old = entry("twice", { delete: true, id: "old", dependencies: [urn("base")] });
  const current = entry("twice", { id: "new" });
  const child = entry("child", { dependencies: [urn("twice")] });
  const deleted: string[] = [];
  const edit = buildDeletion([urn("base")], options, ({ state }) => deleted.push(state.id));
  expect(resourcesAfter([base, current, old, child], edit)).toEqual([current, child]);
  expect(deleted).toEqual(["base", "old"]);
});

it("an edit may not break a consistent state, but may repair a broken one in steps", () => {
  const base = entry("base");
  const child = entry("child", { dependencies: [urn("base")] });
  const withoutBase: StateEdit = (entries) => ({ resources: entries.slice(1).map(({ json }) => json) });
  expect(() => resourcesAfter([base, child], withoutBase)).toThrow(
    /would be inconsistent after this edit: .*child depends on .*base.*Nothing was changed/,
  );
  const lost = entry("lost", { dependencies: [urn("never")] });
  expect(resourcesAfter([base, lost], withoutBase)).toEqual([lost]);
});

it("an edit of a state without pending operations adds no list of them", () => {
  const after = applyEdit(
    { stack: "dev", deployment: { json: { resources: [entry("old")] }, salt: undefined } },
    buildRenaming(urn("old"), "new"),
  );
  expect(after).toEqual({ resources: [{ ...entry("old"), urn: urn("new") }] });
});
