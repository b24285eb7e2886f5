import fc from "fast-check";
import { Expression, literal, textLiteral } from "../../src/program-text";

/** The value of a literal, as a program reads it. */
function evaluate(code: string): unknown {
  return new Function(`"use strict"; return (${code});`)();
}

describe("a literal", () => {
  it("has the value that it was written from, whatever that is", () => {
    fc.assert(
      fc.property(fc.json({ depthSize: "medium" }), fc.nat(90), (json, column) => {
        const value: unknown = JSON.parse(json);
        expect(evaluate(literal(value, "  ", column))).toEqual(value);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        expect(evaluate(textLiteral(text))).toBe(text);
      }),
    );
  });

  it.each([
    ["quotes and backslashes", `say "hi" \\ 'there'`, `"say \\"hi\\" \\\\ 'there'"`],
    ["what would be a template", `\`\${process.exit()}\``, `"\`\${process.exit()}\`"`],
    ["line breaks of every kind", "a\nb\r\u2028\u2029\u0085", '"a\\nb\\r\\u2028\\u2029\\u0085"'],
    ["characters that change the reading direction", "a\u202eb\u2066c", '"a\\u202eb\\u2066c"'],
    [
      "invisible characters",
      "a\u200bb\u3164\ufeff\u00a0\u{e0041}",
      '"a\\u200bb\\u3164\\ufeff\\u00a0\\udb40\\udc41"',
    ],
    ["half a surrogate pair", "a\ud800", '"a\\ud800"'],
    ["a terminal's escape sequence", "\u001b[31m", '"\\u001b[31m"'],
    ["letters of every language, and plain spaces", "Grüße, 名前 🦊", '"Grüße, 名前 🦊"'],
  ])("escapes %s", (_, text, code) => {
    expect(textLiteral(text)).toBe(code);
  });

  it("quotes only the names that need it, and sets no prototype", () => {
    const value = JSON.parse('{"cpu":1,"net-in":2,"__proto__":{"a":1}}') as unknown;
    const code = literal(value);
    expect(code).toBe('{ cpu: 1, "net-in": 2, ["__proto__"]: { a: 1 } }');
    expect(Object.keys(evaluate(code) as object)).toEqual(["cpu", "net-in", "__proto__"]);
  });

  it("writes expressions as they are and leaves out what is undefined", () => {
    expect(literal({ image: new Expression("golden.imageId"), tags: undefined })).toBe(
      "{ image: golden.imageId }",
    );
    expect(literal(undefined)).toBe("undefined");
  });

  it("breaks only what does not fit on a line of 110 characters", () => {
    const word = "x".repeat(48);
    expect(literal([word, word])).toBe(`["${word}", "${word}"]`);
    expect(literal([word, word], "", 4)).toBe(`["${word}", "${word}"]`);
    expect(literal([word, word], "  ", 6)).toBe(`[\n    "${word}",\n    "${word}",\n  ]`);
    expect(literal([])).toBe("[]");
    expect(literal({})).toBe("{}");
  });
});
