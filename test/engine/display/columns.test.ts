import { columnsOf, truncate } from "../../../src/engine/display/columns";
import { Secret } from "../../../src/state";
import { thing, World } from "../world";
import { show } from "./show";

const start = "\u001b";

it("truncates a string by the columns that it takes", () => {
  expect(columnsOf("日本 👍 é")).toBe(9);
  expect(truncate("日本語", 5)).toBe("日本…");
  expect(truncate("日本語", 6)).toBe("日本語");
});

it("prints no control character from a program or provider in any mode", async () => {
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
    // The live tree itself uses two sequences: cursor up, and clear below.
    const moves = new RegExp(`${start}\\[\\d+A${start}\\[J|\\n`, "g");
    const live = show(all, "live", { detail }).replaceAll(moves, "");
    expect(live).toContain("warned");
    expect(live).not.toMatch(acting);
  }
});
