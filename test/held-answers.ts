import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { PublishedResponse } from "../src/emulator/http/published-responses";
import type * as AnswerDifference from "./answer-difference";

/** Every answer that an emulator makes in any test is held to the contract: what differs fails the test. */
const differences: string[] = [];

/** As `responseChannel` says; tests without an emulator do not load one for it. */
const responseChannel = "pulumi-nodecloud:emulator:answer";

// The contract is loaded by the first answer, for the same reason.
const load = (): typeof AnswerDifference => require("./answer-difference");

function hold(message: unknown): void {
  const difference = load().differenceOf(message as PublishedResponse);
  if (difference !== undefined) differences.push(difference);
}

beforeAll(() => subscribe(responseChannel, hold));
afterEach(() => expect(differences.splice(0)).toEqual([]));
afterAll(() => {
  unsubscribe(responseChannel, hold);
  expect(differences.splice(0)).toEqual([]);
});
