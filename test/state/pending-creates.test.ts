import { describeOpenCreates } from "../../src/state";

const pending = (name: string, type = "creating") => ({ type, resource: { urn: name } });
const named = (names: string) =>
  `The creates of these resources are unresolved: ${names}. The records that a run needs to search for their objects belong to this backend. Run \`nodecloud recover\` before you move the stack to another one.`;

describe("an exported state", () => {
  it.each([
    [{}, undefined],
    [{ deployment: {} }, undefined],
    [{ deployment: { resources: [{ urn: "a", id: "1" }, { urn: "b" }] } }, undefined],
    [{ deployment: { pending_operations: [pending("a", "updating")] } }, undefined],
    [
      {
        deployment: {
          pending_operations: [pending("a")],
          resources: [{ urn: "b", id: "unresolved-x" }],
        },
      },
      named("a, b"),
    ],
    [
      { deployment: { pending_operations: [..."abcde"].map((name) => pending(name)) } },
      named("a, b, c, d, e"),
    ],
    [
      { deployment: { pending_operations: [..."abcdef"].map((name) => pending(name)) } },
      named("a, b, c, d, e and 1 more"),
    ],
  ])("names the creates whose results are not known: %j", (state, expected) => {
    expect(describeOpenCreates(state)).toBe(expected);
  });
});
