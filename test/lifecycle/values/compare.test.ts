import { compare, type Fields } from "../../../src/lifecycle";

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Inputs {
  readonly size?: number;
  readonly secret?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly paid?: boolean;
  readonly note?: string;
  readonly zone?: string;
  readonly watched?: boolean;
  readonly title?: string;
  readonly alerts?: { readonly cpu?: number; readonly io?: number };
}
interface Live {
  readonly size: number | null;
  readonly tags: readonly string[] | null;
  readonly paid: boolean;
  readonly title?: string | null;
  readonly alerts?: { readonly cpu?: number; readonly io?: number };
}

const fields: Fields<Inputs, Live, "settings" | "billing"> = {
  size: { change: "replace", live: (thing) => thing.size },
  secret: { change: "replace", secret: true },
  tags: { change: { inPlace: "settings" }, equality: "tags", live: (thing) => thing.tags },
  paid: {
    change: { inPlace: "billing", repairsDrift: (wanted) => wanted },
    live: (thing) => thing.paid,
  },
  note: { change: "record" },
  zone: { change: "replace", default: "a" },
  watched: { change: { inPlace: "settings" }, default: true },
  title: { change: { inPlace: "settings" }, live: (thing) => thing.title, nullable: true },
  alerts: {
    change: { inPlace: "settings" },
    default: {},
    equality: "declared parts",
    live: (thing) => thing.alerts,
  },
};
const live: Live = { size: 1, tags: ["a"], paid: true };
const applied: Inputs = { size: 1, secret: "s", tags: ["a"], paid: true, note: "n" };

/** The result of a comparison, without empty lists. */
function differences(
  declared: Inputs,
  applied: Inputs | undefined,
  live: Live | undefined,
): Record<string, unknown> {
  const { unrepaired, ...comparison } = compare(fields, declared, applied, live);
  const lists = { ...comparison, left: unrepaired.map(({ field }) => field) };
  return Object.fromEntries(Object.entries(lists).filter(([, names]) => names.length > 0));
}

