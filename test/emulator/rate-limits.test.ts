import { defaultSettings, wellKnownTokens } from "../../src/emulator";
import { RateLimits } from "../../src/emulator/http/rate-limits";
import { errorReasons, newInstance, startService } from "./service";

test("the eleventh create within thirty seconds is rejected with a time to retry", async () => {
  const service = startService({ settings: { rateLimits: "usual" } });
  for (let left = 9; left >= 0; left--) {
    const reply = await service.post("/acme/instances", newInstance);
    expect([reply.status, reply.headers.get("X-RateLimit-Remaining")]).toEqual([200, String(left)]);
  }
  await service.advanceSeconds(12);
  const refusal = await service.post("/acme/instances", newInstance);
  expect([refusal.status, errorReasons(refusal)]).toEqual([429, { "": "Too many requests" }]);
  expect(refusal.headers.get("X-RateLimit-Limit")).toBe("10");
  expect(refusal.headers.get("Retry-After")).toBe("18");
  expect(Number(refusal.headers.get("X-RateLimit-Reset")) * 1000).toBe(service.clock.now() + 18_000);
  expect(Date.parse(refusal.headers.get("Date") ?? "")).toBe(service.clock.now());
  expect((await service.get("/acme/instances")).status).toBe(200);
  await service.advanceSeconds(18);
  expect((await service.post("/acme/instances", newInstance)).status).toBe(200);
});

test("each token has its own limits", async () => {
  const service = startService({ settings: { rateLimits: "tight" } });
  const statuses = async (token: string) => {
    const seen: number[] = [];
    for (let index = 0; index < 21; index++)
      seen.push((await service.get("/acme/instances", { token })).status);
    return seen.filter((status) => status === 429).length;
  };
  expect(await statuses(wellKnownTokens.full)).toBe(1);
  expect(await statuses(wellKnownTokens.readOnly)).toBe(1);
});

test("the emulator's speed does not change the limits", async () => {
  const service = startService({ settings: { rateLimits: "tight" }, speed: 1000 });
  await service.post("/acme/instances", newInstance);
  await service.post("/acme/instances", newInstance);
  await service.advanceSeconds(1);
  expect((await service.post("/acme/instances", newInstance)).status).toBe(429);
});

test("without limits there are no headers", async () => {
  const { get } = startService({ settings: { rateLimits: "off" } });
  const { headers } = await get("/regions");
  expect([headers.get("X-RateLimit-Limit"), headers.get("Retry-After")]).toEqual([null, null]);
});

test("a window does not stay open when the clock is set back", () => {
  let now = 1_000_000;
  const limits = new RateLimits(() => now);
  const call = () => limits.count({ ...defaultSettings, rateLimits: "tight" }, "instances.create", "token");
  expect([call(), call(), call()].map(({ error }) => error?.kind)).toEqual([
    undefined,
    undefined,
    "rateLimit",
  ]);
  now -= 1;
  const { headers, error } = call();
  expect([error, headers.get("Retry-After")]).toEqual([undefined, "31"]);
});

test("at most ten thousand windows are counted at once", () => {
  const limits = new RateLimits(() => 0);
  const left = (token: string) =>
    limits.count(defaultSettings, "regions.list", token).headers.get("X-RateLimit-Remaining");
  expect([left("first"), left("first")]).toEqual(["1599", "1598"]);
  for (let index = 1; index < 10_000; index++) left(`unknown-${index}`);
  expect(left("first")).toBe("1597");
  left("one-more");
  expect(left("first")).toBe("1599");
});
