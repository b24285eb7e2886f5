import { columnsOf, cut, printable } from "../../../src/engine/display/printable";
import { Secret } from "../../../src/state";
import { thing, World } from "../world";
import { show } from "./show";

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
  ["a tab", "a\tb", "a    b"],
  ["words in any language", "größer 日本 👍", "größer 日本 👍"],
])("what a terminal sees of %s", (_, text, seen) => {
  expect(printable(text)).toEqual(seen);
});

it("a text is cut by the columns that it takes", () => {
  expect(columnsOf("日本 👍 é")).toBe(9);
  expect(cut("日本語", 5)).toBe("日本…");
  expect(cut("日本語", 6)).toBe("日本語");
});

it("nothing that a program or a provider says reaches a terminal as a control character, in any form", async () => {
  const nasty = `${start}[2J${start}]0;x\u0007\u009b1m\r\u202e`;
  const world = new World();
  const program =
    (label: string): Parameters<World["up"]>[0] =>
    async (register, { log }) => {
      const first = await register(thing(`a${nasty}`, { [`key${nasty}`]: `${label}\n${nasty}`, label }));
      log("warning", `warned ${nasty}`, first.urn);
      log("info", nasty);
      await register({ type: `my:index:Group${nasty}`, name: "group", custom: false, parent: first.urn });
      return { [`out${nasty}`]: { [nasty]: nasty, secret: new Secret(nasty) } };
    };
  await world.up(program("x"));
  const preview = await world.run("preview", program("y"));
  world.onUpdate = async () => {
    throw new Error(`broken ${nasty}`);
  };
  const { events } = await world.up(program("y"));
  const all = [...preview.events, ...events];
  const acting = /[\p{Cc}\p{Bidi_Control}]/u;
  for (const detail of [true, false]) {
    for (const mode of ["plain", "json"] as const) {
      expect(show(all, mode, { detail }).replaceAll("\n", "")).not.toMatch(acting);
    }
    // A live tree moves the cursor itself: up, and clear below.
    const moves = new RegExp(`${start}\\[\\d+A${start}\\[J|\\n`, "g");
    const live = show(all, "live", { detail }).replaceAll(moves, "");
    expect(live).toContain("warned");
    expect(live).not.toMatch(acting);
  }
});