describe("comparing declared, applied and live values", () => {
  it("replaces an adopted object for a field that is newly declared with a value other than the live one", () => {
    const { size: _, ...adopted } = applied;
    const { replaced, recorded } = compare(fields, { ...adopted, size: 2 }, adopted, live, true);
    expect({ replaced, recorded }).toEqual({ replaced: ["size"], recorded: [] });
  });

  it("takes a value that the service never returns as set if nothing is known to be applied", () => {
    expect(differences({ watched: false }, undefined, live)).toEqual({});
    expect(differences({ alerts: { cpu: 90 } }, undefined, live)).toEqual({
      changed: ["alerts"],
      steps: ["settings"],
    });
  });

  it("only records a value that is not known yet and that the service never returns if the object was adopted", () => {
    const { secret: _, ...adopted } = applied;
    const { replaced, recorded } = compare(fields, { ...adopted, secret: unknownText }, adopted, live, true);
    expect({ replaced, recorded }).toEqual({ replaced: [], recorded: ["secret"] });
  });

  it("only records a value that the service never returns if the object was adopted", () => {
    const { replaced, recorded, unapplied } = compare(
      fields,
      applied,
      { ...applied, secret: undefined },
      live,
      true,
    );
    expect({ replaced, recorded, unapplied }).toEqual({
      replaced: [],
      recorded: ["secret"],
      unapplied: ["secret"],
    });
  });

  it("asks for a proof that the object has a value only if the object was read", () => {
    const provable: Fields<{ readonly address?: string }, { readonly addresses: readonly string[] }, never> =
      {
        address: { change: "replace", provesMatch: (wanted, { addresses }) => addresses.includes(wanted) },
      };
    const replacedFor = (live: { readonly addresses: readonly string[] } | undefined) =>
      compare(provable, { address: "10.0.0.2" }, { address: "10.0.0.1" }, live).replaced;
    expect(replacedFor({ addresses: ["10.0.0.2"] })).toEqual([]);
    expect(replacedFor({ addresses: ["10.0.0.1"] })).toEqual(["address"]);
    expect(replacedFor(undefined)).toEqual(["address"]);
  });

  it.each<[string, Inputs, object]>([
    ["another create-only value", { zone: "b" }, { recorded: ["zone"], unapplied: ["zone"] }],
    ["the default of a create-only value", { zone: "a" }, { recorded: ["zone"], unapplied: ["zone"] }],
    ["the default of an in-place value", { watched: true }, { recorded: [], changed: [] }],
    ["another in-place value", { watched: false }, { recorded: [], changed: ["watched"] }],
  ])("does not know which defaults an adopted object was created with: %s", (_, declared, expected) => {
    expect(compare(fields, declared, {}, live, true)).toMatchObject({ ...expected, replaced: [] });
  });

  it.each<[string, Inputs, Inputs | undefined, Live | undefined, Record<string, unknown>]>([
    ["the defaults are declared", { ...applied, zone: "a", watched: true }, applied, live, {}],
    ["a value other than the default is declared", { zone: "b" }, {}, live, { replaced: ["zone"] }],
    ["a create-only value is no longer declared", { ...applied, secret: undefined }, applied, live, {}],
    ["nothing differs", applied, applied, live, {}],
    ["tags in another order and case", { ...applied, tags: ["A", "a"] }, applied, live, {}],
    [
      "the program changes in place",
      { ...applied, tags: ["b"] },
      applied,
      live,
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "somebody else changed in place",
      applied,
      applied,
      { ...live, tags: ["b"] },
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "somebody else emptied a value that an object may lack",
      { ...applied, title: "t" },
      { ...applied, title: "t" },
      { ...live, title: null },
      { changed: ["title"], steps: ["settings"] },
    ],
    ["the service shows null where every object has a value", applied, applied, { ...live, tags: null }, {}],
    [
      "the service shows nothing, and the program changes the value",
      { ...applied, tags: ["b"] },
      applied,
      { ...live, tags: null },
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "the service shows nothing where nothing was applied yet",
      { tags: ["b"] },
      undefined,
      { ...live, tags: null },
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "the service shows only the parts of a value that are as they were applied",
      { ...applied, alerts: { cpu: 1, io: 2 } },
      { ...applied, alerts: { cpu: 1, io: 2 } },
      { ...live, alerts: { cpu: 1 } },
      {},
    ],
    [
      "the service shows only a part of a value that somebody else changed",
      { ...applied, alerts: { cpu: 1, io: 2 } },
      { ...applied, alerts: { cpu: 1, io: 2 } },
      { ...live, alerts: { cpu: 7 } },
      { changed: ["alerts"], steps: ["settings"] },
    ],
    [
      "the program changes the part of a value that the service does not show",
      { ...applied, alerts: { cpu: 1, io: 3 } },
      { ...applied, alerts: { cpu: 1, io: 2 } },
      { ...live, alerts: { cpu: 1 } },
      { changed: ["alerts"], steps: ["settings"] },
    ],
    [
      "the program now declares the live value",
      { ...applied, tags: ["b"] },
      applied,
      { ...live, tags: ["b"] },
      { recorded: ["tags"], unconfirmed: ["tags"], steps: ["settings"] },
    ],
    ["the program changes a replacing value", { ...applied, size: 2 }, applied, live, { replaced: ["size"] }],
    ["somebody else changed a replacing value", applied, applied, { ...live, size: 2 }, { left: ["size"] }],
    [
      "the program now declares a replacing value that somebody else changed",
      { ...applied, size: 2 },
      applied,
      { ...live, size: 2 },
      { recorded: ["size"] },
    ],
    ["the service returns no replacing value", applied, applied, { ...live, size: null }, {}],
    [
      "a value that the service never returns changes",
      { ...applied, secret: "t" },
      applied,
      live,
      { replaced: ["secret"] },
    ],
    [
      "a value that the service never returns is added",
      applied,
      { ...applied, secret: undefined },
      live,
      { replaced: ["secret"] },
    ],
    ["no applied values are known", { secret: "t", note: "n" }, undefined, live, {}],
    [
      "repairing the drift would destroy something",
      { ...applied, paid: false },
      { ...applied, paid: false },
      live,
      { left: ["paid"] },
    ],
    [
      "the program declares a change that destroys something",
      { ...applied, paid: false },
      applied,
      live,
      { changed: ["paid"], steps: ["billing"] },
    ],
    [
      "an argument is no longer declared",
      { ...applied, tags: undefined },
      applied,
      { ...live, tags: ["b"] },
      { recorded: ["tags"] },
    ],
    [
      "an argument that is only recorded changes",
      { ...applied, note: "m" },
      applied,
      live,
      { recorded: ["note"] },
    ],
    [
      "a replacing value is unknown",
      { ...applied, size: unknownNumber() },
      applied,
      live,
      { replaced: ["size"] },
    ],
    [
      "an in-place value is unknown",
      { ...applied, tags: [unknownText] },
      applied,
      live,
      { changed: ["tags"], steps: ["settings"] },
    ],
  ])("%s", (_, declared, applied, live, expected) => {
    expect(differences(declared, applied, live)).toEqual(expected);
  });
});

/** Providers receive unknown values as strings, whatever the argument's type. */
function unknownNumber(): number {
  const value: unknown = unknownText;
  return value as number;
}
