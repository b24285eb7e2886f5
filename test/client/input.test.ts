import { type CallOptions, createClient, NodecloudError } from "../../src/client";
import { anInstance, fakeService, pageOf } from "./fake-service";

const create = { region: "a", type: "b" };

/** Arguments as an untyped program may pass them. */
function anything(value: unknown): never {
  const untyped: { value: never } = JSON.parse(JSON.stringify({ value }));
  return untyped.value;
}

function anyOptions(value: unknown): CallOptions {
  return value as CallOptions;
}

describe("arguments", () => {
  it.each<[unknown, string]>([
    [{ ...create, label: "ab" }, "label"],
    [{ ...create, label: "x".repeat(65) }, "label"],
    [{ type: "b" }, "region"],
    [{ ...create, size: 3 }, "size"],
    [{ ...create, swap_size: -1 }, "swap_size"],
    [{ ...create, swap_size: "512" }, "swap_size"],
    [{ ...create, interfaces: [{}, {}, {}, {}] }, "interfaces"],
    [{ ...create, tags: ["ok", 3] }, "tags.1"],
    [{ ...create, image: null }, "image"],
  ])("%j are refused by the name of the argument, and nothing is sent", async (args, field) => {
    const service = fakeService([{ json: anInstance }]);
    const error = await service.failure(service.client.instances.create(anything(args)));
    expect(error).toMatchObject({ code: "input", effect: "none", attempts: [] });
    expect(error.fieldErrors.map((one) => one.field)).toEqual([field]);
    expect(error.message).toContain(`${field}: `);
    expect(service.calls).toHaveLength(0);
  });

  it.each<[string, unknown, string]>([
    ["deadline", 5000, "must be an object with the number `at`"],
    ["deadline", { at: "soon", extend: () => undefined }, "must be an object with the number `at`"],
    ["deadline", { at: Number.NaN, extend: () => undefined }, "must be an object with the number `at`"],
    ["deadline", { at: 5000 }, "must be an object with the number `at`"],
    ["signal", 5000, "must be an AbortSignal"],
    ["signal", { aborted: false }, "must be an AbortSignal"],
    ["stillNeeded", true, "must be a function"],
    ["beforeSending", {}, "must be a function"],
    ["freshConnection", 1, "must be a boolean"],
    ["resend", "always", 'must be "never"'],
  ])("are refused if the option %s is %j, and nothing is sent", async (option, value, rule) => {
    const service = fakeService([{ json: anInstance }]);
    const options: object = { [option]: value };
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }, options));
    expect(error).toMatchObject({ code: "input", fieldErrors: [{ field: option }] });
    expect(error.message).toContain(`${option}: ${rule}`);
    expect(service.calls).toHaveLength(0);
  });

  it.each([5000, "soon", [], new AbortController().signal])(
    "are refused if the options are %p, in a call and in a list",
    async (options) => {
      const service = fakeService([{ json: anInstance }]);
      const { view, list } = service.client.instances;
      const whole = (items: AsyncIterable<unknown>) => items[Symbol.asyncIterator]().next();
      for (const call of [
        () => view({ instanceId: 7 }, anyOptions(options)),
        () => list({}, anyOptions(options)),
        () => whole(list.all(anyOptions(options))),
        () => whole(list.pages(anyOptions(options))),
      ]) {
        const error = await service.failure(call());
        expect(error).toMatchObject({ code: "input", fieldErrors: [{ field: "options" }] });
        expect(error.message).toContain("options: must be an object, such as `{ signal }`");
      }
      expect(service.calls).toHaveLength(0);
    },
  );

  it("are refused if the deadline of a whole list is of another type", async () => {
    const service = fakeService([{ json: anInstance }]);
    const items = service.client.instances.list.all(anyOptions({ deadline: { at: Number.NaN } }));
    const error = await service.failure(items[Symbol.asyncIterator]().next());
    expect(error).toMatchObject({ code: "input", fieldErrors: [{ field: "deadline" }] });
    expect(service.calls).toHaveLength(0);
  });

  it("are sent if the options are null", async () => {
    const service = fakeService([{ json: anInstance }, pageOf([anInstance])]);
    const { view, list } = service.client.instances;
    await service.run(view({ instanceId: 7 }, anyOptions(null)));
    await service.run(list({}, anyOptions(null)));
    await service.run(list.all(anyOptions(null))[Symbol.asyncIterator]().next());
    expect(service.lines()).toEqual([
      "GET /node/instances/7",
      "GET /node/instances",
      "GET /node/instances?page=1&page_size=500",
    ]);
  });

  it.each([
    [
      {
        get region() {
          throw new Error("no region yet");
        },
      },
      "no region yet",
    ],
    [Proxy.revocable({}, {}), "revoked"],
  ])("are refused if they cannot be read", async (args, reason) => {
    const service = fakeService([{ json: anInstance }]);
    if ("revoke" in args) args.revoke();
    const unreadable = "proxy" in args ? args.proxy : args;
    const inArguments = await service.failure(service.client.instances.create(unreadable as never));
    expect(inArguments).toMatchObject({ code: "input", effect: "none" });
    expect(inArguments.message).toContain("the arguments cannot be read");
    expect(inArguments.message).toContain(reason);
    expect(service.calls).toHaveLength(0);
  });

  it("are refused once for each problem, also in the path", async () => {
    const service = fakeService([{}]);
    const args: object = { backupId: 0, overwrite: true };
    const error = await service.failure(service.client.backups.restore(args as never));
    expect(error.fieldErrors.map(({ field }) => field).sort()).toEqual(["backupId", "instanceId", "node_id"]);
  });

  it("are refused with the rule and the value", async () => {
    const service = fakeService([{}]);
    const error = await service.failure(service.client.instances.create({ ...create, label: "ab" }));
    expect(error.summary).toBe(
      'instances.create (POST /node/instances) was not sent: label: must have at least 3 characters, got "ab"',
    );
    expect(error.message).toBe(
      `${error.summary}. Nothing was changed. Correct the arguments and call again.`,
    );
  });

  it.each([
    ["1", 'must be a number, got "1"'],
    [1.5, "must be an integer, got 1.5"],
    [[7], "must be a number, got 1 item"],
    ["x".repeat(81), `must be a number, got "${"x".repeat(79)}... (81 characters)`],
  ])("that are not numbers are refused in plain words: %j", async (instanceId, reason) => {
    const service = fakeService([{}]);
    const error = await service.failure(service.client.instances.view(anything({ instanceId })));
    expect(error.fieldErrors).toEqual([{ field: "instanceId", reason }]);
  });

  it("that have the wrong form are refused with the form, not with a pattern", async () => {
    const { client, failure } = fakeService([{}]);
    const reasonsOf = async (call: Promise<unknown>) =>
      (await failure(call)).fieldErrors.map(({ field, reason }) => `${field}: ${reason}`);
    expect(await reasonsOf(client.images.view({ imageId: "debian12" }))).toEqual([
      'imageId: is not valid (two parts with a slash between them, such as private/1), got "debian12"',
    ]);
    expect(await reasonsOf(client.entityTransfers.view({ token: "12" }))).toEqual([
      'token: is not valid (a UUID), got "12"',
    ]);
    expect(await reasonsOf(client.oauthClients.create({ label: "shop", redirect_uri: "shop" }))).toEqual([
      'redirect_uri: is not valid (an absolute URL, such as https://shop.example.com/login), got "shop"',
    ]);
    const thumbnail = anything({ clientId: "c1", data: "PNG", content_type: "image/png" });
    expect(await reasonsOf(client.oauthClients.updateThumbnail(thumbnail))).toEqual([
      'data: is not valid (a Uint8Array, such as a Buffer), got "PNG"',
    ]);
  });

  it("that are secret are refused without their value, even a very short one", async () => {
    const service = fakeService([{}]);
    const short = await service.failure(service.client.instances.create({ ...create, root_pass: "7q" }));
    expect(JSON.stringify(short)).not.toContain("7q");
    const error = await service.failure(service.client.instances.create({ ...create, root_pass: "hunt3r" }));
    expect(error.fieldErrors).toEqual([{ field: "root_pass", reason: "must have at least 7 characters" }]);
    expect(JSON.stringify(error)).not.toContain("hunt3r");
  });

  it("of nested objects are named with dots", async () => {
    const service = fakeService([{}]);
    const args = anything({ instanceId: 7, alerts: { cpu: "high" }, backups: { enabled: true } });
    const error = await service.failure(service.client.instances.update(args));
    expect(error.fieldErrors.map(({ field }) => field)).toEqual(["alerts.cpu", "backups.enabled"]);
  });

  it.each(["..", ".", ""])("that would change the path are refused: %j", async (regionId) => {
    const service = fakeService([{}]);
    expect((await service.failure(service.client.regions.view({ regionId }))).code).toBe("input");
    expect((await service.failure(service.client.images.view({ imageId: `private/${regionId}` }))).code).toBe(
      "input",
    );
    expect(service.calls).toHaveLength(0);
  });

  it("are encoded in the path, except for the slash of an image's id", async () => {
    const service = fakeService([{ json: { id: "x" } }]);
    await service.run(service.client.regions.view({ regionId: "a/b?c#d é%2e" }));
    await service.run(service.client.images.view({ imageId: "private/1 2" }));
    expect(service.lines()).toEqual([
      "GET /regions/a%2Fb%3Fc%23d%20%C3%A9%252e",
      "GET /images/private/1%202",
    ]);
  });

  it("that are explicitly undefined count as absent, at any depth", async () => {
    const service = fakeService([{ json: anInstance }]);
    const alerts = { cpu: undefined, io: 1 };
    await service.run(service.client.instances.update({ instanceId: 7, label: undefined, alerts }));
    expect(JSON.parse(String(service.calls[0]!.request.body))).toEqual({ alerts: { io: 1 } });
  });
});

