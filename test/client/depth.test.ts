import { isTextTooDeep, isTooDeep, maxDepth } from "../../src/client/depth";
import { anInstance, fakeService } from "./fake-service";

const open = "[".repeat(1_000_000);
const closed = `${"[".repeat(500_000)}${"]".repeat(500_000)}`;
const objects = `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`;
const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));

describe("a response that is nested too deeply", () => {
  it.each([
    ["unclosed lists", open],
    ["lists", closed],
    ["objects", objects],
    ["a field of an object", `{"id":7,"label":"web","more":${closed}}`],
    ["an item of a list", `{"data":[{"id":7,"more":${objects}}],"page":1,"pages":1,"results":1}`],
  ])("is unreadable, and the error names the reason: %s", async (_, body) => {
    const service = fakeService([{ body }]);
    const { instances } = service.client;
    for (const call of [() => instances.view({ instanceId: 7 }), () => instances.list()]) {
      const error = await service.failure(call());
      expect(error.code).toBe("unreadable");
      expect(error.message).toMatch(/its body is nested more than 200 levels deep/);
      expect(error.message.length).toBeLessThan(1000);
    }
  });

  it("leaves a create with an unknown effect", async () => {
    const service = fakeService([{ body: open }]);
    const error = await service.failure(service.client.instances.create({ region: "a", type: "b" }));
    expect(error).toMatchObject({ code: "unreadable", effect: "unknown" });
    expect(service.calls).toHaveLength(1);
  });

  it.each([400, 404, 500])("does not count as an error body with status %i", async (status) => {
    const service = fakeService([{ status, body: `{"errors":[{"reason":"x","more":${closed}}]}` }]);
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(error).toMatchObject({ status, hasErrorBody: false });
  });

  it("is accepted up to 200 levels", async () => {
    const more = nested(maxDepth - 1);
    const service = fakeService([{ json: { ...anInstance, more } }]);
    expect(await service.run(service.client.instances.view({ instanceId: 7 }))).toEqual({
      ...anInstance,
      more,
    });
    const deeper = fakeService([{ json: { ...anInstance, more: nested(maxDepth) } }]);
    expect((await deeper.failure(deeper.client.instances.view({ instanceId: 7 }))).code).toBe("unreadable");
  });

  it("is distinguished from brackets in strings", () => {
    expect(isTextTooDeep(JSON.stringify({ [open]: `"${open}\\"` }))).toBe(false);
    expect(isTextTooDeep(`${"[]".repeat(1_000)}`)).toBe(false);
    expect(isTextTooDeep(`["\\\\",${"[".repeat(maxDepth)}`)).toBe(true);
    expect(isTextTooDeep(`${'{"a":['.repeat(maxDepth / 2)}[`)).toBe(true);
  });
});

describe("arguments that are nested too deeply", () => {
  const withData = (stackscript_data: unknown): object => ({ region: "a", type: "b", stackscript_data });

  it("are refused, and nothing is sent", async () => {
    const service = fakeService([{ json: anInstance }]);
    const loop: unknown[] = [];
    loop.push(loop);
    for (const data of [{ a: nested(100_000) }, { a: loop }]) {
      const call: Promise<unknown> = Reflect.apply(service.client.instances.create, undefined, [
        withData(data),
      ]);
      const error = await service.failure(call);
      expect(error.code).toBe("input");
      expect(error.message).toMatch(/nested more than 200 levels deep/);
    }
    expect(service.calls).toEqual([]);
  });

  it("have the same maximum depth as responses", () => {
    expect(isTooDeep(nested(maxDepth))).toBe(false);
    expect(isTooDeep(nested(maxDepth + 1))).toBe(true);
    expect(isTooDeep({ data: new Uint8Array(10) })).toBe(false);
  });
});
