import { shorten } from "../../../src/drift/formats/shorten";

test.each([
  ["a text of the allowed length", "abcde", "abcde"],
  ["a longer one", "abcdef", "abcde… (1 more characters)"],
  ["one that would be cut within a character", "abcd👩f", "abcd… (3 more characters)"],
])("shortens %s", (_, text, expected) => {
  expect(shorten(text, 5)).toBe(expected);
});
