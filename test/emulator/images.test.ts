import { seedNames, wellKnownTokens } from "../../src/emulator";
import { errorReasons, type Service, startService } from "./service";

const diskOf = (service: Service, instanceId: number) =>
  service.control.world().disks.find((disk) => disk.instance_id === instanceId)!;

const captureDisk = async (service: Service, more: object = {}) => {
  const { id } = await service.createRunningInstance({ label: "web" });
  const disk = diskOf(service, id);
  const { body } = await service.post("/images", { disk_id: disk.id, ...more });
  return { image: body, disk, instanceId: id };
};

const isListed = async (service: Service, id: string) =>
  (await service.get("/images")).body.data.some((one: { id: string }) => one.id === id);

describe("capturing a disk", () => {
  test("creates a private image that is creating, then available", async () => {
    const service = startService();
    const { image, disk } = await captureDisk(service);
    expect(image).toMatchObject({
      id: "private/2",
      label: disk.label,
      description: null,
      size: disk.size,
      status: "creating",
      type: "manual",
      is_public: false,
      created_by: "admin",
      expiry: null,
    });
    await service.advanceSeconds(29);
    expect((await service.get(`/images/${image.id}`)).body.status).toBe("creating");
    await service.advanceSeconds(1);
    expect((await service.get(`/images/${image.id}`)).body.status).toBe("available");
    expect(await isListed(service, image.id)).toBe(true);
  });

  test("takes the disk's label in place of an empty one, as clients without optional fields send it", async () => {
    const service = startService();
    const { image, disk } = await captureDisk(service, { label: "" });
    expect(image.label).toBe(disk.label);
  });

  test("accepts a label and a description", async () => {
    const service = startService();
    const { image } = await captureDisk(service, { label: "golden two", description: "By hand." });
    expect(image).toMatchObject({ label: "golden two", description: "By hand." });
  });

  test("logs an event that is started, then finished", async () => {
    const service = startService();
    const { image, instanceId } = await captureDisk(service);
    const event = async () => (await service.get("/account/events")).body.data[0];
    expect(await event()).toMatchObject({
      action: "disk_imagize",
      status: "started",
      entity: { id: instanceId, type: "acme" },
      secondary_entity: { id: image.id, type: "image", url: `/v4/images/${image.id}` },
    });
    await service.advanceSeconds(30);
    expect(await event()).toMatchObject({ status: "finished", duration: 30 });
  });

  test("finishes even if the instance no longer exists", async () => {
    const service = startService();
    const { image, instanceId } = await captureDisk(service);
    service.control.externalChange({ kind: "instance_delete", instanceId });
    await service.advanceSeconds(30);
    expect((await service.get(`/images/${image.id}`)).body.status).toBe("available");
  });

  test("creates an image that can be deployed once it is available", async () => {
    const service = startService();
    const { image } = await captureDisk(service);
    const body = { region: "us-east", type: "g1-standard-8", image: image.id, root_pass: "correct horse 7" };
    expect(errorReasons(await service.post("/acme/instances", body))).toEqual({
      image: "image is not available",
    });
    await service.advanceSeconds(30);
    expect((await service.post("/acme/instances", body)).body.image).toBe(image.id);
  });

  test("rejects an unknown disk by its field", async () => {
    const { post } = startService();
    expect(Object.keys(errorReasons(await post("/images", { disk_id: 99 })))).toEqual(["disk_id"]);
  });

  test("needs both scopes", async () => {
    const service = startService();
    const world = service.control.world();
    const text = "images-only";
    const token = { ...world.tokens[0]!, name: text, text, scopes: ["images:read_write"] };
    service.control.load({ ...world, tokens: [...world.tokens, token] });
    const reply = await service.post("/images", { disk_id: 1 }, { token: text });
    expect([reply.status, errorReasons(reply)[""]]).toEqual([
      401,
      expect.stringContaining("acmes:read_only"),
    ]);
    expect(errorReasons(reply)[""]).not.toContain("images:read_write");
  });
});

