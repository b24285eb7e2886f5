import { MessageReader } from "./http-message";

/** The messages that a reader has found after each of these pieces. */
function read(pieces: readonly string[], hasEnded = false) {
  const reader = new MessageReader();
  return pieces.map((piece, index) => {
    reader.push(Buffer.from(piece));
    if (hasEnded && index === pieces.length - 1) reader.end();
    const found = [];
    for (let message = reader.next(); message; message = reader.next()) {
      found.push(`${message.startLine} | ${message.body}${message.isLast ? " | last" : ""}`);
    }
    return found;
  });
}

const get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n";
const ok = "HTTP/1.1 200 OK";

it.each([
  ["a request without a body", [get], [["GET /a HTTP/1.1 | "]]],
  ["a head in two pieces", [get.slice(0, 20), get.slice(20)], [[], ["GET /a HTTP/1.1 | "]]],
  ["two messages in one piece", [get + get], [["GET /a HTTP/1.1 | ", "GET /a HTTP/1.1 | "]]],
  [
    "a body of a given length in two pieces",
    [`${ok}\r\nContent-Length: 4\r\n\r\nab`, `cd${ok}`],
    [[], [`${ok} | abcd`]],
  ],
  [
    "a chunked body, with the sizes in hexadecimal",
    [`${ok}\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r`, "\n0\r\n\r", "\n"],
    [[], [], [`${ok} | a\r\n0123456789\r\n0\r\n\r\n`]],
  ],
  [
    "a response without a body, before the next one",
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"],
    [["HTTP/1.1 100 Continue | ", "HTTP/1.1 204 No Content | "]],
  ],
  [
    "a response that announces the end",
    [`${ok}\r\nconnection: CLOSE\r\ncontent-length: 0\r\n\r\n`],
    [[`${ok} |  | last`]],
  ],
])("divides %s", (_, pieces, messages) => {
  expect(read(pieces)).toEqual(messages);
});

it("ends a response without a length where the connection ends", () => {
  expect(read([`${ok}\r\n\r\nab`, "c"])).toEqual([[], []]);
  expect(read([`${ok}\r\n\r\nab`, "c"], true)).toEqual([[], [`${ok} | abc | last`]]);
});
