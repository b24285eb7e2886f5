import { type Interruption, listenForInterruption } from "../../src/cli/interruption";

let interruption: Interruption;
let exits: readonly unknown[];
beforeEach(() => {
  const exit = jest.spyOn(process, "exit").mockReturnValue(undefined as never);
  exits = exit.mock.calls;
  interruption = listenForInterruption();
});
afterEach(() => {
  interruption.close();
  jest.restoreAllMocks();
});

it("does nothing without a signal", () => {
  expect(interruption).toMatchObject({ exitCode: undefined, signal: { aborted: false } });
});

it.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("aborts the command on the first %s, with exit code %i", (signal, exitCode) => {
  process.emit(signal);
  expect(interruption).toMatchObject({ exitCode, signal: { aborted: true } });
  expect(exits).toEqual([]);
});

it.each([
  ["SIGINT", "SIGINT", 130],
  ["SIGINT", "SIGTERM", 143],
  ["SIGTERM", "SIGINT", 130],
] as const)("ends the process when %s is followed by %s, with exit code %i", (first, second, exitCode) => {
  process.emit(first);
  process.emit(second);
  expect(exits).toEqual([[exitCode]]);
});

it("no longer listens once it is closed", () => {
  const listeners = () => process.listenerCount("SIGINT") + process.listenerCount("SIGTERM");
  const listening = listeners();
  interruption.close();
  expect(listeners()).toBe(listening - 2);
  process.emit("SIGINT");
  expect(interruption.exitCode).toBeUndefined();
});
