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
  ["SIGHUP", 129],
] as const)("aborts the command on the first %s, with exit code %i", (signal, exitCode) => {
  process.emit(signal);
  expect(interruption).toMatchObject({ exitCode, signal: { aborted: true } });
  expect(exits).toEqual([]);
});

it.each([
  ["SIGINT", "SIGINT", 130],
  ["SIGINT", "SIGTERM", 143],
  ["SIGTERM", "SIGINT", 130],
  ["SIGHUP", "SIGTERM", 143],
] as const)("ends the process when %s is followed by %s, with exit code %i", (first, second, exitCode) => {
  process.emit(first);
  process.emit(second);
  expect(exits).toEqual([[exitCode]]);
});

it.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
] as const)("continues after %s when SIGHUP follows, as from a closed terminal", (first, exitCode) => {
  process.emit(first);
  process.emit("SIGHUP");
  expect(exits).toEqual([]);
  expect(interruption.exitCode).toBe(exitCode);
});

it("is interrupted by a prompt once, and keeps the exit code of an earlier signal", () => {
  interruption.interrupt();
  expect(interruption).toMatchObject({ exitCode: 130, signal: { aborted: true } });
  process.emit("SIGHUP");
  interruption.interrupt();
  expect({ exits, exitCode: interruption.exitCode }).toEqual({ exits: [], exitCode: 130 });
});

it("no longer listens once it is closed", () => {
  const listeners = () => ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => process.listenerCount(signal));
  const listening = listeners();
  interruption.close();
  expect(listeners()).toEqual(listening.map((count) => count - 1));
  process.emit("SIGINT");
  expect(interruption.exitCode).toBeUndefined();
});
