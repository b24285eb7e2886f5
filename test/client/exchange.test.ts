import { exchange, failureCodes } from "../../src/client/exchange";
import { AdjustableClock } from "./adjustable-clock";

const request = {
  method: "GET",
  url: "https://service.test/v4",
  headers: {},
  freshConnection: false,
} as const;

describe("the timeout of a request", () => {
  it.each([-3_600_000, 0])("does not depend on a clock that is set back by %i ms", async (adjustment) => {
    const clock = new AdjustableClock();
    const timeouts = { connectTimeout: 10_000, responseTimeout: 60_000 };
    let code: string | undefined;
    exchange(() => new Promise(() => undefined), request, { clock, ...timeouts }).catch((error: Error) => {
      code = error.message;
    });
    await clock.advance(30_000);
    clock.adjustment = adjustment;
    await clock.advance(29_999);
    expect(code).toBeUndefined();
    await clock.advance(1);
    expect(code).toBe(failureCodes.responseTimeout);
  });
});
