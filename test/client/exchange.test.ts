import { exchange, failureCodes } from "../../src/client/exchange";
import { AdjustableClock } from "./adjustable-clock";
import { fakeService } from "./fake-service";

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

describe("a transport", () => {
  it.each([
    undefined,
    null,
    200,
    {},
    { status: 200 },
    { status: 200, headers: {} },
    { status: "200", headers: {}, body: "" },
  ])(
    "that returns %j instead of a response fails, because the request may have been carried out",
    async (response) => {
      const service = fakeService([], { transport: async () => response as never });
      const error = await service.failure(service.client.instances.create({ region: "a", type: "b" }));
      expect(error).toMatchObject({ code: "connection", effect: "unknown" });
      expect(error.message).toContain("It may have been carried out.");
    },
  );
});
