import { inspect } from "node:util";
import * as fc from "fast-check";
import { Redactor } from "../../src/redaction";

const redactorOf = (...secrets: string[]) => {
  const redactor = new Redactor("[secret]");
  for (const secret of secrets) redactor.add(secret);
  return (text: string) => redactor.redact(text);
};

const secret = `it's "q\\uoted"\n\`\${x}\`\té😀 100% +/=`;

describe("replaces a secret that Node.js has encoded", () => {
  const redact = redactorOf(secret);
  const json = JSON.stringify(secret);
  const asciiOnly = json.replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const bytes = Buffer.from(secret);
  it.each([
    ["as it is", secret],
    ["in JSON", json],
    [
      "in JSON of ASCII characters only",
      asciiOnly.replace(/[\ud800-\udfff]/g, (u) => `\\u${u.charCodeAt(0).toString(16)}`),
    ],
    ["in JSON in JSON", JSON.stringify({ body: JSON.stringify({ deep: secret }) })],
    ["in JSON three times", JSON.stringify(JSON.stringify(json))],
    ["inspected", inspect({ password: secret })],
    ["inspected in narrow lines", inspect({ password: secret }, { breakLength: 8, compact: false })],
    ["its JSON inspected", inspect({ body: JSON.stringify({ password: secret }) })],
    ["inspected and put into JSON", JSON.stringify(inspect([secret, secret]))],
    ["percent-encoded", `https://x/?q=${encodeURIComponent(secret)}&r=1`],
    ["percent-encoded twice", encodeURIComponent(encodeURIComponent(secret))],
    [
      "percent-encoded in lower case",
      encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ["in a query", new URLSearchParams({ q: secret }).toString()],
    ["in JSON in a query", new URLSearchParams({ q: json }).toString()],
    ["in base64", bytes.toString("base64")],
    ["in base64url", bytes.toString("base64url")],
    ["its JSON in base64", Buffer.from(JSON.stringify({ a: secret })).toString("base64")],
    ["in base64 of several lines", bytes.toString("base64").replace(/.{24}/g, "$&\n")],
    [
      "in base64 of several lines in JSON",
      JSON.stringify(bytes.toString("base64").replace(/.{24}/g, "$&\n")),
    ],
    ["in hexadecimal", bytes.toString("hex")],
    ["in upper case hexadecimal", bytes.toString("hex").toUpperCase()],
    ["as an inspected buffer", inspect(bytes)],
    ["as a buffer in JSON", JSON.stringify(bytes)],
    ["as an inspected array of bytes", inspect(new Uint8Array(bytes), { maxArrayLength: null })],
  ])("%s", (_, text) => {
    const redacted = redact(`before ${text} after`);
    expect(redacted).toMatch(/^before .*\[secret\].* after$/s);
    for (const part of ["uoted", "100", bytes.toString("base64").slice(4, 12), "75 6f 74", "117,111"]) {
      expect(redacted.replaceAll("[secret]", "")).not.toContain(part);
    }
  });

  it.each([0, 1, 2, 3, 4])("in base64, %p bytes after the start of the encoded string", (before) => {
    for (const after of ["", "x", "xy", "xyz"]) {
      const text = Buffer.from(`${"a".repeat(before)}hunter2-canary${after}`).toString("base64");
      const redacted = redactorOf("hunter2-canary")(`Basic ${text}.`);
      expect(redacted).toMatch(/^Basic [A-Za-z0-9]{0,6}\[secret\][A-Za-z0-9=]{0,6}\.$/);
      const left = redacted.replace("Basic ", "").split("[secret]");
      expect(Buffer.from(left[0] ?? "", "base64").toString()).toMatch(/^a*$/);
    }
  });
});

it("replaces encoded secrets right after characters that could belong to the encoding", () => {
  const redact = redactorOf("hunter2-canary");
  const encoded = Buffer.from("hunter2-canary");
  for (const before of ["/", "a/", "ab/", "abc/"]) {
    expect(redact(`${before}${encoded.toString("base64")}`)).toMatch(/\[secret\]=*$/);
    expect(redact(`${before.replace("/", "0")}${encoded.toString("hex")}`)).toMatch(/\[secret\]$/);
  }
});

it("keeps the bytes in decimal before and after a secret", () => {
  const bytes = [...Buffer.from("hunter2-canary")].join(", ");
  expect(redactorOf("hunter2-canary")(`sent [ 1, 22, ${bytes}, 33, 4 ]`)).toBe(
    "sent [ 1, 22, [secret], 33, 4 ]",
  );
});

it("replaces any secret in any combination of encodings", () => {
  const encodings: readonly ((text: string) => string)[] = [
    (text) => JSON.stringify(text),
    (text) => inspect(text),
    (text) => inspect({ text }),
    (text) => encodeURIComponent(text),
  ];
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 6, maxLength: 40 }).filter((text) => text.trim().length > 5),
      fc.array(fc.nat(encodings.length - 1), { maxLength: 3 }),
      (secret, chosen) => {
        const text = chosen.reduce((inner, at) => encodings[at]?.(inner) ?? inner, secret);
        expect(redactorOf(secret)(text)).toContain("[secret]");
      },
    ),
    { numRuns: 500 },
  );
});