describe("the brand", () => {
  it("is used in paths and fields, in both directions", async () => {
    const service = fakeService([{ json: { id: 3, action: "acme_boot", node_id: 1 } }, {}], {
      brand: "acme",
    });
    expect(await service.run(service.client.events.view({ eventId: 3 }))).toMatchObject({
      action: "node_boot",
    });
    await service.run(service.client.backups.restore({ instanceId: 1, backupId: 2, node_id: 9 }));
    expect(service.lines()[1]).toBe("POST /acme/instances/1/backups/2/restore");
    expect(JSON.parse(String(service.calls[1]!.request.body))).toEqual({ acme_id: 9 });
  });

  it("is removed from the field names of errors, and kept in the call", async () => {
    const json = { errors: [{ reason: "no such instance", field: "acme_id" }] };
    const service = fakeService([{ status: 400, json }], { brand: "acme" });
    const error = await service.failure(
      service.client.backups.restore({ instanceId: 1, backupId: 2, node_id: 9 }),
    );
    expect(error.fieldErrors).toEqual([{ field: "node_id", reason: "no such instance" }]);
    expect(error.call).toBe("POST /acme/instances/{instanceId}/backups/{backupId}/restore");
    expect(error.message).toContain("instanceId 1, backupId 2");
  });

  it("is refused if it would collide with other names", () => {
    expect(() => createClient({ baseUrl: "https://host/v4", brand: "disk" })).toThrow(
      expect.objectContaining({ code: "configuration" }),
    );
  });
});

