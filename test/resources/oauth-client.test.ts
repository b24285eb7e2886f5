import { TestStack } from "../../src/testing";
import {
  clientsIn,
  declareClient,
  declareClients,
  gif,
  isAccepted,
  png,
  secretOf,
  sha256,
  shop,
} from "./oauth-clients";
import { callsTo, emptyProgram, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const resetCallsTo = (stack: TestStack) => callsTo(stack).filter((call) => call.endsWith("/reset-secret"));

describe("creating an OAuth client", () => {
  it("resets its secret once and returns the service's values as outputs", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    const [client] = clientsIn(stack);
    expect(client).toMatchObject({
      label: "Shop",
      redirect_uri: "https://shop.example/callback",
      public: false,
    });
    expect(stack.outputs("app")).toMatchObject({
      clientId: client?.id,
      label: "Shop",
      redirectUri: "https://shop.example/callback",
      public: false,
      status: "active",
      thumbnailUrl: null,
      thumbnailHash: null,
    });
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(resetCallsTo(stack)).toHaveLength(1);
    expect(stepsOf(await stack.up(declareClient()))).toEqual([]);
  });

  it("never uses the secret in the response to the create", async () => {
    for (const createdSecret of ["plain", "redacted"] as const) {
      const stack = new TestStack({ settings: { createdSecret } });
      await stack.up(declareClient());
      expect(isAccepted(stack, secretOf(stack))).toBe(true);
    }
  });

  it("requests no secret for a public client", async () => {
    const stack = new TestStack();
    expect(failuresOf(await stack.up(declareClient({ public: true })))).toEqual([]);
    expect(resetCallsTo(stack)).toEqual([]);
    expect(stack.outputs("app")).not.toHaveProperty("secret");
    expect(clientsIn(stack)).toMatchObject([{ public: true }]);
  });

  it.each([
    ["png", png, "image/png"],
    ["gif", gif, "image/gif"],
    ["jpeg", Buffer.from("ffd8ffe000104a46", "hex"), "image/jpeg"],
    ["webp", Buffer.from("RIFF....WEBPVP8 "), "image/webp"],
  ])("sends a %s thumbnail byte for byte", async (kind, bytes, type) => {
    const stack = new TestStack();
    const thumbnail = files.write(`new.${kind}`, bytes);
    expect(failuresOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
    expect(clientsIn(stack)[0]?.thumbnail).toEqual({
      content_type: type,
      data: Buffer.from(bytes).toString("base64"),
    });
    expect(stack.outputs("app")).toMatchObject({ thumbnailHash: sha256(bytes) });
    expect(stack.outputs("app")?.thumbnailUrl).toMatch(/^http.*thumbnail$/);
    expect(stepsOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
  });

  it("previews unknown values without a request", async () => {
    const stack = new TestStack();
    const outcome = await stack.preview(
      declareClient({ label: unknown, redirectUri: unknown, thumbnail: unknown, secretVersion: unknown }),
    );
    expect(failuresOf(outcome)).toEqual([]);
    expect(outcome.counts.created).toBe(1);
    expect(callsTo(stack)).toEqual([]);
  });

  it("distinguishes clients with equal arguments", async () => {
    const stack = new TestStack();
    const three = declareClients({ one: shop, two: shop, three: shop });
    expect(failuresOf(await stack.up(three))).toEqual([]);
    const ids = ["one", "two", "three"].map((name) => stack.outputs(name)?.clientId);
    expect(new Set(ids)).toEqual(new Set(clientsIn(stack).map(({ id }) => id)));
    expect(clientsIn(stack)).toHaveLength(3);
  });

  it("keeps the secret out of messages and events, and encrypted in the state", async () => {
    const stack = new TestStack();
    const outcomes = [
      await stack.up(declareClient()),
      await stack.refresh(),
      await stack.up(declareClient({ label: "New" })),
    ];
    const secret = secretOf(stack) ?? "";
    expect(secret).not.toBe("");
    const all = JSON.stringify([
      ...outcomes.map(({ events }) => events),
      stack.messages,
      stack.store.snapshot,
      stack.emulator.control.requests(),
      stack.emulator.control.world(),
    ]);
    expect(all).not.toContain(secret);
  });
});

describe("changing an OAuth client", () => {
  it("sets label, redirect URI and `public` in place, whether the service keeps or resets omitted fields", async () => {
    for (const putOmitted of ["merge", "replace"] as const) {
      const stack = new TestStack({ settings: { putOmitted } });
      await stack.up(declareClient({ public: true }));
      const [before] = clientsIn(stack);
      expect(stepsOf(await stack.up(declareClient({ public: true, label: "Store" })))).toEqual([
        "update app",
      ]);
      expect(clientsIn(stack)).toMatchObject([{ id: before?.id, label: "Store", public: true }]);
      await stack.up(declareClient({ redirectUri: "https://store.example/" }));
      expect(clientsIn(stack)).toMatchObject([{ redirect_uri: "https://store.example/", public: true }]);
    }
  });

  it("keeps the secret through changes and refreshes", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const secret = secretOf(stack);
    await stack.refresh();
    expect(secretOf(stack)).toBe(secret);
    await stack.up(declareClient({ label: "Store" }));
    await stack.refresh();
    expect(secretOf(stack)).toBe(secret);
    expect(resetCallsTo(stack)).toHaveLength(1);
  });

  it("resets the secret when `secretVersion` is added or changed, but not when it is removed", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    let last = secretOf(stack);
    for (const secretVersion of [1, 2, "2"]) {
      expect(stepsOf(await stack.up(declareClient({ secretVersion })))).toEqual(["update app"]);
      expect(secretOf(stack)).not.toBe(last);
      expect(isAccepted(stack, last)).toBe(false);
      last = secretOf(stack);
      expect(isAccepted(stack, last)).toBe(true);
      expect(stepsOf(await stack.up(declareClient({ secretVersion })))).toEqual([]);
    }
    await stack.up(declareClient());
    expect(secretOf(stack)).toBe(last);
  });

  it("removes the secret of a client that becomes public, and requests a new one when it becomes confidential", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const [before] = clientsIn(stack);
    const secret = secretOf(stack);
    await stack.up(declareClient({ public: true }));
    expect(stack.outputs("app")).not.toHaveProperty("secret");
    expect(stepsOf(await stack.up(declareClient({ public: false })))).toEqual(["update app"]);
    expect(secretOf(stack)).not.toBe(secret);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(clientsIn(stack)).toMatchObject([{ id: before?.id, public: false }]);
    expect(stepsOf(await stack.up(declareClient({ public: false })))).toEqual([]);
  });

  it.each([5, 20, 55])(
    "requests a new secret while views return the client as public for %i s",
    async (lag) => {
      const stack = new TestStack({ settings: { viewLagSeconds: lag, listLagSeconds: lag } });
      await stack.up(declareClient({ public: true }));
      await stack.clock.advance(60_000);
      expect(failuresOf(await stack.up(declareClient({ public: false })))).toEqual([]);
      const secret = secretOf(stack);
      expect(isAccepted(stack, secret)).toBe(true);
      await stack.clock.advance(60_000);
      expect((await stack.refresh()).result).toBe("succeeded");
      expect(stepsOf(await stack.up(declareClient({ public: false })))).toEqual([]);
      expect(secretOf(stack)).toBe(secret);
      expect(resetCallsTo(stack)).toHaveLength(1);
    },
  );

  it("requests the secret again in the next run if the first request for it is rejected", async () => {
    const stack = new TestStack({ settings: { viewLagSeconds: 20, listLagSeconds: 20 } });
    await stack.up(declareClient({ public: true }));
    await stack.clock.advance(60_000);
    const { faults } = stack.emulator.control;
    faults.add({ operation: "oauthClients.resetSecret", count: 1, effect: { status: 400 } });
    expect(failuresOf(await stack.up(declareClient({ public: false }))).join()).toMatch(
      /Remaining steps: secret/,
    );
    expect(failuresOf(await stack.up(declareClient({ public: false })))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("sends the thumbnail again when its bytes change, but not when only its path changes", async () => {
    const stack = new TestStack();
    const sends = () => callsTo(stack).filter((call) => /^PUT .*thumbnail$/.test(call)).length;
    const thumbnail = files.write("logo", png);
    await stack.up(declareClient({ thumbnail }));
    files.write("logo", gif);
    expect(stepsOf(await stack.up(declareClient({ thumbnail })))).toEqual(["update app"]);
    expect(clientsIn(stack)[0]?.thumbnail).toMatchObject({ content_type: "image/gif" });
    expect(sends()).toBe(2);
    stack.emulator.control.forgetRequests();
    await stack.up(declareClient({ thumbnail: files.write("other", gif) }));
    expect(callsTo(stack)).toEqual([]);
    await stack.up(declareClient());
    expect(clientsIn(stack)[0]?.thumbnail).toMatchObject({ content_type: "image/gif" });
  });

  it("records new timeouts without a request", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    stack.emulator.control.forgetRequests();
    expect(stepsOf(await stack.up(declareClient({ timeouts: { delete: "1h" } })))).toEqual(["update app"]);
    expect(callsTo(stack)).toEqual([]);
  });
});

describe("destroying an OAuth client", () => {
  it("deletes the client", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(clientsIn(stack)).toEqual([]);
  });

  it("succeeds if it no longer exists", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    stack.emulator.control.reset();
    expect((await stack.destroy()).result).toBe("succeeded");
  });

  it("succeeds if the delete is carried out and returns 503", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    const failingDelete = {
      operation: "oauthClients.delete",
      when: "after",
      count: 1,
      effect: { status: 503 },
    } as const;
    stack.emulator.control.faults.add(failingDelete);
    expect((await stack.up(emptyProgram)).result).toBe("succeeded");
    expect(clientsIn(stack)).toEqual([]);
  });
});

