import { assert, property, string } from "fast-check";
import { literalGlob, matchesGlob } from "../../../src/drift/ignore/glob";

describe("a pattern", () => {
  it.each([
    ["web", "web", true],
    ["web", "web-1", false],
    ["web", "a-web", false],
    ["web", "WEB", false],
    ["web*", "web", true],
    ["web*", "web-12", true],
    ["*web", "my web", true],
    ["*", "", true],
    ["*", "line\nbreak", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c-b", false],
    ["*ab", "aab", true],
    ["w?b", "web", true],
    ["w?b", "wb", false],
    ["w??", "web1", false],
    ["?", "👩", true],
    ["?", "", false],
    ["\\*", "*", true],
    ["\\*", "x", false],
    ["\\?\\\\", "?\\", true],
    ["\\web", "web", true],
    ["a\\", "a\\", true],
    ["[a-z]+.$", "[a-z]+.$", true],
    ["[a-z]", "b", false],
    ["", "", true],
    ["", "a", false],
  ])("%j against %j is %s", (pattern, text, expected) => {
    expect(matchesGlob(pattern, text)).toBe(expected);
  });

  it("does not take exponential time", () => {
    expect(matchesGlob("*a".repeat(200).concat("b"), "a".repeat(4000))).toBe(false);
  });
});

describe("a string as a pattern", () => {
  it("matches itself and no other string", () => {
    const text = string({ unit: "binary" });
    const starry = string({ unit: "grapheme-ascii" }).map((one) => one.replace(/[a-m]/g, "*"));
    for (const arbitrary of [text, starry]) {
      assert(
        property(arbitrary, arbitrary, (one, other) => {
          expect(matchesGlob(literalGlob(one), one)).toBe(true);
          expect(matchesGlob(literalGlob(one), other)).toBe(one === other);
        }),
      );
    }
  });
});
