import { inspect } from "node:util";
import { type Client, isAmbiguous, NodecloudError } from "../../src/client";
import { redirectAddress } from "../../src/client/redirect-address";
import { fakeService, type Reply, rejection } from "./fake-service";

const html: Reply = { status: 502, headers: { "content-type": "text/html" }, body: "<h1>Bad gateway</h1>" };
const view = { instanceId: 7 };

describe("an error", () => {
  it("without a summary of its own is summarized by its message, without the final period", () => {
    const error = new NodecloudError({ code: "configuration", message: "v4.example.com is no address." });
    expect(error.summary).toBe("v4.example.com is no address");
  });

  it.each(["DEPTH_ZERO_SELF_SIGNED_CERT", "UNABLE_TO_VERIFY_LEAF_SIGNATURE", "CERT_HAS_EXPIRED"])(
    "is reported immediately for a certificate that is not accepted: %s",
    async (fails) => {
      const service = fakeService([{ fails, sent: false }]);
      const error = await service.failure(service.client.regions.list());
      expect(error).toMatchObject({ code: "connection", effect: "none" });
      expect(error.attempts).toHaveLength(1);
      expect(error.message).toMatch(
        /the certificate of https:\/\/service\.test\/v4 was not accepted \(\w+\)\. .*NODE_EXTRA_CA_CERTS set to/,
      );
    },
  );

  it("contains no part of a secret where a long reason is cut", async () => {
    const reason = `${"x".repeat(995)}a-token-of-42`;
    const service = fakeService([{ status: 400, json: { errors: [{ reason }] } }]);
    const error = await service.failure(service.client.instances.view(view));
    expect(error.fieldErrors).toEqual([{ reason: expect.stringMatching(/^x{995}/) }]);
    expect(inspect(error)).not.toContain("a-tok");
  });

  it("mentions a proxy that is not used if no connection was established", async () => {
    process.env.https_Proxy = "http://proxy.test:3128";
    try {
      const messageOf = async (fails: string, sent: boolean, baseUrl = "https://service.test/v4") => {
        const service = fakeService(
          Array.from({ length: 5 }, () => ({ fails, sent })),
          { baseUrl },
        );
        return (await service.failure(service.client.instances.view(view))).message;
      };
      const advice =
        "Check the service's address, and that it can be reached without the proxy in https_Proxy, which is never used.";
      for (const code of ["CONNECT_TIMEOUT", "ENOTFOUND"])
        expect(await messageOf(code, false)).toContain(`Nothing was changed. ${advice}`);
      expect(await messageOf("ECONNRESET", true)).not.toContain("proxy");
      expect(await messageOf("CONNECT_TIMEOUT", false, "http://service.test/v4")).not.toContain("proxy");
    } finally {
      delete process.env.https_Proxy;
    }
  });

  it("names the call, its object, the response, the effect and what to do", async () => {
    const service = fakeService([
      rejection(400, { reason: "must be unique", field: "label" }, { reason: "Node busy." }),
    ]);
    const error = await service.failure(service.client.instances.update({ instanceId: 7, label: "web" }));
    expect(error.message).toBe(
      "instances.update (PUT /node/instances/{instanceId}, instanceId 7): the service returned 400: label: must be unique; Node busy. Nothing was changed. Correct the arguments and try again.",
    );
  });

  it("contains the readable errors of a body, and ten at most", async () => {
    const errors = [
      {},
      { reason: 5 },
      ...Array.from({ length: 12 }, (_, index) => ({ reason: `problem ${index}` })),
    ];
    const service = fakeService([{ status: 404, json: { errors } }]);
    const error = await service.failure(service.client.regions.view({ regionId: "us-east" }));
    expect(error).toMatchObject({ code: "not_found", hasErrorBody: true });
    expect(error.fieldErrors).toHaveLength(12);
    expect(error.message).toContain("problem 8; problem 9; and 2 more.");
    expect(error.message).not.toContain("problem 10");
  });

  it("shows a path parameter on one line, and shortens it", async () => {
    const service = fakeService([rejection(404, { reason: "Not found" })]);
    const error = await service.failure(
      service.client.regions.view({ regionId: `a\n\u001b[2J${"b".repeat(200)}` }),
    );
    expect(error.message).toMatch(/regionId a\\u000ab{50,99}\): the service returned 404/);
  });

  it("does not blame the arguments for an error that names none, or for a response of a proxy", async () => {
    const service = fakeService([rejection(400, { reason: "Node busy." }), { status: 407, body: "<html>" }]);
    const { client, failure } = service;
    const boot = await failure(client.instances.boot({ instanceId: 7 }));
    expect(boot.message).toMatch(/Nothing was changed\. Resolve what the service states and try again\.$/);
    const behindProxy = await failure(client.instances.boot({ instanceId: 7 }));
    expect(behindProxy.message).toMatch(
      /Check the arguments, the service's address, and any proxy in front of it\.$/,
    );
  });

  it("does not speak of arguments when a delete is rejected", async () => {
    const reason = "This node is locked against deletion.";
    const service = fakeService([rejection(400, { reason, field: "node_id" })]);
    const error = await service.failure(service.client.instances.delete({ instanceId: 7 }));
    expect(error.message).toMatch(/Nothing was changed\. Resolve what the service states and try again\.$/);
  });

  it.each<[number, string]>([
    [500, "the service returned 500: application/json, not the interface's error body (5 attempts in 5 s)"],
    [
      401,
      "the service returned 401: application/json, not the interface's error body (check that this service issued the token, that it has not expired, and that it has the scope nodes:read_write)",
    ],
    [
      404,
      "the service returned 404: application/json, not the interface's error body (check the service's address and the id)",
    ],
    [
      403,
      "the service returned 403: application/json, not the interface's error body (the token needs the scope nodes:read_write, and its user the matching grants)",
    ],
  ])(
    "on %i has a summary of one clause, with the advice only if it says what the call lacks",
    async (status, summary) => {
      const service = fakeService(Array.from({ length: 9 }, () => ({ status })));
      const error = await service.failure(service.client.instances.update({ instanceId: 7, label: "web" }));
      expect(error.summary).toBe(
        `instances.update (PUT /node/instances/{instanceId}, instanceId 7): ${summary}`,
      );
      expect(error.toJSON()).toMatchObject({ summary: error.summary });
    },
  );

  it("on 403 for tags says that a restricted user cannot set them", async () => {
    const service = fakeService(
      ["tags", "label", undefined, undefined].map((field) => ({
        status: 403,
        json: { errors: [{ ...(field && { field }), reason: "no" }] },
      })),
    );
    const update = () => service.failure(service.client.instances.update({ instanceId: 7, tags: ["a"] }));
    expect((await update()).summary).toContain(
      "(only an unrestricted user can set tags: use such a user's token",
    );
    expect((await update()).summary).toMatch(
      /\(the token needs the scope nodes:read_write, and its user the matching grants\)$/,
    );
    expect((await update()).summary).toContain(
      "matching grants; only an unrestricted user can add or change tags)",
    );
    const other = await service.failure(service.client.instances.update({ instanceId: 7, label: "web" }));
    expect(other.summary).toMatch(/matching grants\)$/);
  });

  it("on 404 blames the address or the id only if the service names no argument", async () => {
    const messageOf = async (errors: object, call: (client: Client) => Promise<unknown>) => {
      const service = fakeService([{ status: 404, json: { errors: [errors] } }]);
      return (await service.failure(call(service.client))).message;
    };
    const capture = ({ images }: Client) => images.create({ disk_id: 9 });
    const update = ({ instances }: Client) => instances.update({ instanceId: 7, label: "web" });
    const named = { field: "disk_id", reason: "Not found" };
    expect(await messageOf(named, capture)).toMatch(/Correct the arguments and try again\.$/);
    expect(await messageOf(named, update)).toMatch(/Correct the arguments and try again\.$/);
    expect(await messageOf({ reason: "Not found" }, capture)).toMatch(
      /Check the service's address and the brand, which is part of the path\.$/,
    );
    expect(await messageOf({ reason: "Not found" }, update)).toMatch(/Check the id\.$/);
  });

  it.each<[number, string]>([
    [400, "rejected"],
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
    [405, "rejected"],
    [409, "rejected"],
    [422, "rejected"],
    [429, "rate_limited"],
    [408, "unavailable"],
    [500, "unavailable"],
    [301, "rejected"],
  ])("on %i has the code %s", async (status, code) => {
    const service = fakeService([{ status }]);
    const error = await service.failure(service.client.instances.view(view));
    expect(error).toMatchObject({ code, status, operation: "instances.view", effect: "none" });
  });

  it("distinguishes the interface's error body from a proxy's page, an empty body and other JSON", async () => {
    const forms: [Reply, boolean][] = [
      [rejection(404, { reason: "Not found" }), true],
      [
        {
          status: 404,
          headers: { "content-type": "text/html" },
          body: '{"errors":[{"reason":"x","field":null}]}',
        },
        true,
      ],
      [{ status: 404, body: "<html>" }, false],
      [{ status: 404, body: "" }, false],
      [{ status: 404, json: { message: "no route" } }, false],
      [{ status: 404, json: { errors: [] } }, false],
      [{ status: 404, json: { errors: ["x"] } }, false],
    ];
    for (const [reply, expected] of forms) {
      const service = fakeService([reply]);
      expect((await service.failure(service.client.instances.view(view))).hasErrorBody).toBe(expected);
    }
  });

  it("names the type of a proxy's page, but never its content", async () => {
    const service = fakeService([html]);
    const error = await service.failure(service.client.instances.create({ region: "a", type: "b" }));
    expect(error.message).toContain("502: text/html, not the interface's error body");
    expect(error.message).not.toContain("gateway");
  });

  it("names the scope that the token lacks on 403, under the brand", async () => {
    const service = fakeService([{ status: 403 }], { brand: "acme" });
    const { message } = await service.failure(service.client.instances.delete(view));
    expect(message).toContain("the scope acmes:read_write");
  });

  it("says that a redirect is not followed, and names its target", async () => {
    const headers = { location: "https://elsewhere.test/v4/x?secret=1" };
    const service = fakeService([{ status: 301, headers }]);
    const { message } = await service.failure(service.client.instances.view(view));
    expect(message).toContain("301, a redirect to https://elsewhere.test, which is never followed");
  });

  it("names the service's new address if a redirect has the path of the call, without parts that may be secret", () => {
    const prepared = { base: "http://old.test/v4", url: "http://old.test/v4/node/instances/7?page=2" };
    const address = (location: string, { base, url } = prepared) => redirectAddress(location, { base, url });
    expect(address("https://user:pass@new.test/api/v4/node/instances/7?token=x#y")).toBe(
      "https://new.test/api/v4",
    );
    expect(address("https://old.test/v4/node/instances/7")).toBe("https://old.test/v4");
    expect(address("/api/v4/node/instances/7")).toBe("http://old.test/api/v4");
    expect(address("https://login.test/session/s3cret?next=/")).toBe("https://login.test");
    expect([address("/login"), address("")]).toEqual([undefined, undefined]);
    expect(address("mailto:admin@old.test")).toBeUndefined();
    expect(address("https://[")).toBeUndefined();
    const withoutPath = { base: "http://old.test", url: "http://old.test/account" };
    expect(address("https://new.test/account", withoutPath)).toBe("https://new.test");
  });

  it.each([
    ["http://service.test/v4/node/instances/7/", true],
    ["/v4/node/instances/7/?page=1", true],
    ["http://service.test/v4/node/instances/7", false],
    ["https://service.test/v4/node/instances/7/", false],
    ["/v4/node/instances/8/", false],
    ["https://[", false],
    ["", false],
  ])("knows whether a redirect to %j only adds a slash", async (location, addsSlash) => {
    const service = fakeService([{ status: 301, headers: { location } }], {
      baseUrl: "http://service.test/v4",
    });
    const { message } = await service.failure(service.client.instances.view({ instanceId: 7 }));
    expect(message.includes("the same path with a trailing slash")).toBe(addsSlash);
    expect(message.includes("paths of the interface have no trailing slash")).toBe(addsSlash);
    expect(message.includes("Set the service's address to the new one.")).toBe(!addsSlash);
  });

  it.each([
    [301, "none"],
    [302, "unknown"],
    [303, "unknown"],
    [307, "none"],
    [308, "none"],
  ])("says whether a change that got the redirect %d may have been carried out", async (status, effect) => {
    const service = fakeService([{ status, headers: { location: "/elsewhere" } }]);
    expect(await service.failure(service.client.instances.delete(view))).toMatchObject({
      code: "rejected",
      effect,
    });
  });

  it("names no target of a redirect without one", async () => {
    const service = fakeService([{ status: 302 }]);
    const { message } = await service.failure(service.client.account.view());
    expect(message).toContain("returned 302, a redirect, which is never followed");
  });

  it("lists every attempt with its time, including as JSON", async () => {
    const service = fakeService([
      { status: 500 },
      { fails: "ECONNRESET", after: 20 },
      rejection(404, { reason: "no" }),
    ]);
    const begun = service.clock.now();
    const error = await service.failure(service.client.instances.view(view));
    expect(error.attempts).toMatchObject([
      { at: begun, ms: 0, status: 500 },
      { ms: 20, failure: "ECONNRESET" },
      { status: 404 },
    ]);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name: "NodecloudError",
      code: "not_found",
      call: "GET /node/instances/{instanceId}",
      attempts: [{ status: 500 }, {}, { status: 404 }],
      fieldErrors: [{ reason: "no" }],
    });
  });

  it("contains the service's id of the request", async () => {
    const service = fakeService([{ status: 400, headers: { "x-request-id": "r-1" } }]);
    const error = await service.failure(service.client.instances.view(view));
    expect([error.requestId, JSON.parse(JSON.stringify(error)).requestId]).toEqual(["r-1", "r-1"]);
  });

  it("is ambiguous if a writing call may have been carried out, and never for a reading call", async () => {
    const service = fakeService([html]);
    expect(isAmbiguous(await service.failure(service.client.backups.cancel(view)))).toBe(true);
    expect(isAmbiguous(await service.failure(service.client.instances.view(view)))).toBe(false);
    expect(isAmbiguous(new Error("x"))).toBe(false);
  });

  it("stays ambiguous when a later attempt is rejected", async () => {
    const service = fakeService([{ status: 500 }, { status: 400 }]);
    const error = await service.failure(service.client.instances.update({ instanceId: 7, label: "web" }));
    expect(error).toMatchObject({ code: "rejected", effect: "unknown" });
  });
});

