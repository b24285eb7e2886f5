import { type Interrupts, listenForInterrupts } from "../../../src/engine/run/interrupts";

let interrupts: Interrupts;
let reported: string[];
beforeEach(() => {
  reported = [];
  interrupts = listenForInterrupts((message) => reported.push(message));
});
afterEach(() => interrupts.close());

const send = (signal: NodeJS.Signals) => process.emit(signal, signal);
const aborted = () => ({ cancel: interrupts.cancel.aborted, stop: interrupts.stop.aborted });

it.each([
  ["SIGINT", "Press Ctrl-C again"],
  ["SIGTERM", "Send SIGTERM again"],
  ["SIGHUP", "Send SIGTERM again"],
] as const)("a run finishes its steps after the first %s", (signal, again) => {
  expect(aborted()).toEqual({ cancel: false, stop: false });
  send(signal);
  expect(aborted()).toEqual({ cancel: true, stop: false });
  expect(reported).toEqual([`Stopping after the steps in progress. ${again} to stop immediately.`]);
});

it.each([
  ["SIGINT", "SIGINT"],
  ["SIGHUP", "SIGTERM"],
] as const)("a run stops immediately after %s and %s", (first, second) => {
  send(first);
  send(second);
  send(second);
  expect(aborted()).toEqual({ cancel: true, stop: true });
  expect(reported).toHaveLength(2);
});

it.each(["SIGINT", "SIGHUP"] as const)("a run still finishes its steps after %s and SIGHUP", (first) => {
  send(first);
  send("SIGHUP");
  expect(aborted()).toEqual({ cancel: true, stop: false });
  expect(reported).toHaveLength(1);
});

it("listens to no signal when it is closed", () => {
  interrupts.close();
  const kept = () => undefined;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, kept);
    send(signal);
    process.off(signal, kept);
  }
  expect(aborted()).toEqual({ cancel: false, stop: false });
});
