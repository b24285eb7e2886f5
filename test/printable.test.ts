import { printable, printableJson, printableText } from "../src/printable";

const start = "\u001b";

it.each([
  ["a color", `${start}[31mred${start}[0m`, "red"],
  ["a link", `${start}]8;;http://example.com\u0007text${start}]8;;\u0007`, "text"],
  ["an escape that strips to an escape", `${start}${start}[31m[2J`, "\\u001b[2J"],
  ["a title", `${start}]0;title`, expect.not.stringContaining(start)],
  ["a bell", "ding\u0007", "ding\\u0007"],
  ["an 8-bit escape", "\u009b31m", expect.not.stringContaining("\u009b")],
  ["a return", "100%\rover", "100%\\u000dover"],
  ["a turn of the reading direction", "a\u202eb", "a\\u202eb"],
  ["a zero-width space and a byte order mark", "a\u200bb\ufeff", "a\\u200bb\\ufeff"],
  ["a letter without a shape outside the first plane", "a\u{e0041}", "a\\udb40\\udc41"],
  ["a tab", "a\tb", "a    b"],
  ["an emoji of several", "👩\u200d💻", "👩\u200d💻"],
  ["words in any language", "größer 日本 👍", "größer 日本 👍"],
])("what a terminal sees of %s", (_, text, seen) => {
  expect(printable(text)).toEqual(seen);
});

it("lines stay lines, and a return in the middle of one is spelled out", () => {
  expect(printableText("one\r\ntwo\rthree\n")).toBe("one\ntwo\\u000dthree\n");
});

it("JSON stays valid, means the same, and keeps its lines", () => {
  const value = { "key\u009b\u202e": [`${start}[2J\r\n\u2028`, "\u200d\u{e0041}", "größer 日本 👍"] };
  const json = printableJson(JSON.stringify(value, undefined, 2));
  expect(JSON.parse(json)).toEqual(value);
  expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]/u);
  expect(json).toContain("größer 日本 👍");
  expect(json.split("\n")).toHaveLength(7);
});
