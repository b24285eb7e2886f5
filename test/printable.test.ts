import { printable, printableJson, printableText } from "../src/printable";

const start = "\u001b";

it.each([
  ["a color", `${start}[31mred${start}[0m`, "red"],
  ["a link", `${start}]8;;http://example.com\u0007text${start}]8;;\u0007`, "text"],
  ["an escape that contains an escape", `${start}${start}[31m[2J`, "\\u001b[2J"],
  ["a title", `${start}]0;title`, expect.not.stringContaining(start)],
  ["a bell", "ding\u0007", "ding\\u0007"],
  ["an 8-bit escape", "\u009b31m", expect.not.stringContaining("\u009b")],
  ["a carriage return", "100%\rover", "100%\\u000dover"],
  ["a change of the reading direction", "a\u202eb", "a\\u202eb"],
  ["a zero-width space and a byte order mark", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
  ["an invisible character outside the basic plane", "a\u{e0041}", "a\\udb40\\udc41"],
  ["a tab", "a\tb", "a    b"],
  ["an emoji of several characters", "👩\u200d💻", "👩\u200d💻"],
  ["words in any language", "größer 日本 👍", "größer 日本 👍"],
])("makes %s safe to print", (_, text, seen) => {
  expect(printable(text)).toEqual(seen);
});

it("keeps line breaks and escapes a carriage return within a line", () => {
  expect(printableText("one\r\ntwo\rthree\n")).toBe("one\ntwo\\u000dthree\n");
});

it("keeps JSON valid, equal and in the same lines", () => {
  const value = { "key\u009b\u202e": [`${start}[2J\r\n\u2028`, "\u200d\u{e0041}", "größer 日本 👍"] };
  const json = printableJson(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u);
  expect(json).toContain("größer 日本 👍");
  expect(json.split("\n")).toHaveLength(7);
});