describe("a create response without some of its fields", () => {
  /** Leaves out the fields of the responses to creates that the argument names. */
  function startService(left: readonly string[]): TestStack {
    const stack = new TestStack();
    const { emulator } = stack;
    stack.emulator = {
      ...emulator,
      fetch: async (request) => {
        const response = await emulator.fetch(request);
        if (request.method !== "POST" || !request.url.endsWith("/oauth-clients")) return response;
        const client: object = JSON.parse(await response.text());
        return Response.json(
          Object.fromEntries(Object.entries(client).filter(([name]) => !left.includes(name))),
        );
      },
    };
    return stack;
  }

  it.each([
    ["the client is read", 0],
    ["no read succeeds", 1],
  ])("creates a public client without a secret (%s)", async (_, failing) => {
    const stack = startService(["public", "status"]);
    if (failing > 0)
      stack.emulator.control.faults.add({ operation: "oauthClients.view", effect: { status: 403 } });
    expect(failuresOf(await stack.up(declareClient({ public: true })))).toEqual([]);
    expect(resetCallsTo(stack)).toEqual([]);
    if (failing === 0) expect(stack.outputs("app")).toMatchObject({ status: "active", public: true });
  });

  it("creates a confidential client with a secret", async () => {
    const stack = startService(["public", "label"]);
    expect(failuresOf(await stack.up(declareClient()))).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(stack.outputs("app")).toMatchObject({ label: "Shop", public: false });
  });
});
