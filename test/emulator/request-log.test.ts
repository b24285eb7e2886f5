import { RequestLog } from "../../src/emulator/http/request-log";
import { startService } from "./service";

const call = {
  time: "2022-03-21T09:00:00.000Z",
  method: "GET",
  path: "/v4/regions",
  operation: "regions.list",
  status: null,
  token: null,
  body: null,
  faults: [],
  carriedOut: false,
};
const megabyte = 2 ** 20;
const numbersIn = (log: RequestLog) => log.all().map(({ number }) => number);

describe("the request log", () => {
  test("drops the oldest entries above 100,000", () => {
    const log = new RequestLog();
    for (let index = 0; index < 100_002; index++) log.add(call);
    expect(log.all()).toHaveLength(100_000);
    expect(numbersIn(log)[0]).toBe(3);
    log.update(1, { status: 200 });
    log.update(100_002, { status: 404 });
    expect(log.all()).toHaveLength(100_000);
    expect(log.all().at(-1)).toEqual({ ...call, number: 100_002, status: 404 });
  });

  test.each([
    ["paths", (log: RequestLog) => void log.add({ ...call, path: "x".repeat(megabyte) })],
    ["bodies", (log: RequestLog) => log.update(log.add(call), { body: "x".repeat(megabyte) })],
  ])("drops the oldest entries when their %s take more than 32 MiB", (_, add) => {
    const log = new RequestLog();
    for (let index = 0; index < 40; index++) add(log);
    expect(numbersIn(log)).toEqual(Array.from({ length: 31 }, (_, index) => index + 10));
  });

  test("counts the size of the last body of an entry", () => {
    const log = new RequestLog();
    const first = log.add({ ...call, body: "x".repeat(31 * megabyte) });
    log.update(first, { body: "short" });
    log.add({ ...call, body: "x".repeat(31 * megabyte) });
    expect(numbersIn(log)).toEqual([1, 2]);
  });

  test("has its whole capacity again after it was cleared", () => {
    const log = new RequestLog();
    for (let index = 0; index < 31; index++) log.add({ ...call, path: "x".repeat(megabyte) });
    log.clear();
    for (let index = 0; index < 31; index++) log.add({ ...call, path: "x".repeat(megabyte) });
    expect(log.all()).toHaveLength(31);
  });
});

test("keeps its size when a caller sends many large bodies", async () => {
  const { control, put } = startService();
  for (let index = 0; index < 40; index++) {
    await put("/account", { company: "x".repeat(900_000) });
  }
  const length = JSON.stringify(control.requests()).length;
  expect(length).toBeGreaterThan(20 * megabyte);
  expect(length).toBeLessThan(33 * megabyte);
});
