import type { Fields } from "../../../src/lifecycle";
import { IgnoredChanges, withoutIgnored } from "../../../src/lifecycle/values/ignored-changes";

interface Inputs {
  readonly label?: string;
  readonly tags?: readonly unknown[];
  readonly alerts?: unknown;
}
type Live = Required<Inputs>;

const fields: Fields<Inputs, Live, "settings"> = {
  label: { change: { inPlace: "settings" }, live: ({ label }) => label },
  tags: { change: { inPlace: "settings" }, live: ({ tags }) => tags },
  alerts: { change: { inPlace: "settings" }, live: ({ alerts }) => alerts },
};
const declared: Inputs = { label: "web", tags: ["a", "b"], alerts: { cpu: 1, io: 2 } };
const live: Live = { label: "db", tags: ["x", "b"], alerts: { cpu: 8, io: 9, net: 3 } };

/** The declared values to compare with the live ones. */
const compared = (paths: unknown, values = declared, actual: Live | undefined = live) =>
  withoutIgnored(fields, values, new IgnoredChanges({ ignoreChanges: paths }), actual);

describe("the arguments to compare", () => {
  it.each<[unknown, object]>([
    [undefined, declared],
    [[], declared],
    [["label"], { tags: declared.tags, alerts: declared.alerts }],
    [["*"], {}],
    [["unknown", "unknown.part", "label.part"], declared],
    [["alerts.cpu"], { ...declared, alerts: { cpu: 8, io: 2 } }],
    [['alerts["cpu"]', '["alerts"].io'], { ...declared, alerts: { cpu: 8, io: 9 } }],
    [["alerts.*"], { ...declared, alerts: { cpu: 8, io: 9 } }],
    [["*.cpu"], { ...declared, alerts: { cpu: 8, io: 2 } }],
    [["alerts.net"], declared],
    [["tags[*]"], { ...declared, tags: ["x", "b"] }],
    [["tags[5]"], declared],
    [["tags.a"], declared],
  ])("omit the arguments that %j ignores, or have their live values", (paths, expected) => {
    expect(compared(paths)).toEqual(expected);
  });

  it("are the declared ones if there is no live object", () => {
    expect(
      withoutIgnored(fields, declared, new IgnoredChanges({ ignoreChanges: ["alerts.cpu"] }), undefined),
    ).toEqual(declared);
  });

  it.each<[string, readonly unknown[], readonly unknown[], readonly unknown[]]>([
    ["is another one that is not declared", ["a", "b"], ["x", "b"], ["b", "x"]],
    ["is listed elsewhere", ["a", "b"], ["b", "a"], ["b", "a"]],
    ["no longer exists", ["a", "b"], ["b"], ["b"]],
  ])("have an ignored item's live value when it %s", (_, tags, actual, expected) => {
    expect(compared(["tags[0]"], { tags }, { ...live, tags: actual })).toEqual({ tags: expected });
  });

  it("have the live value of a part of one item, or of each", () => {
    const tags = [
      { key: 1, value: 2 },
      { key: 3, value: 4 },
    ];
    const actual = {
      ...live,
      tags: [
        { key: 9, value: 9 },
        { key: 8, value: 8 },
      ],
    };
    expect(compared(["tags[1].key"], { tags }, actual)).toEqual({ tags: [tags[0], { key: 8, value: 4 }] });
    expect(compared(["tags[*].key"], { tags }, actual)).toEqual({
      tags: [
        { key: 9, value: 2 },
        { key: 8, value: 4 },
      ],
    });
  });
});
