import { PassThrough } from "node:stream";
import { VirtualClock } from "../../../src/clock";
import { createRenderer } from "../../../src/engine";

it("survives a reader that closes the output, with one listener for all renderers of an output", () => {
  const output = new PassThrough();
  const clock = new VirtualClock();
  for (let count = 0; count < 3; count++) createRenderer({ output, clock, mode: "plain", env: {} });
  expect(output.listenerCount("error")).toBe(1);
  expect(() => output.emit("error", new Error("EPIPE"))).not.toThrow();
});
