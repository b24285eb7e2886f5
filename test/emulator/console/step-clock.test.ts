import { newInstance, startService } from "../service";

it("steps to the next change, which may be a day away, and past plans that are outdated", async () => {
  const service = startService();
  const { id } = (await service.post("/acme/instances", newInstance)).body;
  service.control.clock.freeze();
  const began = service.control.clock.view().now;
  const step = () => {
    const changed = service.control.clock.step();
    return [changed, service.control.clock.view().now - began] as const;
  };
  expect(step()).toEqual([true, 30_000]);
  expect(await service.statusOf(id)).toBe("offline");
  expect(step()).toEqual([true, 50_000]);
  expect(await service.statusOf(id)).toBe("booting");
  // The end of the boot that is planned for 60 s is outdated now.
  service.control.changeInstance(id, { status: "offline" });
  const [changed, elapsed] = step();
  expect(changed).toBe(true);
  expect(elapsed).not.toBe(60_000);
});

it("is served by the control paths", async () => {
  const service = startService();
  await service.post("/acme/instances", newInstance);
  const request = new Request("http://emulator.test/_emulator/clock/step", { method: "POST" });
  const response = await service.emulator.fetch(request);
  expect(await response.json()).toMatchObject({ changed: true, speed: 1, frozen: false });
  expect(service.control.world().instances).toMatchObject([{ status: "offline" }]);
});

it("exports a snapshot by its name, and describes the forms of fault rules and external changes", async () => {
  const service = startService();
  const get = async (path: string) => {
    const response = await service.emulator.fetch(new Request(`http://emulator.test/_emulator${path}`));
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  await service.createEmptyInstance({ label: "kept" });
  service.control.snapshots.save("one");
  service.control.reset();
  expect((await get("/snapshots/one")).body).toMatchObject({ brand: "acme", instances: [{ label: "kept" }] });
  expect((await get("/snapshots/two")).status).toBe(404);
  const { body } = await get("/forms");
  expect(body.operations).toContain("instances.create");
  expect(body.faultRule).toMatchObject({
    type: "object",
    properties: { when: { enum: ["before", "after", "later"] } },
  });
  expect(body.faultRule.required).toEqual(["effect"]);
  expect(body.externalChanges.instance_delete).toMatchObject({ required: ["instanceId"] });
});
