import { editedDeployment, type StateEdit } from "../../src/state/edit-state";
import { deletion } from "../../src/state/state-edits";

const urn = (name: string) => `urn:pulumi:dev::shop::a:b:C::${name}`;
const entry = (name: string, more = {}) => ({
  urn: urn(name),
  custom: true,
  type: "a:b:C",
  id: name,
  ...more,
});
const after = (resources: readonly object[], edit: StateEdit) =>
  editedDeployment({ stack: "dev", deployment: { json: { resources }, salt: undefined } }, edit).resources;
const options = { all: false, force: false, targetDependents: true };

it("what needs one of two resources of a URN stays as long as either does", () => {
  const base = entry("base");
  const dying = entry("twice", { delete: true, id: "old", dependencies: [urn("base")] });
  const living = entry("twice", { id: "new" });
  const child = entry("child", { dependencies: [urn("twice")] });
  const forgotten: string[] = [];
  const edit = deletion([urn("base")], options, ({ state }) => forgotten.push(state.id));
  expect(after([base, living, dying, child], edit)).toEqual([living, child]);
  expect(forgotten).toEqual(["base", "old"]);
});

it("no edit may break a state that holds together, and one that was broken may be mended in steps", () => {
  const base = entry("base");
  const child = entry("child", { dependencies: [urn("base")] });
  const withoutBase: StateEdit = (entries) => ({ resources: entries.slice(1).map(({ json }) => json) });
  expect(() => after([base, child], withoutBase)).toThrow(
    /would be broken by this edit: .*child depends on .*base.*Nothing was changed/,
  );
  const lost = entry("lost", { dependencies: [urn("never")] });
  expect(after([base, lost], withoutBase)).toEqual([lost]);
});
