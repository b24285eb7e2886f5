import { z } from "zod";
import { VirtualClock } from "../../../src/clock";
import { createClaims } from "../../../src/lifecycle/identity/claims";
import { prepareInputs } from "../../../src/lifecycle/operations/prepare-inputs";
import { generateLabel, isGeneratedLabel } from "../../../src/lifecycle/values/labels";
import { instanceDefinition } from "../../../src/resources/instance.lifecycle";
import { instanceBody } from "../../../src/resources/instance.rules";

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
    const label = generateLabel(name, new VirtualClock(), undefined);
    expect(label).toMatch(pattern);
    expect(label.length).toBeLessThanOrEqual(64);
  });

  it.each([
    ["web", z.string().max(32), /^web-[a-z0-9]{7}$/],
    ["x".repeat(100), z.string().max(32), /^x{24}-[a-z0-9]{7}$/],
    ["x".repeat(100), z.string().min(1).max(32).nullable().exactOptional(), /^x{24}-[a-z0-9]{7}$/],
    [`${"x".repeat(23)}-yz`, z.string().max(32), /^x{23}-[a-z0-9]{7}$/],
    ["x".repeat(100), z.string().max(512), /^x{56}-[a-z0-9]{7}$/],
    ["x".repeat(100), z.string(), /^x{56}-[a-z0-9]{7}$/],
    ["日本", z.string().max(10), /^un-[a-z0-9]{7}$/],
    ["web", z.string().max(9), /^w-[a-z0-9]{7}$/],
    ["web", z.string().max(8), /^[a-z0-9]{7}$/],
    ["web", z.string().max(7), /^[a-z0-9]{7}$/],
  ])("for %j is at most as long as its shape allows", (name, shape, pattern) => {
    expect(generateLabel(name, new VirtualClock(), shape)).toMatch(pattern);
  });

  it("is at most as long as the shape of the class's argument allows", () => {
    const services = { clock: new VirtualClock(), claims: createClaims() } as never;
    const labelOf = (definition: typeof instanceDefinition) => {
      const origin = { project: "shop", stack: "dev", type: "Instance", name: "x".repeat(100) };
      return prepareInputs(definition, {}, { origin }, services).label;
    };
    const body = instanceBody.extend({ label: z.string().max(32).exactOptional() });
    expect(labelOf({ ...instanceDefinition, body })).toMatch(/^x{24}-/);
    expect(labelOf(instanceDefinition)).toMatch(/^x{56}-/);
  });

  it("is different each time", () => {
    const clock = new VirtualClock();
    expect(new Set(Array.from({ length: 1000 }, () => generateLabel("web", clock, undefined))).size).toBe(
      1000,
    );
  });

  it.each([
    ["web-2uf2it8", true],
    ["WEB-2UF2IT8", true],
    ["web-2uf2it9", false],
  ])("is recognized in whatever case a service stores it: %s", (label, isSame) => {
    expect(isGeneratedLabel(label, "Web-2uf2it8")).toBe(isSame);
  });
});
