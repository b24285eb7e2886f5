import { nameOf } from "../../../src/drift/formats/wording";

describe("the name of a resource", () => {
  const urn = "urn:pulumi:dev::shop::pulumi-nodejs:dynamic/nodecloud:Instance::web";

  it.each([
    ["its label and id", { label: "db", id: "5", urn }, "db (5)"],
    ["its name in the program without a label", { label: null, id: "5", urn }, "web (5)"],
    ["its name in the program with an empty label", { label: "", id: "5", urn }, "web (5)"],
    ["its id with neither", { label: "", id: "5", urn: null }, "5"],
    ["its label without an id", { label: "db", id: null, urn: null }, "db"],
    ["a word with nothing", { label: null, id: null, urn: null }, "unnamed"],
  ])("is %s", (_, resource, name) => {
    expect(nameOf(resource)).toBe(name);
  });
});
