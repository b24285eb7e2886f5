import type { Channel } from "node:diagnostics_channel";
import type { PublishedResponse } from "../src/emulator/http/published-responses";
import type * as ResponseDifference from "./response-difference";

/** Checks every response of an emulator in any test against the contract. A difference fails the test. */
const differences: string[] = [];

const { responseChannel }: { responseChannel: Channel } = require("./shared-modules.cjs");

// The contract is loaded by the first response, for the same reason.
const loadContract = (): typeof ResponseDifference => require("./response-difference");

function checkResponse(message: unknown): void {
  const difference = loadContract().findDifference(message as PublishedResponse);
  if (difference !== undefined) differences.push(difference);
}

beforeAll(() => responseChannel.subscribe(checkResponse));
afterEach(() => expect(differences.splice(0)).toEqual([]));
afterAll(() => {
  responseChannel.unsubscribe(checkResponse);
  expect(differences.splice(0)).toEqual([]);
});
