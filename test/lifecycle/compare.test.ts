import { compare, type Fields } from "../../src/lifecycle";

const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

interface Inputs {
  readonly size?: number;
  readonly secret?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly paid?: boolean;
  readonly note?: string;
}
interface Live {
  readonly size: number | null;
  readonly tags: readonly string[] | null;
  readonly paid: boolean;
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
};
const there: Live = { size: 1, tags: ["a"], paid: true };
const was: Inputs = { size: 1, secret: "s", tags: ["a"], paid: true, note: "n" };

/** What differs, as words. */
function differences(
  declared: Inputs,
  applied: Inputs | undefined,
  live: Live | undefined,
): Record<string, unknown> {
  const { replaced, changed, steps, recorded, unrepaired } = compare(fields, declared, applied, live);
  const all = { replaced, changed, steps, recorded, left: unrepaired.map(({ field }) => field) };
  return Object.fromEntries(Object.entries(all).filter(([, names]) => names.length > 0));
}

describe("comparing what is declared, applied and there", () => {
  it("only notes a value that is never given back on something that was adopted", () => {
    const { replaced, recorded, unapplied } = compare(
      fields,
      was,
      { ...was, secret: undefined },
      there,
      true,
    );
    expect({ replaced, recorded, unapplied }).toEqual({
      replaced: [],
      recorded: ["secret"],
      unapplied: ["secret"],
    });
  });

  it.each<[string, Inputs, Inputs | undefined, Live | undefined, Record<string, unknown>]>([
    ["nothing differs", was, was, there, {}],
    ["tags in another order and case", { ...was, tags: ["A", "a"] }, was, there, {}],
    [
      "the program changes in place",
      { ...was, tags: ["b"] },
      was,
      there,
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "somebody else changed in place",
      was,
      was,
      { ...there, tags: ["b"] },
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "somebody else emptied it",
      was,
      was,
      { ...there, tags: null },
      { changed: ["tags"], steps: ["settings"] },
    ],
    [
      "the program agrees with what is there",
      { ...was, tags: ["b"] },
      was,
      { ...there, tags: ["b"] },
      { recorded: ["tags"] },
    ],
    ["the program changes what replaces", { ...was, size: 2 }, was, there, { replaced: ["size"] }],
    ["somebody else changed what replaces", was, was, { ...there, size: 2 }, { left: ["size"] }],
    [
      "the program agrees with a changed replacing value",
      { ...was, size: 2 },
      was,
      { ...there, size: 2 },
      { recorded: ["size"] },
    ],
    ["the service tells no replacing value", was, was, { ...there, size: null }, {}],
    [
      "a value that is never given back changes",
      { ...was, secret: "t" },
      was,
      there,
      { replaced: ["secret"] },
    ],
    [
      "a value that is never given back appears",
      was,
      { ...was, secret: undefined },
      there,
      { replaced: ["secret"] },
    ],
    ["nothing was ever applied", { secret: "t", note: "n" }, undefined, there, {}],
    [
      "a drift that putting back would destroy for",
      { ...was, paid: false },
      { ...was, paid: false },
      there,
      { left: ["paid"] },
    ],
    [
      "the program asks for what destroys",
      { ...was, paid: false },
      was,
      there,
      { changed: ["paid"], steps: ["billing"] },
    ],
    [
      "an argument is no longer declared",
      { ...was, tags: undefined },
      was,
      { ...there, tags: ["b"] },
      { recorded: ["tags"] },
    ],
    ["our own argument changes", { ...was, note: "m" }, was, there, { recorded: ["note"] }],
    [
      "a replacing value is not known yet",
      { ...was, size: unknownNumber() },
      was,
      there,
      { replaced: ["size"] },
    ],
    [
      "an in-place value is not known yet",
      { ...was, tags: [unknownText] },
      was,
      there,
      { changed: ["tags"], steps: ["settings"] },
    ],
  ])("%s", (_, declared, applied, live, expected) => {
    expect(differences(declared, applied, live)).toEqual(expected);
  });
});

/** Unknowns arrive as a text whatever the argument's type. */
function unknownNumber(): number {
  const value: unknown = unknownText;
  return value as number;
}
