import type { CreateMatcher } from "../../../src/lifecycle";
import {
  isOtherObject,
  otherObjectError,
  type RecordedResult,
} from "../../../src/lifecycle/creates/is-other-object";

interface Thing {
  readonly created: string;
  readonly label: string;
}

const matcher: CreateMatcher<Partial<Thing>> = {
  labelOf: ({ label }) => label!,
  createdAt: ({ created }) => created!,
  matches: () => false,
  mayMatch: () => false,
  isBeingDeleted: () => false,
  deleteCall: "things delete",
};
const at = Date.parse("2026-11-23T07:00:00Z");
const minute = 60_000;

describe("an object with the id of a record", () => {
  const isOther = (recorded: Partial<RecordedResult>, live: Partial<Thing>, offset: number | undefined = 0) =>
    isOtherObject(matcher, live, { at, ...recorded }, { serverTime: { offset } });

  it.each([
    ["2026-11-23T07:00:03", "2026-11-23T07:00:01", false],
    ["2026-11-23T07:00:03", "2026-11-23T07:00:06", true],
    ["2026-11-23T07:00:03Z", "2026-11-23T08:00:03+01:00", false],
  ])("that was created %s is another one if it was created %s: %j", (created, now, expected) => {
    expect(isOther({ created }, { created: now })).toBe(expected);
  });

  it.each([
    [-5, 0, false],
    [-6, 0, true],
    [600, 0, false],
    [601, 0, true],
    [3600, 3_600_000, false],
    [0, 3_600_000, true],
    [-86_400, undefined, false],
    [-86_401, undefined, true],
    [86_400, undefined, false],
    [86_401, undefined, true],
  ])(
    "that was created %i s after the request, on a clock that is %j ms ahead: %j",
    (seconds, offset, expected) => {
      const live = { created: new Date(at + seconds * 1000).toISOString() };
      expect(isOtherObject(matcher, live, { at }, { serverTime: { offset } })).toBe(expected);
    },
  );

  it("is another one if it has no time and a label other than the generated one", () => {
    expect(isOther({ nonce: "web-1" }, { label: "db" })).toBe(true);
    expect(isOther({ nonce: "web-1" }, { label: "web-1" })).toBe(false);
    expect(isOther({ nonce: "web-1" }, { label: "WEB-1" })).toBe(false);
    expect(isOther({ nonce: "web-1" }, {})).toBe(false);
    expect(isOther({}, { label: "db" })).toBe(false);
    expect(isOther({ nonce: "web-1" }, { label: "db", created: new Date(at + minute).toISOString() })).toBe(
      false,
    );
  });
});

it("the error for another object says when both were created, as far as that is known", () => {
  const textOf = (recorded: Partial<RecordedResult>, live: Partial<Thing>) =>
    otherObjectError({ kind: "thing", matcher }, live, { id: "1", at, ...recorded }, "https://a/v4").message;
  expect(textOf({ created: "then" }, { created: "now" })).toContain(
    "was created then, and this one was created now.",
  );
  expect(textOf({}, {})).toContain(
    "was requested 2026-11-23T07:00:00.000Z, and this one was created at an unknown time.",
  );
});
