import { Journal } from "../../src/emulator/http/journal";
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
const numbersOf = (journal: Journal) => journal.all().map(({ number }) => number);

describe("the journal of calls", () => {
  test("forgets the oldest of more than 100,000", () => {
    const journal = new Journal();
    for (let index = 0; index < 100_002; index++) journal.begin(call);
    expect(journal.all()).toHaveLength(100_000);
    expect(numbersOf(journal)[0]).toBe(3);
    journal.note(1, { status: 200 });
    journal.note(100_002, { status: 404 });
    expect(journal.all()).toHaveLength(100_000);
    expect(journal.all().at(-1)).toEqual({ ...call, number: 100_002, status: 404 });
  });

  test.each([
    ["paths", (journal: Journal) => void journal.begin({ ...call, path: "x".repeat(megabyte) })],
    ["bodies", (journal: Journal) => journal.note(journal.begin(call), { body: "x".repeat(megabyte) })],
  ])("forgets the oldest when their %s take more than 32 MiB", (_, add) => {
    const journal = new Journal();
    for (let index = 0; index < 40; index++) add(journal);
    expect(numbersOf(journal)).toEqual(Array.from({ length: 31 }, (_, index) => index + 10));
  });

  test("counts a body as it was noted last", () => {
    const journal = new Journal();
    const first = journal.begin({ ...call, body: "x".repeat(31 * megabyte) });
    journal.note(first, { body: "short" });
    journal.begin({ ...call, body: "x".repeat(31 * megabyte) });
    expect(numbersOf(journal)).toEqual([1, 2]);
  });

  test("has room again when it was cleared", () => {
    const journal = new Journal();
    for (let index = 0; index < 31; index++) journal.begin({ ...call, path: "x".repeat(megabyte) });
    journal.clear();
    for (let index = 0; index < 31; index++) journal.begin({ ...call, path: "x".repeat(megabyte) });
    expect(journal.all()).toHaveLength(31);
  });
});

test("a caller who sends long bodies for long makes the emulator remember no more", async () => {
  const { control, put } = startService();
  for (let index = 0; index < 40; index++) {
    await put("/account", { company: "x".repeat(900_000) });
  }
  const length = JSON.stringify(control.requests()).length;
  expect(length).toBeGreaterThan(20 * megabyte);
  expect(length).toBeLessThan(33 * megabyte);
});