describe("the interface's error body with a success status", () => {
  const errors = [
    { reason: "Node busy.", field: null },
    { reason: "must be unique", field: "label" },
  ];
  const expected = {
    ...{ code: "rejected", status: 200, hasErrorBody: true },
    fieldErrors: [{ reason: "Node busy." }, { reason: "must be unique", field: "label" }],
  };

  it.each<[string, (client: Client) => Promise<unknown>, "none" | "unknown"]>([
    ["a change that returns nothing", (client) => client.instances.boot(view), "unknown"],
    ["a delete", (client) => client.instances.delete(view), "unknown"],
    [
      "a change that returns an object",
      (client) => client.instances.create({ region: "a", type: "b" }),
      "unknown",
    ],
    ["a view", (client) => client.instances.view(view), "none"],
    ["a list", (client) => client.instances.list(), "none"],
    ["an image", (client) => client.oauthClients.viewThumbnail({ clientId: "7" }), "none"],
  ])("is an error that is not retried, of %s", async (_, call, effect) => {
    const service = fakeService([{ json: { errors } }]);
    const error = await service.failure(call(service.client));
    expect(error).toMatchObject({ ...expected, effect });
    expect(error.message).toContain("returned 200, but with errors: Node busy.; label: must be unique");
    expect(error.message).toContain(
      effect === "none" ? "Correct the arguments" : "Check whether it was carried out",
    );
    expect(service.calls).toHaveLength(1);
  });

  it("is an error of a read, even next to an object or an empty list", async () => {
    const object = fakeService([{ json: { id: 7, errors } }]);
    expect(await object.failure(object.client.instances.view(view))).toMatchObject(expected);
    const list = fakeService([{ json: { data: [], page: 1, pages: 1, results: 0, errors } }]);
    expect(await list.failure(list.client.instances.list())).toMatchObject(expected);
  });

  it("does not hide the object that a change created", async () => {
    const service = fakeService([{ json: { id: 7, errors } }]);
    const made = await service.run(service.client.instances.create({ region: "a", type: "b" }));
    expect(made.id).toBe(7);
  });

  it.each([[[]], [["x"]], [null], ["none"]])("is not recognized if `errors` is %j", async (other) => {
    const service = fakeService([{ json: { errors: other } }]);
    await expect(service.run(service.client.instances.boot(view))).resolves.toEqual({ errors: other });
  });
});

