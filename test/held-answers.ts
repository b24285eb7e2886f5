import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { PublishedAnswer } from "../src/emulator/http/answers";
import type * as AnswerDifference from "./answer-difference";

/** Every answer that an emulator makes in any test is held to the contract: what differs fails the test. */
const differences: string[] = [];

/** As `answerChannel` says; tests without an emulator do not load one for it. */
const answerChannel = "pulumi-nodecloud:emulator:answer";

// The contract is loaded by the first answer, for the same reason.
const load = (): typeof AnswerDifference => require("./answer-difference");

function hold(message: unknown): void {
  const difference = load().differenceOf(message as PublishedAnswer);
  if (difference !== undefined) differences.push(difference);
}

beforeAll(() => subscribe(answerChannel, hold));
afterEach(() => expect(differences.splice(0)).toEqual([]));
afterAll(() => {
  unsubscribe(answerChannel, hold);
  expect(differences.splice(0)).toEqual([]);
});
