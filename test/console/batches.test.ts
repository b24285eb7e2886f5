import { BatchReader } from "../../src/console/model/batches";
import { batch } from "./builders";

const eventOf = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;

it("puts batches together from whatever parts of the stream arrive", () => {
  const batches = [batch({ brand: "acme" }), batch({ problem: 'line\n\nbreaks and "quotes"' }), batch()];
  const text = batches.map(eventOf).join("");
  for (const length of [1, 7, text.length]) {
    const reader = new BatchReader();
    const read = [];
    for (let at = 0; at < text.length; at += length) read.push(...reader.take(text.slice(at, at + length)));
    expect(read).toEqual(batches);
  }
});

it.each([
  ["another kind of event", "event: ping\n\n"],
  ["no JSON", "data: <html>\n\n"],
  ["no clock", eventOf({ rows: [] })],
  ["rows that are not a list", eventOf({ ...batch(), rows: {} })],
])("rejects %s", (_, text) => {
  expect(() => new BatchReader().take(text)).toThrow();
});