describe("secrets", () => {
  const token = "canary+token/é".replace("é", "e");
  const rootPass = 'canary "pass" +&%';
  const answers = "canary-answer";
  const secrets = [token, rootPass, answers].flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  ]);
  const echo = secrets.join(" ");
  const failures: Reply[] = [
    ...[200, 301, 400, 401, 403, 404, 408, 429, 500, 503].flatMap((status): Reply[] => [
      {
        status,
        body: echo,
        headers: { "x-request-id": echo, "content-type": echo, location: `https://${echo}` },
      },
      { status, json: { errors: [{ reason: echo, field: echo }] } },
    ]),
    { fails: "ECONNREFUSED", sent: false },
    { fails: "ECONNRESET" },
    "hang",
    () => {
      throw new Error(echo);
    },
  ];

  it("do not appear in any error, at any depth", async () => {
    const args = {
      region: "a",
      type: "b",
      root_pass: rootPass,
      stackscript_data: { deep: [{ answer: answers }] },
    };
    for (const reply of failures) {
      const reports: unknown[] = [];
      const hooks = { onAttempt: (report: unknown) => reports.push(report) };
      const service = fakeService([reply], { token, hooks });
      const error = await service.failure(service.client.instances.create(args));
      const shown = [
        error.message,
        error.stack,
        JSON.stringify(error),
        inspect(error, deep),
        inspect(reports, deep),
      ];
      for (const secret of secrets) expect(shown.join("\n")).not.toContain(secret);
    }
  });

  it("do not appear in any error about the arguments", async () => {
    const service = fakeService([{}], { token });
    for (const wrong of [{ root_pass: "canary" }, { root_pass: rootPass, label: rootPass.repeat(9) }]) {
      const error = await service.failure(
        service.client.instances.create({ region: "a", type: "b", ...wrong }),
      );
      expect(error.code).toBe("input");
      expect(inspect(error, deep)).not.toContain("canary");
    }
  });

  it("cannot be reached from an error through its cause", async () => {
    const service = fakeService([{ fails: "ECONNRESET" }]);
    const error = await service.failure(service.client.instances.create({ region: "a", type: "b" }));
    expect(error).toBeInstanceOf(NodecloudError);
    expect("cause" in error).toBe(false);
  });

  const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true };
});
