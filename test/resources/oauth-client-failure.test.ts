import type { ProgramFunction } from "../../src/engine";
import type { PropertyMap } from "../../src/state";
import { declare, TestStack } from "../../src/testing";
import { clientsIn, declareClient, gif, isAccepted, png, secretOf, shop } from "./oauth-clients";
import { callsTo, failuresOf, stepsOf } from "./programs";
import { TemporaryFiles } from "./temporary-files";

const files = new TemporaryFiles();
afterAll(() => files.remove());

const reject = (stack: TestStack, operation: string) =>
  stack.emulator.control.faults.add({ operation, effect: { status: 400 } });

describe("a setup step that fails after the create", () => {
  it.each([
    ["oauthClients.resetSecret", /Remaining steps: secret, thumbnail/],
    ["oauthClients.updateThumbnail", /Remaining steps: thumbnail/],
  ])(
    "(%s) leaves the client in the state, and the next up resumes it, with or without a refresh",
    async (operation, left) => {
      for (const refreshed of [false, true]) {
        const stack = new TestStack();
        const program = declareClient({ thumbnail: files.write("logo", png) });
        reject(stack, operation);
        const outcome = await stack.up(program);
        expect(failuresOf(outcome).join()).toMatch(/OAuth client \w+ exists and is in the state/);
        expect(failuresOf(outcome).join()).toMatch(left);
        const [client] = clientsIn(stack);
        stack.emulator.control.faults.clear();
        if (refreshed) await stack.refresh();
        expect(stepsOf(await stack.up(program))).toEqual(["update app"]);
        expect(clientsIn(stack)).toMatchObject([
          { id: client?.id, thumbnail: { content_type: "image/png" } },
        ]);
        expect(isAccepted(stack, secretOf(stack))).toBe(true);
        expect(stack.outputs("app")).not.toHaveProperty("unfinished");
        expect(stepsOf(await stack.up(program))).toEqual([]);
      }
    },
  );
});

it.each(["oauthClients.resetSecret", "oauthClients.updateThumbnail"])(
  "retries %s while the service does not know the new client yet",
  async (operation) => {
    const stack = new TestStack();
    const missing = { status: 404, body: { errors: [{ reason: "Not found" }] } };
    stack.emulator.control.faults.add({ operation, count: 3, effect: missing });
    const outcome = await stack.up(declareClient({ thumbnail: files.write("logo", png) }));
    expect(failuresOf(outcome)).toEqual([]);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/png" } }]);
  },
);

it("does not repeat the reset of the secret of a client that no longer exists", async () => {
  const stack = new TestStack();
  await stack.up(declareClient({ secretVersion: 1 }));
  const missing = { status: 404, body: { errors: [{ reason: "Not found" }] } };
  stack.emulator.control.faults.add({ operation: "oauthClients.resetSecret", effect: missing });
  stack.emulator.control.forgetRequests();
  expect(failuresOf(await stack.up(declareClient({ secretVersion: 2 })))).toHaveLength(1);
  expect(callsTo(stack).filter((call) => call.endsWith("/reset-secret"))).toHaveLength(1);
});

it("a thumbnail that was rejected is given up once the program ignores its changes", async () => {
  const stack = new TestStack();
  const inputs: PropertyMap = { ...shop, thumbnail: files.write("logo", png) };
  reject(stack, "oauthClients.updateThumbnail");
  await stack.up(declareClient(inputs));
  const ignoring: ProgramFunction = async (register) => {
    await register(declare("OAuthClient", "app", inputs, { ignoreChanges: ["thumbnail", "thumbnailHash"] }));
    return {};
  };
  expect(failuresOf(await stack.up(ignoring))).toEqual([]);
  expect(clientsIn(stack)).toMatchObject([{ thumbnail: null }]);
  expect(stepsOf(await stack.up(ignoring))).toEqual([]);
});