describe("an address", () => {
  it.each([
    "host/v4",
    "ftp://host/v4",
    "https://host",
    "https://host/v4beta",
    "https://host/v4/node",
    "https://host/v4?x=1",
    "https://host/v4#x",
    "https://user:secret@host/v4",
    "user:secret@host/v4",
    "user:also@secret@host/v4",
  ])("%s is refused with the expected form", (baseUrl) => {
    const make = () => createClient({ baseUrl });
    expect(make).toThrow(NodecloudError);
    expect(make).toThrow(/It should look like https:\/\/HOST\/v4\./);
    expect(make).not.toThrow(/secret/);
  });

  it("without a scheme is named as it was written", () => {
    expect(() => createClient({ baseUrl: "localhost:8080/v4" })).toThrow(
      '"localhost:8080/v4" must begin with https:// or http://',
    );
  });

  it.each(["https://service.test/v4/", "https://service.test/v4//"])(
    "%s may end in a slash",
    async (baseUrl) => {
      const service = fakeService([{ json: anInstance }], { baseUrl });
      await service.run(service.client.instances.view({ instanceId: 7 }));
      expect(service.lines()).toEqual(["GET /node/instances/7"]);
    },
  );

  it("may have a path before the version", async () => {
    const service = fakeService([{ json: anInstance }], { baseUrl: "http://localhost:8080/api/v4" });
    await service.run(service.client.instances.view({ instanceId: 7 }));
    expect(service.calls[0]!.request.url).toBe("http://localhost:8080/api/v4/node/instances/7");
  });

  it("of the beta operations must end in v4beta", () => {
    const baseUrl = "https://host/v4";
    expect(() => createClient({ baseUrl, betaUrl: "https://host/v4" })).toThrow(/betaUrl: .*"v4beta"/);
  });
});

describe("a token", () => {
  it("that is missing fails the call that needs it, with all three ways to set it", async () => {
    const service = fakeService([{ json: anInstance }], { token: "" });
    const error = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(error).toMatchObject({ code: "configuration", effect: "none" });
    expect(error.message).toMatch(
      /argument `token`.*NODECLOUD_TOKEN.*pulumi config set --secret nodecloud:token VALUE` \(or `nodecloud config set`\)\. `createClient` takes the argument only\.$/,
    );
    expect(service.calls).toHaveLength(0);
  });

  it("is not needed for regions and public images", async () => {
    const service = fakeService([{ json: { id: "x" } }], { token: undefined });
    await service.run(service.client.regions.view({ regionId: "x" }));
    await service.run(service.client.images.view({ imageId: "node/x" }));
    expect(service.calls.map(({ request }) => request.headers.Authorization)).toEqual([undefined, undefined]);
  });

  it("is sent only if the response depends on it", async () => {
    const service = fakeService([{ json: { id: "x" } }]);
    await service.run(service.client.regions.view({ regionId: "x" }));
    await service.run(service.client.images.view({ imageId: "node/x" }));
    expect(service.calls.map(({ request }) => request.headers.Authorization)).toEqual([
      undefined,
      "Bearer a-token-of-42",
    ]);
  });

  it.each(["with space", "line\nbreak", "é"])(
    "that is not valid in a header is refused without showing it",
    (token) => {
      const make = () => createClient({ baseUrl: "https://host/v4", token });
      expect(make).toThrow(expect.objectContaining({ code: "configuration" }));
      expect(make).not.toThrow(token);
    },
  );
});