describe("changing an image", () => {
  test("sets the given fields and keeps the others", async () => {
    const service = startService();
    const path = `/images/${seedNames.privateImage}`;
    await service.put(path, { label: "new" });
    const { body } = await service.put(path, { description: null });
    expect(body).toMatchObject({ label: "new", description: null });
    expect((await service.get(path)).body).toEqual(body);
  });

  test("replaces all fields when PUT replaces", async () => {
    const service = startService({ settings: { putOmitted: "replace" } });
    const path = `/images/${seedNames.privateImage}`;
    expect((await service.put(path, { label: "new" })).body.description).toBeNull();
    expect(errorReasons(await service.put(path, { description: "x" }))).toEqual({
      label: "label is required",
    });
  });

  test("accepts the whole image as it was read, and ignores its status", async () => {
    const service = startService({ settings: { unknownFields: "refused" } });
    const path = `/images/${seedNames.privateImage}`;
    const { body } = await service.get(path);
    const reply = await service.put(path, { ...body, status: "creating" });
    expect([reply.status, reply.body.status]).toEqual([200, "available"]);
  });

  test.each([{ label: 1 }, { description: "" }, { description: "x".repeat(65_001) }])(
    "rejects values that are out of bounds",
    async (patch) => {
      const { put } = startService();
      const reply = await put(`/images/${seedNames.privateImage}`, patch);
      expect(Object.keys(errorReasons(reply))).toEqual(Object.keys(patch));
    },
  );
});

describe("deleting an image", () => {
  test("is permanent, and ids are not reused", async () => {
    const service = startService();
    const { image } = await captureDisk(service);
    expect((await service.remove(`/images/${image.id}`)).body).toEqual({});
    expect((await service.get(`/images/${image.id}`)).status).toBe(404);
    expect((await service.remove(`/images/${image.id}`)).status).toBe(404);
    await service.advanceSeconds(60);
    expect(await isListed(service, image.id)).toBe(false);
    expect((await service.post("/images", { disk_id: 1 })).body.id).toBe("private/3");
    const { data } = (await service.get("/account/events")).body;
    expect(data.slice(1, 3)).toMatchObject([
      { action: "image_delete", entity: { id: image.id } },
      { action: "disk_imagize", status: "failed" },
    ]);
  });

  test("accepts the id with a slash or with %2F", async () => {
    const service = startService();
    expect((await service.put("/images/private%2F1", { label: "two" })).body.label).toBe("two");
    expect((await service.remove("/images/private%2F1")).status).toBe(200);
  });
});

describe("an image can be changed and deleted", () => {
  test("only if it is private", async () => {
    const { put, remove } = startService();
    expect((await put("/images/acme/debian12", { label: "mine" })).status).toBe(403);
    expect((await remove("/images/acme/debian12")).status).toBe(403);
  });

  test("only with a token", async () => {
    const { put, remove } = startService();
    const path = `/images/${seedNames.privateImage}`;
    expect((await put(path, { label: "x" }, { token: null })).status).toBe(401);
    expect((await remove(path, { token: wellKnownTokens.readOnly })).status).toBe(401);
  });

  test("by a restricted user only with a read_write grant", async () => {
    const service = startService();
    const token = wellKnownTokens.restricted;
    const grant = (images: Record<string, string>, grants: string[] = []) => {
      const world = service.control.world();
      const users = world.users.map((user) => (user.restricted ? { ...user, images, grants } : user));
      service.control.load({ ...world, users });
    };
    const path = `/images/${seedNames.privateImage}`;
    expect((await service.put(path, { label: "x" }, { token })).status).toBe(403);
    grant({ [seedNames.privateImage]: "read_only" });
    expect((await service.get(path, { token })).status).toBe(200);
    expect((await service.put(path, { label: "x" }, { token })).status).toBe(403);
    grant({ [seedNames.privateImage]: "read_write" });
    expect((await service.put(path, { label: "x" }, { token })).status).toBe(200);
    const upload = { label: "own", region: "us-east" };
    expect((await service.post("/images/upload", upload, { token })).status).toBe(403);
    grant({}, ["add_images"]);
    const { image } = (await service.post("/images/upload", upload, { token })).body;
    expect((await service.remove(`/images/${image.id}`, { token })).status).toBe(200);
    expect(service.control.world().users.find((user) => user.restricted)?.images).toEqual({});
  });
});

test("a deleted instance leaves an image for two weeks if configured", async () => {
  const service = startService({ settings: { automaticImages: true } });
  const { id } = await service.createRunningInstance({ label: "web" });
  await service.remove(`/acme/instances/${id}`);
  await service.advanceSeconds(5);
  const { body } = await service.get("/images/private/2");
  expect(body).toMatchObject({ label: "web", type: "automatic", expiry: "2022-04-04T09:01:15" });
  await service.advanceSeconds(14 * 24 * 60 * 60 - 1);
  expect((await service.get("/images/private/2")).status).toBe(200);
  await service.advanceSeconds(1);
  expect((await service.get("/images/private/2")).status).toBe(404);
});
