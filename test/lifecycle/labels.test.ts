import { VirtualClock } from "../../src/clock";
import { generateLabel } from "../../src/lifecycle/labels";

describe("a generated label", () => {
  it.each([
    ["web", /^web-[A-Za-z0-9]{7}$/],
    ["my web/server_1", /^my-web-server-1-[A-Za-z0-9]{7}$/],
    ["a, b", /^a-b-[A-Za-z0-9]{7}$/],
    ["--a--", /^a-[A-Za-z0-9]{7}$/],
    ["日本", /^unnamed-[A-Za-z0-9]{7}$/],
    ["x".repeat(100), /^x{56}-[A-Za-z0-9]{7}$/],
    [`${"x".repeat(55)}-yz`, /^x{55}-[A-Za-z0-9]{7}$/],
  ])("for %j has 3 to 64 letters, digits and single dashes", (name, pattern) => {
    const label = generateLabel(name, new VirtualClock());
    expect(label).toMatch(pattern);
    expect(label.length).toBeLessThanOrEqual(64);
  });

  it("is different each time", () => {
    const clock = new VirtualClock();
    expect(new Set(Array.from({ length: 1000 }, () => generateLabel("web", clock))).size).toBe(1000);
  });
});
