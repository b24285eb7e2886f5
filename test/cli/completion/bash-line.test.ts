import { bashReplies, parseBashLine } from "../../../src/cli/completion/bash-line";

const breaks = " \t\n\"'><=;|&(:";

it.each([
  ["nodecloud up", ["nodecloud"], "up", ""],
  ["nodecloud  up ", ["nodecloud", "up"], "", ""],
  ["nodecloud --stack=de", ["nodecloud"], "--stack=de", "--stack="],
  ["nodecloud urn:a::b", ["nodecloud"], "urn:a::b", "urn:a::"],
  ["nodecloud urn\\:a", ["nodecloud"], "urn:a", ""],
  ["nodecloud 'two words' x", ["nodecloud", "two words"], "x", ""],
  ['nodecloud "" x', ["nodecloud", ""], "x", ""],
  ["nodecloud two\\ wo", ["nodecloud"], "two wo", ""],
  ['nodecloud --target="urn:a', ["nodecloud"], "--target=urn:a", "--target="],
  ["nodecloud 'it'\\''s", ["nodecloud"], "it's", "it'"],
  ['nodecloud "a \\"b\\" \\c', ["nodecloud"], 'a "b" \\c', ""],
  ["nodecloud 'a \\", ["nodecloud"], "a \\", ""],
])("splits %j as bash does", (line, words, current, kept) => {
  expect(parseBashLine(line, breaks)).toMatchObject({ words, current, kept });
});

it.each([
  ["n ", ["it's", "a b", "$(x)", "`x`", "ä-1", "a;b", "!x"]],
  ["n 'i", ["it's"]],
  ['n "a', ['a"b', "a$(x)", "a`x`", "a\\b", "a!b"]],
  ["n --s=", ["--s=x y"]],
])("quotes what completes %j, so that it is the same word", (line, candidates) => {
  const parsed = parseBashLine(line, breaks);
  const replies = bashReplies(parsed, candidates);
  expect(replies).toHaveLength(candidates.length);
  const start = line.slice(0, line.length - (parsed.current.length - parsed.kept.length));
  const read = replies.map((reply) => parseBashLine(`${start}${reply}${parsed.quote} `, breaks).words.at(-1));
  expect(read).toEqual(candidates);
});

it("keeps bash from expanding the history inside double quotes", () => {
  expect(bashReplies(parseBashLine('n "a', breaks), ["a!b"])).toEqual(['a"\\!"b']);
});

it("completes with what begins with the current word only", () => {
  expect(bashReplies(parseBashLine("n urn:b", breaks), ["urn:a", "urn:bc", "x"])).toEqual(["bc"]);
});
