import { objectsLabeled } from "../../../src/lifecycle/objects/labeled-objects";

interface Thing {
  readonly label: string;
}

const named = (label: string): Thing => ({ label });

it("objects count as labeled if they have the label now, whatever a list shows", async () => {
  const viewed: string[] = [];
  const now = new Map([
    ["kept", named("mine")],
    ["renamed", named("other")],
  ]);
  const labeled = await objectsLabeled<Thing>("mine", {
    labelOf: ({ label }) => label,
    list: async () =>
      new Map([
        ["kept", named("mine")],
        ["different", named("yours")],
        ["renamed", named("mine")],
        ["deleted", named("mine")],
      ]),
    view: async (id) => {
      viewed.push(id);
      return now.get(id);
    },
  });
  expect([...labeled]).toEqual([["kept", { label: "mine" }]]);
  expect(viewed).toEqual(["kept", "renamed", "deleted"]);
});
