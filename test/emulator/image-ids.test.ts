import { seedNames } from "../../src/emulator";
import { newInstance, type Service, startService } from "./service";

const resolved = () => startService({ settings: { imageIds: "resolved" } });
const imageOf = async (service: Service, id: number) =>
  (await service.get(`/acme/instances/${id}`)).body.image;

describe("with imageIds = resolved, the image of an instance", () => {
  it("is a different id than in its create request, and creates accept this id too", async () => {
    const service = resolved();
    const { body } = await service.post("/acme/instances", newInstance);
    expect(body.image).toMatch(/^acme\/debian12-\d+$/);
    expect(await imageOf(service, body.id)).toBe(body.image);
    expect((await service.get(`/images/${body.image}`)).body.id).toBe("acme/debian12");
    const again = await service.post("/acme/instances", { ...newInstance, image: body.image });
    expect(again.body.image).toBe(body.image);
    expect((await service.post("/acme/instances", { ...newInstance, image: "acme/none-1" })).status).toBe(
      400,
    );
  });

  it("is compatible with the scripts of the image in its create request", async () => {
    const service = resolved();
    const [script] = service.control.world().scripts;
    const image = `${script?.images[0]}-20220301`;
    const body = { ...newInstance, image, stackscript_id: script?.id, stackscript_data: { hostname: "web" } };
    expect((await service.post("/acme/instances", body)).body.image).toBe(image);
  });

  it("is null if the instance was created empty, and the image's own id if that is private", async () => {
    const service = resolved();
    expect((await service.createEmptyInstance()).image).toBeNull();
    const image = seedNames.privateImage;
    expect((await service.post("/acme/instances", { ...newInstance, image })).body.image).toBe(image);
  });
});

test("with imageIds = asSent, no image has another id", async () => {
  const { get, post } = startService();
  const image = "acme/debian12-20220301";
  expect((await get(`/images/${image}`)).status).toBe(404);
  expect((await post("/acme/instances", { ...newInstance, image })).status).toBe(400);
});

test("with imageWhileProvisioning = null, the image of an instance is returned once it is provisioned", async () => {
  const service = startService({ settings: { imageWhileProvisioning: "null" } });
  const { body } = await service.post("/acme/instances", newInstance);
  expect([body.status, body.image]).toEqual(["provisioning", null]);
  await service.advanceSeconds(29);
  expect(await imageOf(service, body.id)).toBeNull();
  await service.advanceSeconds(2);
  expect(await imageOf(service, body.id)).toBe("acme/debian12");
});