it("keeps the text around a secret, including characters of several bytes", () => {
  expect(redactorOf("hunter2")("é😀 hunter2 é hunter2😀!")).toBe("é😀 [secret] é [secret]😀!");
  expect(redactorOf("né😀é")("é né😀é é")).toBe("é [secret] é");
  expect(redactorOf("abc", "abcdef")("abcdef abc abcd")).toBe("[secret] [secret] [secret]d");
  expect(redactorOf("abcd", "cdef")("abcdef")).toBe("[secret]");
  expect(redactorOf("ends in \\")(JSON.stringify({ a: "ends in \\", b: 1 }))).toMatch(
    /^\{"a":"\[secret\]\\*","b":1\}$/,
  );
  expect(redactorOf('a "b" %')('"a \\"b\\" %cafe"')).toBe('"[secret]cafe"');
  expect(redactorOf("token")("C:\\token")).toBe("C:\\[secret]");
});

it.each([
  ["5500 0055 5555 5559 was rejected", "[secret] was rejected"],
  ["card 5500-0055-5555-5559: no", "card [secret]: no"],
  ["3782 822463 10005", "[secret]"],
  ["6304 0000 0000 0000 123", "[secret]"],
  // The digits of the date contain those of the code, but are not a card's.
  ["at 2026-11-26 10:00:00", "at 2026-11-26 10:00:00"],
])("replaces the number of a card in groups: %s", (text, expected) => {
  const redactor = new Redactor("[secret]");
  for (const secret of ["5500005555555559", "378282246310005", "6304000000000000123", "112"])
    redactor.add(secret);
  expect(redactor.redact(text)).toBe(expected);
});

it("returns a string without a secret unchanged", () => {
  const text = 'GET /v4/instances?page=2 {"a":"b\\n\\u00e9"} aGVsbG8gd29ybGQ= 100% 1,2,3,4 deadbeef';
  expect(redactorOf("hunter2-canary", "123")(text)).toBe(text);
  expect(new Redactor("[secret]").redact(text)).toBe(text);
  expect(redactorOf("ab", "")("ab cd")).toBe("ab cd");
});

it("replaces long fragments of a long secret: lines, truncated copies, lines of base64", () => {
  const key = Array.from({ length: 12 }, (_, at) => `line-${at}-${"abcdefghij".repeat(5).slice(at)}`).join(
    "\n",
  );
  const redact = redactorOf(key);
  for (const line of key.split("\n")) expect(redact(`| ${line}`)).toBe("| [secret]");
  expect(redact(key.slice(30, 200))).toBe("[secret]");
  expect(redact(`${key.slice(0, 50)}...`)).toBe("[secret]...");
  expect(redact(inspect(Buffer.from(key)))).toMatch(/^<Buffer \[secret\] ... \d+ more bytes>$/);
  for (const line of Buffer.from(key).toString("base64").match(/.{64}/g) ?? []) {
    expect(redact(line)).toMatch(/^.{0,2}\[secret\].{0,2}$/);
  }
  expect(redact(key.slice(10, 32))).toBe(key.slice(10, 32));
  expect(redact(key.slice(10, 33))).toBe("[secret]");
  expect(redact("a short abcdefghij is not one")).toBe("a short abcdefghij is not one");
});

it("replaces a long secret that overlaps another one to its end", () => {
  const first = "0123456789-first-secret-of-forty-letters";
  expect(redactorOf(first, `${first.slice(10)}tail!`)(`<${first}tail!>`)).toBe("<[secret]>");
});

it("takes no longer for many secrets than for few", () => {
  const redactor = new Redactor("[secret]");
  for (let at = 0; at < 5000; at++) redactor.add(`token-${at}-${"x".repeat(at % 50)}`);
  const text = `${"a line of output that names nothing, /v4/instances?page=1\n".repeat(2000)}token-100-`;
  const start = performance.now();
  expect(redactor.redact(text).endsWith("[secret]")).toBe(true);
  // 120,000 characters take about 100 ms. One pass for each secret would take half a minute.
  expect(performance.now() - start).toBeLessThan(5000);
});

it("stays fast for repetitive strings and secrets", () => {
  const redactor = new Redactor("[secret]");
  redactor.add("a".repeat(4000));
  const start = performance.now();
  expect(redactor.redact("a".repeat(100_000))).toBe("[secret]");
  redactor.redact("\\".repeat(100_000));
  redactor.redact("%25".repeat(50_000));
  redactor.redact("1,".repeat(50_000));
  expect(performance.now() - start).toBeLessThan(10_000);
});
