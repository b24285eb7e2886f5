import { VirtualClock } from "../../src/clock";
import { generateLabel, isGeneratedLabel } from "../../src/lifecycle/labels";

describe("a generated label", () => {
  it.each([
    ["web", /^web-[a-z0-9]{7}$/],
    ["my web/server_1", /^my-web-server-1-[a-z0-9]{7}$/],
    ["a, b", /^a-b-[a-z0-9]{7}$/],
    ["--a--", /^a-[a-z0-9]{7}$/],
    ["日本", /^unnamed-[a-z0-9]{7}$/],
    ["x".repeat(100), /^x{56}-[a-z0-9]{7}$/],
    [`${"x".repeat(55)}-yz`, /^x{55}-[a-z0-9]{7}$/],
  ])("for %j has 3 to 64 letters, digits and single dashes", (name, pattern) => {
    const label = generateLabel(name, new VirtualClock());
    expect(label).toMatch(pattern);
    expect(label.length).toBeLessThanOrEqual(64);
  });

  it("is different each time", () => {
    const clock = new VirtualClock();
    expect(new Set(Array.from({ length: 1000 }, () => generateLabel("web", clock))).size).toBe(1000);
  });

  it.each([
    ["web-2uf2it8", true],
    ["WEB-2UF2IT8", true],
    ["web-2uf2it9", false],
  ])("is recognized in whatever case a service stores it: %s", (label, isSame) => {
    expect(isGeneratedLabel(label, "Web-2uf2it8")).toBe(isSame);
  });
});