describe("a warning about the type of a thumbnail", () => {
  it("is printed once, before the client is created", async () => {
    const stack = new TestStack();
    reject(stack, "oauthClients.updateThumbnail");
    const program = declareClient({ thumbnail: files.write("logo.gif", gif) });
    await stack.preview(program);
    const warnings = stack.messages.filter(({ kind }) => kind === "warn");
    expect(warnings).toEqual([
      {
        kind: "warn",
        message: expect.stringMatching(/image\/gif, but the service documents only image\/png/),
        about: "app",
      },
    ]);
    expect(callsTo(stack)).toEqual([]);
    expect(failuresOf(await stack.up(program)).join()).toMatch(/Remaining steps: thumbnail/);
    stack.emulator.control.faults.clear();
    stack.messages.length = 0;
    expect(failuresOf(await stack.up(program))).toEqual([]);
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: { content_type: "image/gif" } }]);
    expect(stack.messages.filter(({ kind }) => kind === "warn")).toEqual([]);
  });

  it("is not printed for a PNG", async () => {
    const stack = new TestStack();
    await stack.up(declareClient({ thumbnail: files.write("logo", png) }));
    expect(stack.messages.filter(({ kind }) => kind === "warn")).toEqual([]);
  });
});

describe("setting the secret and the thumbnail of an OAuth client", () => {
  it("keeps the secret if the thumbnail fails", async () => {
    const stack = new TestStack();
    const program = declareClient({ thumbnail: files.write("logo", png) });
    reject(stack, "oauthClients.updateThumbnail");
    await stack.up(program);
    const secret = secretOf(stack);
    expect(isAccepted(stack, secret)).toBe(true);
    stack.emulator.control.faults.clear();
    await stack.up(program);
    expect(secretOf(stack)).toBe(secret);
    expect(callsTo(stack).filter((call) => call.endsWith("/reset-secret"))).toHaveLength(1);
  });

  it("resets the secret in the next up if the reset failed", async () => {
    const stack = new TestStack();
    await stack.up(declareClient());
    reject(stack, "oauthClients.resetSecret");
    expect((await stack.up(declareClient({ secretVersion: 2, label: "New" }))).result).toBe("failed");
    const before = secretOf(stack);
    stack.emulator.control.faults.clear();
    await stack.refresh();
    expect(stepsOf(await stack.up(declareClient({ secretVersion: 2, label: "New" })))).toEqual([
      "update app",
    ]);
    expect(secretOf(stack)).not.toBe(before);
    expect(isAccepted(stack, secretOf(stack))).toBe(true);
  });

  it("reports a reset whose response has no secret", async () => {
    const stack = new TestStack();
    stack.emulator.control.faults.add({
      operation: "oauthClients.resetSecret",
      effect: { status: 200, body: { id: "x", label: "Shop" } },
    });
    expect(failuresOf(await stack.up(declareClient())).join()).toMatch(
      /response contained no secret.*Remaining steps: secret/s,
    );
    expect(stack.outputs("app")).not.toHaveProperty("secret");
  });

  it("reports a thumbnail that changed after the check, and does not send it", async () => {
    const stack = new TestStack();
    const thumbnail = files.write("moving", png);
    const handled = stack.emulator.fetch.bind(stack.emulator);
    jest.spyOn(stack.emulator, "fetch").mockImplementation((request) => {
      if (request.url.endsWith("/reset-secret")) files.write("moving", Buffer.concat([png, png]));
      return handled(request);
    });
    expect(failuresOf(await stack.up(declareClient({ thumbnail }))).join()).toMatch(
      /thumbnail: .* changed during this run/,
    );
    expect(clientsIn(stack)).toMatchObject([{ thumbnail: null }]);
    expect(failuresOf(await stack.up(declareClient({ thumbnail })))).toEqual([]);
  });
});

describe("a create without permission", () => {
  it.each([
    ["a wrong token", { token: "wrong" }, /401/],
    ["a missing scope", { token: "emulator-read-only" }, /scope|401|403/],
  ])("reports one message for %s and leaves nothing behind", async (_, options, message) => {
    const stack = new TestStack(options);
    const outcome = await stack.up(declareClient());
    expect(failuresOf(outcome)).toHaveLength(1);
    expect(failuresOf(outcome)[0]).toMatch(message);
    expect(clientsIn(stack)).toEqual([]);
    expect(stack.outputs("app")).toBeUndefined();
  });
});
