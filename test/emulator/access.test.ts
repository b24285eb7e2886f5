import { seedNames, wellKnownTokens } from "../../src/emulator";
import { errorReasons, newInstance, startService } from "./service";

describe("a token", () => {
  test.each([
    ["none", null],
    ["an unknown token", "nonsense"],
  ])("%s is rejected with 401", async (_, token) => {
    const { get } = startService();
    const reply = await get("/acme/instances", { token });
    expect([reply.status, errorReasons(reply)]).toEqual([401, { "": "Invalid Token" }]);
  });

  test("without the scope is rejected with an error that names the scope in the brand's word", async () => {
    const { post, get } = startService();
    const reply = await post("/acme/instances", newInstance, { token: wellKnownTokens.readOnly });
    expect([reply.status, errorReasons(reply)[""]]).toEqual([
      401,
      expect.stringContaining("acmes:read_write"),
    ]);
    expect((await get("/acme/instances", { token: wellKnownTokens.readOnly })).status).toBe(200);
    expect((await get("/acme/instances", { token: wellKnownTokens.scopeless })).status).toBe(401);
    expect((await get("/acme/instances", { token: wellKnownTokens.readWrite })).status).toBe(200);
  });

  test("is not needed for regions and public images", async () => {
    const { get } = startService();
    expect((await get("/regions", { token: null })).body.results).toBe(6);
    expect((await get("/regions/us-east", { token: "nonsense" })).status).toBe(200);
    const shown = (await get("/images", { token: null })).body.data;
    expect(shown.every((image: { is_public: boolean }) => image.is_public)).toBe(true);
    expect((await get("/images", {})).body.results).toBe(shown.length + 1);
    expect((await get(`/images/${seedNames.privateImage}`, { token: null })).status).toBe(404);
    expect((await get(`/images/${seedNames.privateImage}`)).status).toBe(200);
    expect((await get("/images", { token: "nonsense" })).status).toBe(401);
  });
});

describe("a restricted user", () => {
  const token = wellKnownTokens.restricted;
  const bare = { region: "us-east", type: "g1-nano-1" };

  test("creates instances with the grant, and sees only what is granted", async () => {
    const service = startService();
    const other = await service.createEmptyInstance();
    const own = (await service.post("/acme/instances", bare, { token })).body;
    const listed = (await service.get("/acme/instances", { token })).body.data;
    expect(listed.map((one: { id: number }) => one.id)).toEqual([own.id]);
    expect((await service.get(`/acme/instances/${other.id}`, { token })).status).toBe(403);
    expect((await service.get(`/acme/instances/999`, { token })).status).toBe(404);
    expect((await service.remove(`/acme/instances/${own.id}`, { token })).status).toBe(200);
  });

  test("creates and clones nothing without the grant", async () => {
    const service = startService();
    const world = service.control.world();
    const users = world.users.map((user) => ({ ...user, grants: [] }));
    service.control.load({ ...world, users });
    expect((await service.post("/acme/instances", bare, { token })).status).toBe(403);
  });

  test("reads but does not change an instance granted as read_only", async () => {
    const service = startService();
    const { id } = await service.createEmptyInstance();
    const world = service.control.world();
    const users = world.users.map((user) => ({ ...user, instances: { [String(id)]: "read_only" } }));
    service.control.load({ ...world, users });
    expect((await service.get(`/acme/instances/${id}`, { token })).status).toBe(200);
    expect((await service.put(`/acme/instances/${id}`, { group: "g" }, { token })).status).toBe(403);
  });

  test("cannot add or change tags, but can send the existing ones", async () => {
    const service = startService();
    expect((await service.post("/acme/instances", { ...bare, tags: ["a-tag"] }, { token })).status).toBe(403);
    const { id } = (await service.post("/acme/instances", bare, { token })).body;
    await service.put(`/acme/instances/${id}`, { tags: ["a-tag", "b-tag"] });
    expect((await service.put(`/acme/instances/${id}`, { tags: ["b-tag", "a-tag"] }, { token })).status).toBe(
      200,
    );
    expect((await service.put(`/acme/instances/${id}`, { tags: ["a-tag"] }, { token })).status).toBe(403);
  });

  test("cannot deploy a private image that is not granted", async () => {
    const { post, get } = startService();
    const body = { ...newInstance, image: seedNames.privateImage };
    expect((await post("/acme/instances", body, { token })).status).toBe(403);
    expect((await get(`/images/${seedNames.privateImage}`, { token })).status).toBe(403);
  });
});

test("an unrestricted user is given no grant on an object that they create", async () => {
  const service = startService();
  await service.createEmptyInstance();
  await service.post("/images/upload", { label: "own", region: "us-east" });
  const admin = service.control.world().users.find(({ restricted }) => !restricted);
  expect([admin?.instances, admin?.images]).toEqual([{}, {}]);
});

test("a name that every JavaScript object inherits counts neither as a grant nor as a field", async () => {
  const service = startService();
  const world = service.control.world();
  const own = world.images.find(({ is_public }) => !is_public)!;
  service.control.load({
    ...world,
    images: [...world.images, { ...own, id: "constructor" }],
    scripts: [{ ...world.scripts[0], fields: [{ name: "constructor", required: true }] }],
  });
  const token = wellKnownTokens.restricted;
  const { data } = (await service.get("/images", { token })).body;
  expect(data.map(({ id }: { id: string }) => id)).not.toContain("constructor");
  const scripted = { ...newInstance, stackscript_id: world.scripts[0]!.id };
  const reply = await service.post("/acme/instances", { ...scripted, stackscript_data: {} });
  expect(errorReasons(reply)).toEqual({ "stackscript_data.constructor": "constructor is required" });
});
