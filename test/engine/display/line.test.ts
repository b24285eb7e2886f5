import { type Color, line, renderLine } from "../../../src/engine/display/line";

it.each<[Color, string]>([
  ["red", "31"],
  ["green", "32"],
  ["yellow", "33"],
  ["magenta", "35"],
  ["cyan", "36"],
  ["dim", "2"],
])("prints a %s part between the terminal's code for it and the one that resets it", (color, code) => {
  expect(renderLine(line("updated", color), { color: true })).toBe(`\u001b[${code}mupdated\u001b[0m`);
  expect(renderLine(line("updated", color), { color: false })).toBe("updated");
});

it.each([true, false])("prints no spaces at the end of a line (color: %j)", (color) => {
  const parts = [{ text: "web " }, { text: "  ", color: "red" as const }];
  expect(renderLine(parts, { color })).toBe("web");
});
